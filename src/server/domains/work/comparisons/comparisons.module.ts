import type { z } from "zod";
import { comparisonsApi, comparisonsMost } from "#contract/comparisons.ts";
import type { Counterparts } from "#server/domains/media/tour/bindings-counterparts.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Samples } from "#server/platform/samples.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ComparedPair, ComparedView } from "./comparison-pdf.ts";
import { comparisonWords, dayIn } from "./comparison-words.ts";
import { type ComparedRoom, openSnags, pairsOf, roomsOfVisit, visitPair } from "./comparisons.repository.ts";

export interface ComparisonsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly counterparts: Counterparts;
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** Public address of this server. */
  readonly siteAddress: string;
}

export const samples: Samples<keyof typeof comparisonsApi> = {
  "GET /api/projects/{id}/comparisons": ({ id_project, id_visit, id_other_visit }) => ({
    params: { id: id_project },
    query: { first: id_visit, second: id_other_visit },
  }),
  "GET /api/projects/{id}/comparisons/pdf": ({
    id_project,
    id_visit,
    id_other_visit,
    id_room,
    id_other_room,
  }) => ({
    params: { id: id_project },
    query: {
      first: id_visit,
      second: id_other_visit,
      rooms: id_room,
      other: id_other_room,
      bearing: 40,
      lang: "en",
    },
  }),
  "POST /api/projects/{id}/comparisons/pdf": ({ id_project, id_visit, id_other_visit, id_room }) => ({
    params: { id: id_project },
    body: {
      first: id_visit,
      second: id_other_visit,
      captions: [{ id_room, text: "Plaster is finished." }],
      lang: "ar",
    },
  }),
};

/** Two visits side by side, spot by spot. */
export function comparisonsModule(options: ComparisonsOptions) {
  const { db, counterparts } = options;
  return {
    samples,
    handlers: handlers(comparisonsApi, {
      "GET /api/projects/{id}/comparisons": async ({ subject, query, user }) => {
        if ((await visitPair(db, subject.id, query)) === undefined) throw new AppError("NOT_FOUND");
        const pairs = await pairsOf(db, counterparts, query);
        const snags = await snagsOf(db, subject, user, pairs);
        return {
          items: pairs.map(([room, other]) => ({
            id_room: room.id,
            id_other_room: other.id,
            name: other.name || room.name,
            floor: other.floor || room.floor,
            snags: snags?.filter(({ id_room }) => id_room === room.id || id_room === other.id).length ?? 0,
          })),
        };
      },
      "GET /api/projects/{id}/comparisons/pdf": ({ subject, query, user }) => {
        const rooms = query.rooms?.split(",").map(Number);
        return comparisonPdf(options, subject, { ...query, rooms, captions: [] }, user);
      },
      "POST /api/projects/{id}/comparisons/pdf": ({ subject, body, user }) =>
        comparisonPdf(options, subject, { ...body, ...straight }, user),
    }),
  };
}

type Query = z.output<(typeof comparisonsApi)["GET /api/projects/{id}/comparisons/pdf"]["query"]>;
type Body = z.output<(typeof comparisonsApi)["POST /api/projects/{id}/comparisons/pdf"]["body"]>;
/** Selection and captions of a report; directions as of the query. */
type Wanted = Omit<Query, "rooms"> &
  Pick<Body, "captions"> & { readonly rooms?: readonly number[] | undefined };

/** Ahead in the first photo of each pair, at eye level. */
const straight = { pitch: 0, fov: 70, offset: 0 };
type Pair = readonly [ComparedRoom, ComparedRoom];

/** Null for callers who may not see the snags of the project. */
async function snagsOf(db: Database, project: ProjectRecord, user: SessionUser, pairs: readonly Pair[]) {
  if (!projectFlags(project, user).view_snags) return null;
  return openSnags(
    db,
    pairs.flatMap((pair) => pair.map(({ id }) => id)),
  );
}

async function comparisonPdf(
  { db, clock, counterparts, pdf, siteName, siteAddress }: ComparisonsOptions,
  project: ProjectRecord,
  query: Wanted,
  user: SessionUser,
): Promise<Download> {
  const language = query.lang ?? user.language;
  const visits = await visitPair(db, project.id, query);
  if (visits === undefined) throw new AppError("NOT_FOUND");
  const pairs = await selectedPairs(db, counterparts, query);
  const snags = await snagsOf(db, project, user, pairs);
  const { pitch, fov, offset } = query;
  const captions = new Map(query.captions.map(({ id_room, text }) => [id_room, text]));
  // A caption that could not be printed would be lost unnoticed.
  for (const id of captions.keys())
    if (!pairs.some(([room]) => room.id === id)) throw new AppError("NOT_FOUND");
  const printed = pairs.map((pair): ComparedPair => {
    const [room, other] = pair;
    const bearing = query.bearing ?? -room.north;
    const viewOf = (at: 0 | 1): ComparedView => {
      const { sha256, levels, area, pose, north, id } = pair[at];
      const yaw = bearing + north + (at === 1 ? offset : 0);
      const { code, name, visit_date } = visits[at];
      const view = new URLSearchParams({ yaw: wrapped(yaw), pitch: pitch.toFixed(1), fov: fov.toFixed(1) });
      return {
        picture: { sha256, levels: levels ?? [], area, pose },
        yaw,
        date: dayIn(language, visit_date),
        visit: name,
        link: `${siteAddress}/viewer/${code}/${id}?${view}`,
      };
    };
    const hasNorth = room.has_north && other.has_north;
    return {
      name: other.name || room.name,
      floor: other.floor || room.floor,
      caption: captions.get(room.id) ?? "",
      bearing: hasNorth ? ((bearing % 360) + 360) % 360 : null,
      views: [viewOf(0), viewOf(1)],
      snags:
        snags
          ?.filter(({ id_room }) => id_room === room.id || id_room === other.id)
          .map(({ number, title }) => `#${number} ${title}`) ?? null,
    };
  });
  const { title } = comparisonWords(language);
  return {
    name: `${safeName(project.name) || project.code} – ${title}.pdf`,
    record: {
      action: "visit.exported",
      subject: { kind: "project", id: project.id, name: project.name },
      id_project: project.id,
      details: { n: String(printed.length) },
    },
    open: () =>
      pdf.draw("comparison", {
        language,
        project: project.name,
        site: siteName(),
        at: clock.now(),
        pitch,
        fov,
        pairs: printed,
      }),
  };
}

/** -180 to 180, with a tenth of a degree. */
const wrapped = (yaw: number) => (((((yaw + 180) % 360) + 360) % 360) - 180).toFixed(1);

const refused = (text: string) => new AppError("VALIDATION", { fields: { rooms: [text] } });

/** The spots of the report. A pair that is named by its two rooms need not be matched: the caller has compared it. */
async function selectedPairs(db: Database, counterparts: Counterparts, query: Wanted): Promise<Pair[]> {
  const ids = query.rooms;
  if (query.other !== undefined) {
    const room = (await roomsOfVisit(db, query.first)).find(({ id }) => id === ids?.[0]);
    const other = (await roomsOfVisit(db, query.second)).find(({ id }) => id === query.other);
    if (room === undefined || other === undefined) throw new AppError("NOT_FOUND");
    return [[room, other]];
  }
  const pairs = await pairsOf(db, counterparts, query);
  const wanted = ids === undefined ? pairs : pairs.filter(([{ id }]) => ids.includes(id));
  if (wanted.length < (ids?.length ?? 1))
    throw ids === undefined ? refused("comparisons.none") : new AppError("NOT_FOUND");
  if (wanted.length > comparisonsMost) throw refused("comparisons.too_many");
  return wanted;
}
