import type { z } from "zod";
import { spotCodeLimits as limits } from "#contract/spot-codes.labels.ts";
import { spotCodesApi } from "#contract/spot-codes.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { newCode } from "#server/platform/code.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Samples } from "#server/platform/samples.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { labelWords } from "./label-words.ts";
import { createScannedSpots, type ScannedSpotOptions } from "./scanned-spot.ts";
import { spotCodesExport } from "./spot-codes.export.ts";
import { addCodes, lockSpots, pruneScans, recordScan, scansOf } from "./spot-codes.repository.ts";
import { countBySheet, listSpots, narrowed, wireSpot } from "./spot-list.ts";

export interface SpotCodesOptions extends ScannedSpotOptions {
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** Public address of this server. */
  readonly siteAddress: string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export const samples: Samples<keyof typeof spotCodesApi> = {
  "GET /api/projects/{id}/spot-codes": ({ id_project }) => ({ params: { id: id_project } }),
  "POST /api/projects/{id}/spot-codes": ({ id_project, id_other_room }) => ({
    params: { id: id_project },
    body: { rooms: [id_other_room] },
  }),
  "POST /api/projects/{id}/spot-codes/revoke": ({ id_project, id_spot_code }) => ({
    params: { id: id_project },
    body: { codes: [id_spot_code] },
  }),
  "GET /api/projects/{id}/spot-codes/labels": ({ id_project }) => ({
    params: { id: id_project },
    query: { layout: "a4-8", lang: "en", start: 3 },
  }),
  "GET /api/projects/{id}/spot-codes/{spot_code}/scans": ({ id_project, id_spot_code }) => ({
    params: { id: id_project, spot_code: id_spot_code },
  }),
  "GET /api/spot-codes/{code}": ({ code_spot }) => ({ params: { code: code_spot } }),
  "POST /api/spot-codes/{code}/scans": ({ code_spot }) => ({ params: { code: code_spot } }),
};

/** Letters of a code: 103 bits, so that a label cannot be guessed. */
const CODE_LENGTH = 18;

const refused = (field: string, text: string) => new AppError("VALIDATION", { fields: { [field]: [text] } });

function canIn(project: ProjectRecord, user: SessionUser) {
  const flags = projectFlags(project, user);
  return { create: flags.add_visit, view_scans: flags.view_access, timelapse: flags.add_video };
}

/** The address on a label. */
const addressOf = (site: string, code: string): string => `${site.replace(/\/$/, "")}/q/${code}`;

/** QR codes at rooms: labels that name a spot. A code is an address, not a right. */
export function spotCodesModule(options: SpotCodesOptions) {
  const { db, clock, address } = options;
  const scanned = createScannedSpots(options);
  return {
    offers: {
      /** The spot behind a code for a visitor, for the server-rendered page of guests. */
      scannedSpot: scanned,
    },
    sweeps: [() => pruneScans(db, clock.now())],
    exportParts: [spotCodesExport(db, (code) => addressOf(options.siteAddress, code))],
    samples,
    handlers: handlers(spotCodesApi, {
      "GET /api/projects/{id}/spot-codes": async ({ subject, query, user }) => {
        const { page, per_page, ...filters } = query;
        const { spots, sheets } = await listSpots(db, subject.id);
        const found = narrowed(spots, filters);
        const can = canIn(subject, user);
        return {
          items: found
            .slice((page - 1) * per_page, page * per_page)
            .map((spot) => wireSpot(spot, { seesScans: can.view_scans, address })),
          total: found.length,
          page,
          per_page,
          sheets: countBySheet(spots, sheets),
          counts: { spots: spots.length, codes: spots.filter(({ code }) => code !== null).length },
          can,
        };
      },
      "POST /api/projects/{id}/spot-codes": async ({ subject, body, user, request }) => {
        const codes = await createCodes(options, { subject, body, user, address: request.ip });
        return { created: codes.length, codes };
      },
      "POST /api/projects/{id}/spot-codes/revoke": async ({ subject, body, user, request }) => ({
        revoked: await revokeCodes(options, { subject, codes: body.codes, user, address: request.ip }),
      }),
      "GET /api/projects/{id}/spot-codes/labels": async ({ subject, query, user }) =>
        labelsOf(options, subject, query, user),
      "GET /api/projects/{id}/spot-codes/{spot_code}/scans": async ({ subject, params, query }) => {
        const { page, per_page } = query;
        const at = { id_project: subject.id, id_code: params.spot_code };
        const found = await scansOf(db, { ...at, limit: per_page, offset: (page - 1) * per_page });
        if (found === undefined) throw new AppError("NOT_FOUND");
        const items = found.items.map(({ id, created_at, person }) => ({
          id,
          at: created_at.toISOString(),
          person: person === null ? null : wirePerson(person, address),
        }));
        return { items, total: found.total, page, per_page };
      },
      "GET /api/spot-codes/{code}": async ({ params, user }) => {
        const found = await scanned(params.code, user);
        if (found === undefined) throw new AppError("NOT_FOUND");
        return found.spot;
      },
      "POST /api/spot-codes/{code}/scans": async ({ params, user }) => {
        const found = await scanned(params.code, user);
        if (found === undefined) throw new AppError("NOT_FOUND");
        const at = clock.now();
        return {
          recorded: !found.isRevoked && (await recordScan(db, { id_code: found.id, id_user: user.id, at })),
        };
      },
    }),
  };
}

interface Acting {
  readonly subject: ProjectRecord;
  readonly user: SessionUser;
  readonly address: string;
}

const activityOf = ({ subject: { id, name }, user, address }: Acting, n: number) => ({
  id_user: user.id,
  subject: { kind: "project", id, name },
  id_project: id,
  details: { n: String(n) },
  address,
});

type CreateBody = z.output<(typeof spotCodesApi)["POST /api/projects/{id}/spot-codes"]["body"]>;

/** Creates codes for spots without one. Rooms that are not in the project are NOT_FOUND. */
async function createCodes(
  { db }: SpotCodesOptions,
  { body: { rooms, ...filters }, ...acting }: Acting & { readonly body: CreateBody },
): Promise<number[]> {
  const { subject, user } = acting;
  return db.transaction().execute(async (trx) => {
    await lockSpots(trx, subject.id);
    const { spots } = await listSpots(trx, subject.id);
    const known = new Map(spots.flatMap((spot) => spot.rooms.map((id) => [id, spot] as const)));
    const named = rooms?.map((id) => known.get(id));
    if (named?.includes(undefined) === true) throw new AppError("NOT_FOUND");
    const wanted = named ?? narrowed(spots, filters);
    const bare = [...new Set(wanted)].flatMap((spot) =>
      spot === undefined || spot.code !== null ? [] : [spot.room.id_room],
    );
    const codes = spots.filter(({ code }) => code !== null).length;
    if (codes + bare.length > limits.perProject) throw refused("rooms", "spot_codes.full");
    if (bare.length === 0) return [];
    const made = bare.map((id_room) => ({ id_room, code: newCode(CODE_LENGTH) }));
    const ids = await addCodes(trx, { id_project: subject.id, id_user: user.id }, made);
    await recordActivity(trx, { ...activityOf(acting, made.length), action: "spot_code.created" });
    return ids;
  });
}

/** Revokes codes of the project; others are NOT_FOUND. Those revoked before stay as they were. */
async function revokeCodes(
  { db, clock }: SpotCodesOptions,
  { codes, ...acting }: Acting & { readonly codes: readonly number[] },
): Promise<number> {
  const { subject, user } = acting;
  const ids = [...new Set(codes)];
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("spot_codes")
      .select(["id", "revoked_at"])
      .where("id_project", "=", subject.id)
      .where("id", "in", ids)
      .orderBy("id")
      .forUpdate()
      .execute();
    if (found.length < ids.length) throw new AppError("NOT_FOUND");
    const open = found.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id);
    if (open.length === 0) return 0;
    await trx
      .updateTable("spot_codes")
      .set({ revoked_at: clock.now(), id_revoker: user.id })
      .where("id", "in", open)
      .execute();
    await recordActivity(trx, { ...activityOf(acting, open.length), action: "spot_code.revoked" });
    return open.length;
  });
}

type LabelsQuery = z.output<(typeof spotCodesApi)["GET /api/projects/{id}/spot-codes/labels"]["query"]>;

async function labelsOf(
  { db, clock, pdf, siteName, siteAddress }: SpotCodesOptions,
  project: ProjectRecord,
  { layout, lang, start, codes, ...filters }: LabelsQuery,
  user: SessionUser,
): Promise<Download> {
  const language = lang ?? user.language;
  const ids = codes === undefined ? null : new Set(codes.split(",").map(Number));
  const { spots } = await listSpots(db, project.id);
  const labels = narrowed(spots, filters).flatMap(({ room, sheet, code }) =>
    code === null || ids?.has(code.id) === false
      ? []
      : [
          {
            address: addressOf(siteAddress, code.code),
            number: code.number,
            room: room.name,
            floor: [sheet?.floor, sheet?.name].filter(Boolean).join(" · "),
          },
        ],
  );
  if (labels.length === 0) throw refused("codes", "spot_codes.no_labels");
  if (labels.length > limits.labels) throw refused("codes", "spot_codes.too_many_labels");
  const title = labelWords(language).file;
  return {
    name: `${safeName(project.name) || project.code} – ${title}.pdf`,
    record: {
      action: "spot_code.exported",
      subject: { kind: "project", id: project.id, name: project.name },
      id_project: project.id,
      details: { n: String(labels.length) },
    },
    open: () =>
      pdf.draw("labels", {
        language,
        layout,
        start,
        title,
        project: project.name,
        site: siteName(),
        at: clock.now(),
        labels,
      }),
  };
}
