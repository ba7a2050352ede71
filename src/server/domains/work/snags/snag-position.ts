import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { isAssignableInvited } from "./invited-assignees.ts";
import type { SnagRow, SnagValues } from "./snag-writes.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "../crews/tables.ts";

type Place = Pick<SnagValues, "id_visit" | "id_room" | "yaw" | "pitch" | "fov" | "id_sheet" | "x" | "y">;
type Sent = { readonly [K in Exclude<keyof Place, "id_visit">]?: Place[K] | undefined };

const refuse = (field: string, key: string) => new AppError("VALIDATION", { fields: { [field]: [key] } });

const nowhere: Place = {
  id_visit: null,
  id_room: null,
  yaw: null,
  pitch: null,
  fov: null,
  id_sheet: null,
  x: null,
  y: null,
};

/**
 * Resolves the position of a snag after an update: in a room of its visit, on a floor plan of its project. `now` is its
 * current position; a new one has none except perhaps a visit. Throws VALIDATION at the invalid field.
 */
export async function resolvePosition(
  trx: Trx,
  projectId: number,
  now: Partial<Place>,
  sent: Sent,
): Promise<Partial<Place>> {
  const before: Place = { ...nowhere, ...now };
  return {
    ...(await inRoom(trx, projectId, before, sent)),
    ...(await onSheet(trx, projectId, before, sent)),
  };
}

async function inRoom(trx: Trx, projectId: number, before: Place, sent: Sent): Promise<Partial<Place>> {
  if ([sent.id_room, sent.yaw, sent.pitch, sent.fov].every((value) => value === undefined)) return {};
  const id_room = sent.id_room === undefined ? before.id_room : sent.id_room;
  // In another room the old direction shows something else.
  const old = id_room === before.id_room ? before : nowhere;
  const yaw = sent.yaw === undefined ? old.yaw : sent.yaw;
  const pitch = sent.pitch === undefined ? old.pitch : sent.pitch;
  if ((yaw === null) !== (pitch === null))
    throw refuse(yaw === null ? "yaw" : "pitch", "snags.direction_incomplete");
  const fov = yaw === null ? null : sent.fov === undefined ? old.fov : sent.fov;
  if (id_room === null) {
    if (yaw !== null) throw refuse("id_room", "snags.room_required");
    return { id_room, yaw, pitch, fov };
  }
  if (id_room === before.id_room) return { yaw, pitch, fov };
  const room = await trx
    .selectFrom("rooms as r")
    .innerJoin("visits as v", "v.id", "r.id_visit")
    .select("r.id_visit")
    .where("r.id", "=", id_room)
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .forKeyShare("r")
    .executeTakeFirst();
  if (room === undefined || (before.id_visit !== null && room.id_visit !== before.id_visit))
    throw refuse("id_room", "snags.room_elsewhere");
  return { id_visit: room.id_visit, id_room, yaw, pitch, fov };
}

/** Its own position on a floor plan. When removed, that of its room counts. */
async function onSheet(trx: Trx, projectId: number, before: Place, sent: Sent): Promise<Partial<Place>> {
  if ([sent.id_sheet, sent.x, sent.y].every((value) => value === undefined)) return {};
  if (sent.id_sheet === null) return { id_sheet: null, x: null, y: null };
  const shown = await shownPlace(trx, before, sent.id_room);
  const id_sheet = sent.id_sheet ?? shown.id_sheet;
  const old = id_sheet === shown.id_sheet ? shown : nowhere;
  const x = sent.x === undefined ? old.x : sent.x;
  const y = sent.y === undefined ? old.y : sent.y;
  if (x === null && y === null) return { id_sheet: null, x, y };
  if (x === null || y === null) throw refuse(x === null ? "x" : "y", "snags.place_incomplete");
  if (id_sheet === null) throw refuse("id_sheet", "snags.sheet_required");
  const sheet = await trx
    .selectFrom("sheets")
    .select("id")
    .where("id", "=", id_sheet)
    .where("id_project", "=", projectId)
    .forKeyShare()
    .executeTakeFirst();
  if (sheet === undefined) throw refuse("id_sheet", "snags.sheet_elsewhere");
  return { id_sheet, x, y };
}

/** The visible position on a floor plan: its own, or its room's. */
async function shownPlace(
  trx: Trx,
  before: Place,
  sentRoom: number | null | undefined,
): Promise<Pick<Place, "id_sheet" | "x" | "y">> {
  if (before.id_sheet !== null) return before;
  const id_room = sentRoom === undefined ? before.id_room : sentRoom;
  if (id_room === null) return nowhere;
  const place = await trx
    .selectFrom("room_positions")
    .select(["id_sheet", "x", "y"])
    .where("id_room", "=", id_room)
    .executeTakeFirst();
  return place ?? nowhere;
}

/** Members to whom a snag can be assigned: those who will see it. */
export const assignable = (projectId: number) =>
  sql<number>`select id_user from project_members where id_project = ${projectId}
    and grants && array['snags.view', 'snags.own']
    and id_user not in (select id from users where deleted_at is not null)`;

/** Throws VALIDATION when the crew is not one of the project, or is archived. */
export async function checkCrew(
  trx: Trx,
  { id_project, id_crew: now }: Pick<SnagRow, "id_project" | "id_crew">,
  id_crew: number | null | undefined,
): Promise<void> {
  if (id_crew === undefined || id_crew === null || id_crew === now) return;
  const crew = await trx
    .selectFrom("crew_projects as j")
    .innerJoin("crews as c", "c.id", "j.id_crew")
    .select("c.id")
    .where("c.id", "=", id_crew)
    .where("j.id_project", "=", id_project)
    .where("c.archived_at", "is", null)
    // It can be neither detached nor deleted until the snag is stored.
    .forKeyShare("j")
    .executeTakeFirst();
  if (crew === undefined) throw refuse("id_crew", "crews.crew_elsewhere");
}

/** Throws VALIDATION when the invitation is not a pending one of the project. */
export async function checkInvited(
  trx: Trx,
  { id_project, id_invitation: now }: Pick<SnagRow, "id_project" | "id_invitation">,
  id_invitation: number | null | undefined,
): Promise<void> {
  if (id_invitation === undefined || id_invitation === null || id_invitation === now) return;
  if (!(await isAssignableInvited(trx, id_project, id_invitation)))
    throw refuse("id_invitation", "snags.assignee_elsewhere");
}

/** Throws VALIDATION when the user could not see the snag. */
export async function checkAssignee(
  trx: Trx,
  { id_project, id_assignee: now }: Pick<SnagRow, "id_project" | "id_assignee">,
  id_assignee: number | null | undefined,
): Promise<void> {
  if (id_assignee === undefined || id_assignee === null || id_assignee === now) return;
  const { rows } =
    await sql`select from (${assignable(id_project)}) who where id_user = ${id_assignee}`.execute(trx);
  if (rows.length === 0) throw refuse("id_assignee", "snags.assignee_elsewhere");
}
