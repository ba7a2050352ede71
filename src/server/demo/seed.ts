import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { limits } from "#contract/limits.ts";
import type { KeptFilm, KeptPicture, KeptPlan, Media } from "#server/media/index.ts";
import type { ReceivedFile } from "#server/media/receive.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { Notices } from "../domains/installation/notifications/notices.ts";
import { importSheet } from "../domains/media/sheets/import.ts";
import { importVideo } from "../domains/media/videos/import.ts";
import { videoStillShape } from "../domains/media/videos/videos.service.ts";
import { importVisit } from "../domains/media/visits/import.ts";
import { importSnags } from "../domains/work/snags/import.ts";
import { type DemoPhoto, type Own, takePhotos, writePhotos } from "./seed-photos.ts";
import { type DemoWalk, takeWalk, writeWalk } from "./seed-walk.ts";
import { type DemoSite, demoFolder, readDemoSite, walkedAt } from "./site.ts";

export interface SeedOptions {
  readonly db: Database;
  readonly media: Pick<
    Media,
    "receive" | "keep" | "keepPlan" | "claimPlan" | "keepFilm" | "keepPortrait" | "keepPhoto"
  >;
  readonly notices: Notices;
  readonly log: Log;
}

/** Two processes that start at once must not both seed. */
const seedLock = 7_340_120;

/**
 * Creates the demo site in an installation that has never had one: the demo account, its project and its visits,
 * through the same pipeline as every picture. All of it or nothing; it is never created again after a deletion, since
 * the account stays.
 */
export async function seedDemo({ db, media, notices, log }: SeedOptions): Promise<void> {
  if (await hasDemo(db)) return;
  const site = await readDemoSite();
  const pictures = new Map<string, DemoPicture>();
  try {
    for (const file of site.visits.flatMap((visit) => Object.values(visit.files))) {
      pictures.set(file, await takeIn(media, join(demoFolder, file)));
    }
    const plans = await takePlans(media, site);
    const films = await takeFilms(media, site);
    const photos = await takePhotos(media, site);
    const walk = await takeWalk(media);
    await db.transaction().execute(async (trx) => {
      await trx
        .selectNoFrom((select) => select.fn("pg_advisory_xact_lock", [select.val(seedLock)]).as("lock"))
        .execute();
      if (!(await hasDemo(trx)))
        await writeDemo(trx, site, { pictures, plans, films, photos, walk, media, notices });
    });
    log.info("the demo site is in place");
  } finally {
    await Promise.all([...pictures.values()].map(({ discard }) => discard()));
  }
}

interface DemoPicture {
  readonly kept: KeptPicture;
  /** Removes the copy it was imported from; only after the transaction has ended, which checks it once more. */
  readonly discard: () => Promise<void>;
}

async function takeIn(media: SeedOptions["media"], path: string): Promise<DemoPicture> {
  const received = await media.receive(createReadStream(path), { maxBytes: limits.visit.image.bytes });
  return { kept: await media.keep(received), discard: () => received.discard() };
}

/** The floor plans, by their slugs. */
async function takePlans(media: SeedOptions["media"], site: DemoSite): Promise<Map<string, KeptPlan>> {
  const plans = new Map<string, KeptPlan>();
  for (const { slug, plan } of site.floors) {
    const path = join(demoFolder, plan);
    const received = await media.receive(createReadStream(path), { maxBytes: limits.sheet.bytes });
    plans.set(slug, await media.keepPlan(received, 1).finally(() => received.discard()));
  }
  return plans;
}

interface DemoFilm {
  readonly film: KeptFilm;
  /** Key in the object store. */
  readonly thumbnail: string;
}

/** The videos, by their paths. */
async function takeFilms(media: SeedOptions["media"], site: DemoSite): Promise<Map<string, DemoFilm>> {
  const take = async <T>(path: string, keep: (file: ReceivedFile) => Promise<T>): Promise<T> => {
    const file = createReadStream(join(demoFolder, path));
    const received = await media.receive(file, { maxBytes: limits.video.bytes });
    return keep(received).finally(() => received.discard());
  };
  const films = new Map<string, DemoFilm>();
  for (const { film, still } of site.videos)
    films.set(film, {
      film: await take(film, (file) => media.keepFilm(file, { seconds: limits.video.seconds })),
      thumbnail: await take(still, (file) => media.keepPortrait(file, videoStillShape)),
    });
  return films;
}

async function hasDemo(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom("users").select("id").where("is_demo", "=", true).limit(1).executeTakeFirst()) !==
    undefined
  );
}

interface Supplies {
  readonly pictures: ReadonlyMap<string, DemoPicture>;
  readonly plans: ReadonlyMap<string, KeptPlan>;
  readonly films: ReadonlyMap<string, DemoFilm>;
  readonly photos: ReadonlyMap<string, DemoPhoto>;
  readonly walk: DemoWalk;
  readonly media: SeedOptions["media"];
  readonly notices: Notices;
}

async function writeDemo(
  trx: Trx,
  site: DemoSite,
  { pictures, plans, films, photos, walk, media, notices }: Supplies,
): Promise<void> {
  const user = await trx
    .insertInto("users")
    .values({ username: "demo", email: "demo@example.org", password_hash: null, is_demo: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { project } = site;
  const id_project = await writeProject(trx, project, user.id);
  const own = { id_user: user.id, id_project, address: "" };
  const named = { kind: "project", id: id_project, name: project.name.en };
  await recordActivity(trx, { ...own, action: "project.created", subject: named });
  const walks: ReadonlyMap<string, number>[] = [];
  const visits = new Map<string, { id: number; rooms: ReadonlyMap<string, number> }>();
  for (const visit of site.visits) {
    const { id, code, rooms } = await importVisit(trx, {
      id_project,
      id_user: user.id,
      name: visit.name.en,
      description: visit.description.en,
      visit_date: new Date(`${visit.date}T${walkedAt}`),
      rooms: site.rooms.flatMap((room) => {
        const file = visit.files[room.slug];
        const picture = file === undefined ? undefined : pictures.get(file)?.kept;
        if (file === undefined || picture === undefined) return [];
        return [
          {
            slug: room.slug,
            name: room.name.en,
            north: room.north,
            fileName: basename(file),
            picture,
            links: room.links,
          },
        ];
      }),
    });
    walks.push(rooms);
    visits.set(visit.date, { id, rooms });
    const subject = { kind: "visit", id, name: visit.name.en };
    await recordActivity(trx, { ...own, action: "visit.created", subject });
    // The notification that a member of the project would have received, so that the bell shows its purpose.
    await notices.notify(trx, {
      to: [user.id],
      sort: "visit_ready",
      values: {
        visit: visit.name.en,
        project: project.name.en,
        count: site.rooms.filter(({ slug }) => slug in visit.files).length,
      },
      link: `/viewer/${code}`,
    });
  }
  const floors = new Map<string, number>();
  for (const [position, floor] of site.floors.entries()) {
    const plan = plans.get(floor.slug);
    if (plan === undefined) continue;
    const standing = site.rooms.filter((room) => room.floor === floor.slug);
    const places = walks.flatMap((rooms) =>
      standing.flatMap(({ slug, position: { x, y } }) => {
        const id_room = rooms.get(slug);
        return id_room === undefined ? [] : [{ id_room, x, y }];
      }),
    );
    const id_sheet = await importSheet(
      trx,
      { id_project, name: floor.name.en, position, plan, file: basename(floor.plan), places },
      media,
    );
    floors.set(floor.slug, id_sheet);
  }
  const newest = visits.get(site.visits.at(-1)?.date ?? "");
  if (newest !== undefined) await writeWalk(trx, site, walk, { visit: newest, floors, id_user: user.id });
  const pinned = site.snags.flatMap(({ room, date, title, text, trade, due_in, ...snag }) => {
    const visit = visits.get(date);
    const id_room = visit?.rooms.get(room);
    if (visit === undefined || id_room === undefined) return [];
    const words = { title: title.en, text: text.en, trade: trade.en };
    return [{ ...snag, ...words, id_visit: visit.id, id_room, due_date: dayIn(due_in) }];
  });
  await importSnags(trx, id_project, user.id, pinned);
  await writeVideos(trx, site, films, own);
  await writePhotos(trx, site, { photos, visits }, own);
}

/** The project, owned by the demo account; returns its number. */
async function writeProject(trx: Trx, project: DemoSite["project"], id_user: number): Promise<number> {
  const { id } = await trx
    .insertInto("projects")
    .values({
      code: newCode(),
      name: project.name.en,
      description: project.description.en,
      status: "Under_Construction",
      location: project.address.en,
      latitude: project.latitude,
      longitude: project.longitude,
      time_zone: project.time_zone,
      year: project.year,
      num_buildings: project.buildings,
      num_floors: project.floors,
      area: project.area,
      // Visible to guests of the demo without an account, too.
      is_public: true,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("project_members").values({ id_project: id, id_user, role: "owner" }).execute();
  return id;
}

async function writeVideos(
  trx: Trx,
  { videos }: DemoSite,
  films: Supplies["films"],
  own: Own,
): Promise<void> {
  const { id_user, id_project } = own;
  for (const { film, date, north, title, description, comments } of videos) {
    const kept = films.get(film);
    if (kept === undefined) continue;
    const id = await importVideo(trx, {
      ...kept,
      id_project,
      id_user,
      title: title.en,
      description: description.en,
      video_date: new Date(`${date}T${walkedAt}`),
      file_name: basename(film),
      north,
      comments: comments.map(({ text, ...place }) => ({ ...place, text: text.en })),
    });
    const subject = { kind: "video", id, name: title.en };
    await recordActivity(trx, { ...own, action: "video.created", subject });
  }
}

/** The day at this offset from today; null for none. */
function dayIn(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
