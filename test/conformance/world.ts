import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { planFeatures } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Frozen } from "#server/domains/work/owner-reports/frozen.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { panorama } from "#test/pictures.ts";
import type { TestApp } from "../app.ts";
import type { TestClient } from "../client.ts";

/**
 * All callers under test. From `viewer` to `owner` they are members of the owner's projects, and the owner is the user
 * whose account, sessions and passkeys a sample project holds. The demo account is a member, too: as an owner, but
 * read-only. The administrator and the stranger are members of nothing.
 */
export const roles = [
  "guest",
  "demo",
  "stranger",
  "administrator",
  "trade",
  "viewer",
  "editor",
  "manager",
  "owner",
  "super_admin",
] as const;
export type RoleName = (typeof roles)[number];

/** Part of everything of the other user that a list could show. */
export const markOfOther = "198.51.100.77";

export interface World {
  readonly clients: Readonly<Record<RoleName, TestClient>>;
  /** Account ids by role; the guest has none. */
  readonly ids: Readonly<Record<Exclude<RoleName, "guest">, number>>;
  /** Another user with their own project, sessions, passkeys, alerts and social accounts. */
  readonly other: { readonly id: number; readonly client: TestClient };
  /** Signs a user in again whose session has ended. */
  renew(role: Exclude<RoleName, "guest">): Promise<void>;
  /** Creates a fresh sample project of the owner. */
  place(): Promise<SamplePlace>;
  /** A sample project of the other user, in which only the super admin has permissions. */
  readonly stranger: SamplePlace;
  /** Records that no longer exist: a project in the bin, an ended session, a removed passkey. */
  readonly deleted: SamplePlace;
  readonly missing: SamplePlace;
}

const nowhere = 99_999_999;

export async function buildWorld(app: TestApp): Promise<World> {
  const people = {
    demo: await app.user({ isDemo: true }),
    stranger: await app.user(),
    administrator: await app.user({ role: "administrator" }),
    trade: await app.user(),
    viewer: await app.user(),
    editor: await app.user(),
    manager: await app.user(),
    owner: await app.user({ role: "administrator" }),
    super_admin: await app.user({ role: "super_admin" }),
  };
  const signedIn = Object.entries(people).map(async ([role, user]) => [role, await app.as(user)] as const);
  const clients = {
    guest: app.guest(),
    ...Object.fromEntries(await Promise.all(signedIn)),
  } as Record<RoleName, TestClient>;
  const other = await app.user({ role: "administrator" });
  const otherClient = await app.as(other);
  const stranger = await makePlace(app, otherClient, other.id);
  // Newest of everything, so that lists show it.
  await markOther(app, other.id);
  await otherClient.call("POST /api/search/recent", { body: { q: markOfOther } });

  const place = async (): Promise<SamplePlace> => {
    const made = await makePlace(app, clients.owner, people.owner.id);
    const members: readonly [keyof typeof people, ProjectRole][] = [
      ["trade", "trade"],
      ["viewer", "viewer"],
      ["editor", "editor"],
      ["manager", "manager"],
      ["demo", "owner"],
    ];
    for (const [who, role] of members)
      for (const id of [made.id_project, made.id_binned]) await app.join(id, people[who], role);
    return made;
  };
  const missing: SamplePlace = {
    id_project: nowhere,
    code_project: "nosuchcode22",
    code_public: "nosuchcode22",
    id_binned: nowhere,
    id_category: nowhere,
    id_type: nowhere,
    id_mate: nowhere,
    id_leaver: nowhere,
    id_left: nowhere,
    id_asker: nowhere,
    id_sent: nowhere,
    id_invitation: nowhere,
    id_export: nowhere,
    id_visit: nowhere,
    id_room: nowhere,
    id_sheet: nowhere,
    id_other_room: nowhere,
    id_other_visit: nowhere,
    id_hotspot: nowhere,
    id_info: nowhere,
    id_snag: nowhere,
    id_snag_comment: nowhere,
    snag_file: "none.webp",
    id_crew: nowhere,
    id_crew_person: nowhere,
    code_answer: "2".repeat(43),
    id_crew_snag: nowhere,
    id_snag_voice: nowhere,
    id_diary_voice: nowhere,
    id_snapshot: nowhere,
    id_photo: nowhere,
    id_binned_photo: nowhere,
    id_video: nowhere,
    code_video: "nosuchcode22",
    id_video_comment: nowhere,
    id_channel: nowhere,
    code_channel: "nosuchcode22",
    id_recording: nowhere,
    id_camera: nowhere,
    code_camera: "nosuchcode22",
    id_still: nowhere,
    id_timelapse: nowhere,
    id_plan: nowhere,
    id_plan_request: nowhere,
    id_tier: nowhere,
    id_invoice: nowhere,
    id_progress_entry: nowhere,
    id_autodesk_link: nowhere,
    id_task: nowhere,
    id_api_token: nowhere,
    id_webhook: nowhere,
    id_failed_job: "00000000-0000-4000-8000-000000000000",
    id_delivery: nowhere,
    code: "nosuchcode22",
    id_walk: nowhere,
    id_spot_code: nowhere,
    code_spot: "nosuchcode22nosuch",
    id_spot_timelapse: nowhere,
    id_coverage_spot: nowhere,
    id_report_run: nowhere,
    id_report_delivery: nowhere,
    code_report: "nosuchcode22",
    id_user: nowhere,
    code_user: "nosuchcode22",
    id_session: nowhere,
    id_passkey: nowhere,
    id_message: nowhere,
  };
  return {
    clients,
    ids: Object.fromEntries(Object.entries(people).map(([role, { id }]) => [role, id])) as World["ids"],
    other: { id: other.id, client: otherClient },
    async renew(role) {
      clients[role] = await app.as(people[role]);
    },
    place,
    stranger,
    deleted: await deletePlace(app, clients.owner, await place()),
    missing,
  };
}

/** Creates a user's sample project: a project with one of every record that a call can concern. */
export async function makePlace(app: TestApp, client: TestClient, id_user: number): Promise<SamplePlace> {
  const project = await client.call("POST /api/projects", {
    body: { name: `Palm Court ${randomBytes(4).toString("hex")}`, latitude: 24.7, longitude: 46.7 },
  });
  const visit = await client.call("POST /api/visits", {
    body: { id_project: project.id, name: "First walk", visit_date: "2026-02-01T08:00:00Z" },
  });
  const id_room = await makeRoom(app, client, visit.id);
  const id_sheet = await insertSheet(app, project.id);
  return {
    id_project: project.id,
    code_project: project.code,
    code_public: await insertPublicProject(app),
    ...(await insertTeam(app, project.id, id_user)),
    ...(await insertWords(app)),
    id_sheet,
    ...(await insertTour(app, { id_project: project.id, id_visit: visit.id, id_room, id_user })),
    ...(await insertMovingPictures(app, project.id, id_user)),
    ...(await insertBilling(app, id_user)),
    id_progress_entry: await insertProgress(app, project.id, id_sheet),
    ...(await insertOutside(app, project.id, id_user)),
    id_visit: visit.id,
    id_room,
    code: visit.code,
    ...(await insertSpotCode(app, project.id, id_room)),
    ...(await insertSpotTimelapse(app, { id_project: project.id, id_user, rooms: [id_room, id_room] })),
    ...(await insertCoverageSpot(app, project.id, id_sheet)),
    ...(await insertReport(app, project.id, id_room)),
    id_walk: await insertWalk(app, visit.id, id_sheet),
    ...(await insertPhotos(app, project.id, id_user)),
    ...(await makeCrew(client, { id_project: project.id, id_visit: visit.id, id_room })),
    id_user,
    code_user: await codeOf(app, id_user),
    id_session: await insertSession(app, id_user),
    id_passkey: await insertPasskey(app, id_user, "Laptop"),
    id_message: await insertMessage(app, id_user, "The gate is open."),
  };
}

/** A crew of two people with a snag; the second person's link was shared. */
async function makeCrew(
  client: TestClient,
  { id_project, id_visit, id_room }: Record<"id_project" | "id_visit" | "id_room", number>,
) {
  const crew = await client.call("POST /api/crews", {
    body: {
      id_project,
      name: "Tilers",
      people: ["Anwar", "Bilal"].map((name) => ({
        name,
        email: `${randomBytes(6).toString("hex")}@site.example`,
      })),
    },
  });
  const snag = await client.call("POST /api/annotations", {
    body: { id_visit, id_room, title: "Loose tile", yaw: 20, pitch: -10, id_crew: crew.id },
  });
  const [first, second] = crew.people;
  const { url } = await client.call("POST /api/projects/{id}/crew-links/{person}/share", {
    params: { id: id_project, person: second?.id ?? 0 },
    body: {},
  });
  return {
    id_crew: crew.id,
    id_crew_person: first?.id ?? 0,
    code_answer: url.slice(url.lastIndexOf("/") + 1),
    id_crew_snag: snag.id,
  };
}

/** A walk of three pictures that can be placed; its video is not in the store. */
async function insertWalk(
  { database: { db } }: TestApp,
  id_visit: number,
  id_sheet: number,
): Promise<number> {
  const sha256 = randomBytes(32).toString("hex");
  const link = { quality: 1, turnError: 1, directionError: 1, stepError: 0.1 };
  const path = {
    version: 1,
    pictures: [0, 1, 2].map((at) => ({ at, sharpness: 1, x: at, y: 0, heading: 90, storey: 0 })),
    links: [link, link],
    stops: [],
    floorChanges: [],
    stepMetres: 0.5,
    tilt: { pitch: 0, roll: 0 },
    hasVision: true,
  };
  const taps = [
    { picture: 0, id_sheet, x: 0.2, y: 0.5 },
    { picture: 2, id_sheet, x: 0.4, y: 0.5 },
  ];
  const { id } = await db
    .insertInto("walks")
    .values({
      id_visit,
      id_user: null,
      file_name: "walk.mp4",
      bytes: 1000,
      sha256,
      film: `walks/${sha256.slice(0, 2)}/${sha256}.mp4`,
      width: 3840,
      height: 1920,
      seconds: 3,
      state: "ready",
      pieces: 1,
      path: JSON.stringify(path),
      placement: JSON.stringify({ taps }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Hides all public records of a sample project. */
export async function hidePlace({ database: { db } }: TestApp, place: SamplePlace): Promise<SamplePlace> {
  const { id_project } = place;
  await db.updateTable("visits").set({ access: "members" }).where("id_project", "=", id_project).execute();
  for (const table of ["videos", "live_channels", "cameras"] as const)
    await db.updateTable(table).set({ is_public: false }).where("id_project", "=", id_project).execute();
  return place;
}

/** The picture of each test app's first sample project; it is uploaded once. */
const pictures = new WeakMap<TestApp, string>();

async function makeRoom(app: TestApp, client: TestClient, id_visit: number): Promise<number> {
  const { db } = app.database;
  const picture_sha256 = pictures.get(app);
  if (picture_sha256 !== undefined) {
    const room = { id_visit, name: "hall", position: 0, file_name: "hall.jpg", picture_sha256 };
    return (await db.insertInto("rooms").values(room).returning("id").executeTakeFirstOrThrow()).id;
  }
  const reply = await client.upload(
    "POST /api/rooms",
    { id_visit: String(id_visit) },
    { file: { name: "hall.jpg", bytes: await panorama() } },
  );
  const { id } = (reply.body as { data: { id: number } }).data;
  const room = db.selectFrom("rooms").select("picture_sha256").where("id", "=", id);
  pictures.set(app, (await room.executeTakeFirstOrThrow()).picture_sha256);
  return id;
}

/** Pending members of a project's team, a member with a lower role, and open invitations of the user elsewhere. */
async function insertTeam(app: TestApp, id_project: number, id_user: number) {
  const { db } = app.database;
  const [mate, asker] = [await app.user(), await app.user()];
  await app.join(id_project, mate, "trade");
  const id_binned = await insertProject(app, new Date());
  await app.join(id_binned, { id: id_user }, "owner");
  await db
    .insertInto("join_requests")
    .values({ id_project, id_user: asker.id, answered_at: null, id_answerer: null })
    .execute();
  const { id: id_export } = await db
    .insertInto("project_exports")
    .values({
      id_project,
      id_user,
      language: "en",
      // The hourly sweep would build a waiting one, and hide it from users with fewer rights than the owner.
      state: "failed",
      failure: "broken",
      object_key: null,
      size_bytes: null,
      finished_at: new Date(),
      expires_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    id_binned,
    id_mate: mate.id,
    id_leaver: (await app.user()).id,
    id_left: await insertLeft(app),
    id_asker: asker.id,
    id_sent: await insertInvitation(app, id_project, null),
    id_invitation: await insertInvitation(app, await insertProject(app, null), id_user),
    id_export,
  };
}

async function insertLeft(app: TestApp): Promise<number> {
  const { id } = await app.user();
  const left = { deleted_at: new Date(), locked_at: new Date() };
  await app.database.db.updateTable("users").set(left).where("id", "=", id).execute();
  return id;
}

async function insertProject({ database }: TestApp, deleted_at: Date | null): Promise<number> {
  const { id } = await database.db
    .insertInto("projects")
    .values({
      code: randomBytes(8).toString("hex"),
      name: `Old mill ${randomBytes(4).toString("hex")}`,
      description: "",
      status: "Design",
      location: "",
      latitude: null,
      longitude: null,
      year: 2026,
      num_buildings: 1,
      num_floors: 1,
      area: 0,
      deleted_at,
      id_type: null,
      cover: null,
      id_deleter: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertPublicProject(app: TestApp): Promise<string> {
  const { code } = await app.database.db
    .updateTable("projects")
    .set({ is_public: true })
    .where("id", "=", await insertProject(app, null))
    .returning("code")
    .executeTakeFirstOrThrow();
  return code;
}

async function insertInvitation({ database }: TestApp, id_project: number, id_user: number | null) {
  const { id } = await database.db
    .insertInto("project_invitations")
    .values({
      id_project,
      email: `${randomBytes(6).toString("hex")}@site.example`,
      id_user,
      role: "viewer",
      id_inviter: null,
      expires_at: new Date(Date.now() + 3_600_000),
      answered_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A note of the snag and one of a draft of the site diary, both with a transcript to be checked. */
async function insertVoiceNotes(
  { database: { db } }: TestApp,
  { id_project, id_user, id_snag }: { id_project: number; id_user: number; id_snag: number },
) {
  const { id: id_entry } = await db
    .insertInto("diary_entries")
    .values({ id_project, id_user, day: "2026-11-20" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const insert = async (of: { id_snag: number | null; id_entry: number | null }) => {
    const { id } = await db
      .insertInto("voice_notes")
      .values({
        ...of,
        id_project,
        id_user,
        key: `voice/aa/${"a".repeat(64)}.weba`,
        bytes: 900,
        seconds: 4.2,
        came_sha256: "a".repeat(64),
        came_name: "",
        recorded_at: null,
        deleted_at: null,
        state: "ready",
        transcript: "The sleeve is missing.",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    id_snag_voice: await insert({ id_snag, id_entry: null }),
    id_diary_voice: await insert({ id_snag: null, id_entry }),
  };
}

async function insertSheet({ database: { db } }: TestApp, id_project: number): Promise<number> {
  const { id } = await db
    .insertInto("sheets")
    .values({ id_project, name: "Ground floor", image: null, width_metres: null, version: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const plan = { sha256: "5".repeat(64), page: 1 };
  const [original, image] = ["plans/55/original.png", "plans/55/image.webp"];
  await db
    .insertInto("plans")
    .values({ ...plan, type: "png", bytes: 1, width: 8, height: 6, original, image, state: "ready" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const version = { ...plan, id_sheet: id, version: 1, name: "plan.png", id_user: null };
  await db.insertInto("sheet_versions").values(version).execute();
  return id;
}

/** Another date of the room, and the pins in it. */
async function insertTour(
  app: TestApp,
  {
    id_project,
    id_visit,
    id_room,
    id_user,
  }: Record<"id_project" | "id_visit" | "id_room" | "id_user", number>,
) {
  const { db } = app.database;
  const id = "id" as const;
  const code = randomBytes(8).toString("hex");
  const dates = { visit_date: new Date("2026-01-01T08:00:00Z"), deleted_at: null };
  const other = await db
    .insertInto("visits")
    .values({ code, id_project, id_user, name: "Walk before", description: "", ...dates })
    .returning(id)
    .executeTakeFirstOrThrow();
  const { picture_sha256 } = await db
    .selectFrom("rooms")
    .select("picture_sha256")
    .where("id", "=", id_room)
    .executeTakeFirstOrThrow();
  const room = await db
    .insertInto("rooms")
    .values({ id_visit: other.id, name: "Hall", position: 0, file_name: "hall.jpg", picture_sha256 })
    .returning(id)
    .executeTakeFirstOrThrow();
  const at = { yaw: 10, pitch: -5 };
  const hotspot = await db
    .insertInto("hotspots")
    .values({ id_room, id_target_room: id_room, ...at, label: "" })
    .returning(id)
    .executeTakeFirstOrThrow();
  const info = await db
    .insertInto("room_infos")
    .values({ id_room, kind: "text", ...at, label: "Valve", media: null, id_user })
    .returning(id)
    .executeTakeFirstOrThrow();
  const snag = await db
    .insertInto("snags")
    .values({ id_project, number: 1, id_visit, id_room, title: "Cracked tile", ...at, id_user })
    .returning(id)
    .executeTakeFirstOrThrow();
  await db.updateTable("projects").set({ snag_count: 1 }).where(id, "=", id_project).execute();
  const comment = await db
    .insertInto("snag_comments")
    .values({ id_snag: snag.id, id_user, text: "By Monday." })
    .returning(id)
    .executeTakeFirstOrThrow();
  const snag_file = `${randomBytes(8).toString("hex")}.webp`;
  const kept = { image: `portraits/${snag_file}`, thumbnail: `portraits/${snag_file}` };
  await db
    .insertInto("snag_photos")
    .values({ filename: snag_file, id_snag: snag.id, id_project, id_visit, id_user, kind: "before", ...kept })
    .execute();
  const snapshot = await db
    .insertInto("snapshots")
    .values({ id_visit, id_room, id_user, ...at, fov: 60, ...kept })
    .returning(id)
    .executeTakeFirstOrThrow();
  return {
    id_other_visit: other.id,
    id_other_room: room.id,
    id_hotspot: hotspot.id,
    id_info: info.id,
    id_snag: snag.id,
    id_snag_comment: comment.id,
    snag_file,
    ...(await insertVoiceNotes(app, { id_project, id_user, id_snag: snag.id })),
    id_snapshot: snapshot.id,
  };
}

/** A public video, channel and camera. */
async function insertMovingPictures({ database: { db } }: TestApp, id_project: number, id_user: number) {
  const id = "id" as const;
  const code = () => randomBytes(8).toString("hex");
  const now = new Date("2026-02-01T08:00:00Z");
  const owned = { id_project, id_user, is_public: true };
  const sha256 = "7".repeat(64);
  await db
    .insertInto("films")
    .values({
      sha256,
      bytes: 1,
      width: 3840,
      height: 1920,
      seconds: 4,
      fps: 30,
      codec: "avc1",
      has_audio: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const code_video = code();
  const video = await db
    .insertInto("videos")
    .values({ ...owned, code: code_video, title: "Ride", video_date: now, film_sha256: sha256 })
    .returning(id)
    .executeTakeFirstOrThrow();
  const comment = await db
    .insertInto("video_comments")
    .values({
      id_video: video.id,
      id_parent: null,
      id_user,
      text: "Mind the hatch.",
      seconds: 1,
      yaw: 10,
      pitch: 0,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const code_channel = code();
  const channel = await db
    .insertInto("live_channels")
    .values({
      ...owned,
      code: code_channel,
      name: "Crane",
      driver: "own",
      key_hash: randomBytes(32),
      key_hint: "x7",
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const recording = await db
    .insertInto("live_recordings")
    .values({ id_channel: channel.id, folder: code(), ended_at: now })
    .returning(id)
    .executeTakeFirstOrThrow();
  const code_camera = code();
  const camera = await db
    .insertInto("cameras")
    .values({ ...owned, code: code_camera, name: "Gate", kind: "hls", source: "" })
    .returning(id)
    .executeTakeFirstOrThrow();
  const still = await db
    .insertInto("camera_stills")
    .values({
      id_camera: camera.id,
      taken_at: now,
      image: "portraits/still.webp",
      thumbnail: "portraits/still.webp",
      bytes: 1,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const timelapse = await db
    .insertInto("camera_timelapses")
    .values({
      id_camera: camera.id,
      id_user,
      from_at: new Date("2026-01-01T08:00:00Z"),
      to_at: now,
      fps: 30,
      has_stamp: true,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  return {
    id_video: video.id,
    code_video,
    id_video_comment: comment.id,
    id_channel: channel.id,
    code_channel,
    id_recording: recording.id,
    id_camera: camera.id,
    code_camera,
    id_still: still.id,
    id_timelapse: timelapse.id,
  };
}

async function insertWords({ database: { db } }: TestApp) {
  const name = randomBytes(6).toString("hex");
  const { id: id_category } = await db
    .insertInto("categories")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: id_type } = await db
    .insertInto("project_types")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id_category, id_type };
}

async function insertSpotCode({ database: { db } }: TestApp, id_project: number, id_room: number) {
  const { id, code } = await db
    .insertInto("spot_codes")
    .values({ id_project, id_room, number: 1, code: randomBytes(9).toString("hex") })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
  return { id_spot_code: id, code_spot: code };
}

async function insertSpotTimelapse(
  { database: { db } }: TestApp,
  { id_project, id_user, rooms }: { id_project: number; id_user: number; rooms: readonly [number, number] },
) {
  const { id } = await db
    .insertInto("spot_timelapses")
    .values({
      id_project,
      id_user,
      id_room: rooms[0],
      title: "Lobby",
      rooms: JSON.stringify(rooms),
      bearing: 0,
      pitch: 0,
      fov: 75,
      is_turning: false,
      has_stamp: true,
      language: "en",
      time_zone: "UTC",
      address: "",
      state: "failed",
      problem: "SPOT_TIMELAPSE_FAILED",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id_spot_timelapse: id };
}

async function insertCoverageSpot({ database: { db } }: TestApp, id_project: number, id_sheet: number) {
  await db.insertInto("coverage_plans").values({ id_project }).execute();
  const { id } = await db
    .insertInto("coverage_spots")
    .values({
      id_project,
      id_sheet,
      name: "Stair",
      id_room: null,
      x: 0.5,
      y: 0.5,
      since: "2026-01-01",
      id_user: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id_coverage_spot: id };
}

/** A report of the project with one pair of photos, sent to a person without an account. */
async function insertReport({ database: { db } }: TestApp, id_project: number, id_room: number) {
  const at = new Date("2026-02-08T05:00:00Z");
  const side = {
    day: "2026-02-01",
    visit: "First walk",
    visit_code: "x",
    id_room,
    yaw: 0,
    pitch: 0,
    fov: 70,
  };
  const figures: Frozen = {
    project: { name: "Palm Court", location: "" },
    sections: ["changes", "pairs", "snags"],
    figures: {
      visits: { visits: 1, rooms: 1, last: "First walk" },
      progress: null,
      snags: null,
      coverage: null,
      cameras: null,
      schedule: null,
      diary: null,
    },
    pairs: [{ name: "Stair", floor: "", is_fixed: false, before: side, after: side }],
  };
  const { id: id_report_run } = await db
    .insertInto("owner_report_runs")
    .values({
      id_project,
      period: "weekly",
      day_from: "2026-02-01",
      day_to: "2026-02-07",
      time_zone: "UTC",
      state: "sent",
      figures: JSON.stringify(figures),
      id_user: null,
      created_at: at,
      frozen_at: at,
      sent_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: id_recipient } = await db
    .insertInto("owner_report_recipients")
    .values({ id_project, id_user: null, email: "client@example.org", name: "Client", unsubscribed_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id, code } = await db
    .insertInto("owner_report_deliveries")
    .values({
      id_run: id_report_run,
      id_recipient,
      id_user: null,
      is_member: false,
      name: "Client",
      email: "client@example.org",
      language: "en",
      code: randomBytes(8).toString("hex"),
      // So that it can be sent again.
      state: "failed",
      sent_at: null,
      viewed_at: null,
      revoked_at: null,
      expires_at: new Date("2099-01-01T00:00:00Z"),
    })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
  return { id_report_run, id_report_delivery: id, code_report: code };
}

/** A photo of the project, and one in its bin. */
async function insertPhotos({ database: { db } }: TestApp, id_project: number, id_user: number) {
  const name = `portraits/${randomBytes(8).toString("hex")}.webp`;
  const photo = {
    id_project,
    id_user,
    file_name: "formwork.jpg",
    bytes: 1,
    sha256: "6".repeat(64),
    original: name,
    image: name,
    thumbnail: name,
    taken_at: new Date("2026-02-01T08:00:00Z"),
    taken_from: "upload" as const,
  };
  const [{ id: id_photo } = { id: 0 }, { id: id_binned_photo } = { id: 0 }] = await db
    .insertInto("photos")
    .values([photo, { ...photo, deleted_at: new Date() }])
    .returning("id")
    .execute();
  return { id_photo, id_binned_photo };
}

async function codeOf(app: TestApp, id: number): Promise<string> {
  const { code } = await app.database.db
    .selectFrom("users")
    .select("code")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return code;
}

/** Accounts are not deleted yet: the id of a deleted one is a missing one. */
async function deletePlace(app: TestApp, owner: TestClient, place: SamplePlace): Promise<SamplePlace> {
  await owner.call("DELETE /api/projects/{id}", { params: { id: place.id_project } });
  await owner.call("DELETE /api/sessions/{id}", { params: { id: place.id_session } });
  await app.database.db.deleteFrom("passkeys").where("id", "=", place.id_passkey).execute();
  const { db } = app.database;
  await db.deleteFrom("messages").where("id", "=", place.id_message).execute();
  await db.deleteFrom("projects").where("id", "=", place.id_binned).execute();
  await db.deleteFrom("projects").where("code", "=", place.code_public).execute();
  await db.deleteFrom("categories").where("id", "=", place.id_category).execute();
  await db.deleteFrom("project_types").where("id", "=", place.id_type).execute();
  await db.deleteFrom("project_invitations").where("id", "=", place.id_invitation).execute();
  await db.deleteFrom("users").where("id", "in", [place.id_leaver, place.id_left]).execute();
  await db.deleteFrom("billing_plans").where("id", "=", place.id_plan).execute();
  await db.deleteFrom("project_tiers").where("id", "=", place.id_tier).execute();
  await db.deleteFrom("api_tokens").where("id", "=", place.id_api_token).execute();
  await db.deleteFrom("webhooks").where("id", "=", place.id_webhook).execute();
  await db
    .updateTable("invoices")
    .set({ hidden_at: new Date() })
    .where("id", "=", place.id_invoice)
    .execute();
  return { ...place, id_user: nowhere, code_user: "nosuchcode22" };
}

/** A session of a user on another device: tests only view and end it. */
async function insertSession(app: TestApp, id_user: number, address = "192.0.2.1"): Promise<number> {
  const { id } = await app.database.db
    .insertInto("sessions")
    .values({
      token_hash: randomBytes(32),
      browser_hash: randomBytes(32),
      id_user,
      remembered: false,
      user_agent: "Mozilla/5.0",
      address,
      expires_at: new Date(Date.now() + 3_600_000),
      ended_at: null,
      end_reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertPasskey(app: TestApp, id_user: number, name: string): Promise<number> {
  const { id } = await app.database.db
    .insertInto("passkeys")
    .values({
      id_user,
      name,
      credential_id: randomBytes(16).toString("base64url"),
      public_key: randomBytes(32),
      counter: 0,
      synced: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A message to oneself: in a sample project only its owner is involved. */
async function insertMessage(app: TestApp, id_user: number, content: string): Promise<number> {
  const { id } = await app.database.db
    .insertInto("messages")
    .values({ type: "user", sender_id: id_user, recipient_id: id_user, content })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function markOther({ database, ...app }: TestApp, id_user: number): Promise<void> {
  await insertSession({ database, ...app }, id_user, markOfOther);
  await insertPasskey({ database, ...app }, id_user, markOfOther);
  await insertMessage({ database, ...app }, id_user, markOfOther);
  await database.db
    .insertInto("notifications")
    .values({
      id_user,
      type: "info",
      kind: "security",
      text: "welcome",
      values: "{}",
      link: `/${markOfOther}`,
    })
    .execute();
  await database.db
    .insertInto("account_alerts")
    .values({ id_user, kind: "new_device", address: markOfOther, user_agent: "" })
    .execute();
  await database.db
    .insertInto("social_accounts")
    .values({ id_user, provider: "google", subject: String(id_user), label: markOfOther })
    .execute();
  await database.db
    .insertInto("activity")
    .values({ id_user, action: "user.changed", subject_kind: null, id_subject: null, address: markOfOther })
    .execute();
}

/** A plan with a request for it, a size tier, and an unpaid invoice of the owner. */
async function insertBilling(app: TestApp, id_user: number) {
  const { db } = app.database;
  const mark = randomBytes(6).toString("hex");
  const { id: id_plan } = await db
    .insertInto("billing_plans")
    .values({
      name: `Site ${mark}`,
      // A caller who receives this plan goes on to test everything else.
      features: [...planFeatures],
      n_projects: null,
      n_projects_month: null,
      n_virtual_tours: null,
      n_virtual_tours_month: null,
      n_video_uploads: null,
      n_video_uploads_month: null,
      n_cameras: null,
      n_channels: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const wisher = await app.user();
  const { id: id_plan_request } = await db
    .insertInto("plan_requests")
    .values({ id_user: wisher.id, id_plan })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: id_tier } = await db
    .insertInto("project_tiers")
    .values({ name: "Villa", area: 800, num_buildings: 1, num_floors: 3, id_project: null, price: 900 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const party = JSON.stringify({ name: "", company: "", address: "", tax_id: "", email: "" });
  bills += 1;
  const day = new Date(Date.UTC(2026, 0, bills)).toISOString().slice(0, 10);
  const { id: id_invoice } = await db
    .insertInto("invoices")
    .values({
      number: `T-${mark}`,
      year: 1999,
      sequence: bills,
      id_user,
      customer: party,
      seller: party,
      language: "en",
      billing_start: day,
      // Early enough to have started, late enough not to be overdue.
      billing_end: "2199-12-31",
      currency: "USD",
      subtotal: 900,
      tax_name: "",
      tax_rate: 0,
      tax: 0,
      total: 900,
      note: "",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id_plan, id_plan_request, id_tier, id_invoice };
}
/** One invoice per user and cycle. */
let bills = 0;

async function insertProgress(app: TestApp, id_project: number, id_sheet: number): Promise<number> {
  const { id } = await app.database.db
    .insertInto("progress_entries")
    .values({ id_project, id_sheet, place: "Lobby", percent: 30, on_date: "2026-02-01", id_user: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An Autodesk link, a schedule, a token and a webhook. */
async function insertOutside({ database: { db } }: TestApp, id_project: number, id_user: number) {
  const id = "id" as const;
  const mark = randomBytes(6).toString("hex");
  const link = await db
    .insertInto("autodesk_links")
    .values({
      id_project,
      hub_id: "b.1f",
      adsk_project_id: `b.${mark}`,
      name: "Tower",
      id_user,
      synced_at: null,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("schedules")
    .values({ id_project, source: gzipSync("<Project/>"), id_user })
    .execute();
  const task = await db
    .insertInto("schedule_tasks")
    .values({
      id_project,
      uid: 1,
      position: 0,
      level: 1,
      name: "Groundwork",
      start: "2026-02-01 08:00:00",
      finish: "2026-02-05 17:00:00",
      baseline_start: null,
      baseline_finish: null,
      actual_start: null,
      actual_finish: null,
      deadline: null,
      duration: 2400,
      told_at: null,
      id_teller: null,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const token = await db
    .insertInto("api_tokens")
    .values({
      id_user,
      name: "Reports",
      token_hash: randomBytes(32),
      hint: `swk_${mark}`,
      scopes: ["snags:read"],
      expires_at: null,
      last_used_at: null,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const webhook = await db
    .insertInto("webhooks")
    .values({
      id_user,
      id_project,
      url: "https://hooks.example/sitewalk",
      events: ["snag.created"],
      secret: mark,
      old_secret: null,
      old_secret_until: null,
      failing_since: null,
      stopped_at: null,
      last_delivery_at: null,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const delivery = await db
    .insertInto("webhook_deliveries")
    .values({
      id_webhook: webhook.id,
      key: mark,
      event: "snag.created",
      id_activity: null,
      body: "{}",
      status: null,
      milliseconds: null,
      next_try_at: null,
    })
    .returning(id)
    .executeTakeFirstOrThrow();
  const id_failed_job = randomUUID();
  // A failed job as pg-boss leaves it; the product has no statement for that.
  await sql`insert into pgboss.job (id, name, data, state, output, started_on, completed_on, policy, retry_limit)
    values (${id_failed_job}, 'media.sweep-uploads', '{}', 'failed', '{"message":"no room"}', now(), now(), 'standard', 3)`.execute(
    db,
  );
  return {
    id_failed_job,
    id_autodesk_link: link.id,
    id_task: task.id,
    id_api_token: token.id,
    id_webhook: webhook.id,
    id_delivery: delivery.id,
  };
}
