import { sql } from "kysely";
import { recordActivity } from "#server/platform/activity.ts";
import {
  type Capture,
  claimCapture,
  refuseCapture,
  settleCapture,
  splitCapture,
} from "#server/platform/captures.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CallContext } from "#server/platform/http/module.ts";
import { personName } from "#server/platform/person-name.ts";
import { done, type SheetChangesOptions } from "./sheet-changes.ts";
import { sheetsChanged } from "./sheets.events.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "./tables.ts";

type Call = Pick<CallContext<"PUT /api/maps/{id}/room-positions">, "subject" | "body" | "user" | "request">;
type Options = Pick<SheetChangesOptions, "db" | "bus" | "ways" | "repository">;
type Began = NonNullable<Call["body"]["from"]>[number];

/** Where a room is; on no floor plan when `id_sheet` is null. */
interface Position {
  readonly id_sheet: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

interface Standing extends Position {
  readonly room: string;
  readonly sheet: string | null;
  readonly by: string | null;
  readonly at: Date | null;
}

/**
 * Sets the positions of rooms, once for each capture: all of them or none. Throws CONFLICT when one with `from` is no
 * longer where its change began; what was sent is then in the log.
 */
export async function setRoomPositions(options: Options, call: Call): Promise<void> {
  const { db } = options;
  const { user } = call;
  const [capture, { rooms, from = [] }] = splitCapture(call.body);
  const doing = { id_user: user.id, kind: "room_position" } as const;
  const conflict = await db.transaction().execute(async (trx) => {
    if (capture !== undefined && (await claimCapture(trx, capture, doing)) !== null) return undefined;
    // Sorted, so that two calls for the same rooms do not deadlock.
    for (const began of from.toSorted((a, b) => a.id_room - b.id_room)) {
      const now = await positionOf(trx, began.id_room);
      // A room that was deleted is refused below.
      if (now === undefined) continue;
      const wanted = wantedOf(call, began.id_room);
      // Returned instead of thrown: the line in the log must be committed.
      if (wanted !== undefined && !isAt(now, began) && !isAt(now, wanted))
        return refuse(trx, call, { began, now, wanted, capture });
      if (wanted !== undefined && !isAt(now, wanted)) await record(trx, call, { began, now, wanted });
    }
    await write(trx, options, call);
    const [first] = rooms;
    if (capture !== undefined && first !== undefined) await settleCapture(trx, capture, first.id_room);
    return undefined;
  });
  if (conflict !== undefined) throw conflict;
}

async function write(
  trx: Trx,
  { repository, ways, bus }: Options,
  { subject, body, user, request }: Call,
): Promise<void> {
  if (!(await repository.place(trx, subject, body.rooms, user.id)))
    throw body.guid === undefined
      ? new AppError("VALIDATION", { fields: { rooms: ["sheets.room_elsewhere"] } })
      : new AppError("NOT_FOUND");
  await ways.propose(trx, await repository.visitsOf(trx, body.rooms));
  await bus.emit(trx, sheetsChanged, { id_project: subject.id_project });
  await recordActivity(trx, { ...done("changed", subject, user, request), changed: ["rooms"] });
}

/** The position that a call gives a room; undefined for a room that it does not move. */
function wantedOf({ subject, body }: Call, id_room: number): Position | undefined {
  const place = body.rooms.find((room) => room.id_room === id_room);
  if (place === undefined) return undefined;
  const { x, y } = place;
  return x === null || y === null ? nowhere : { id_sheet: subject.id, x, y };
}

const nowhere: Position = { id_sheet: null, x: null, y: null };

/** The position of a room, locked also while it has none; undefined for a room that does not exist. */
async function positionOf(trx: Trx, id_room: number): Promise<Standing | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`position:${id_room}`}, 0))`.execute(trx);
  const { rows } = await sql<Standing>`
    select r.name as room, t.id_sheet, t.x, t.y, s.name as sheet, ${personName("u")} as by, t.positioned_at as at
    from rooms r left join room_positions t on t.id_room = r.id left join sheets s on s.id = t.id_sheet
    left join users u on u.id = t.id_user
    where r.id = ${id_room}`.execute(trx);
  return rows[0];
}

const isAt = (one: Position, other: Position): boolean =>
  one.id_sheet === other.id_sheet && (one.id_sheet === null || (one.x === other.x && one.y === other.y));

const percent = (share: number | null): string => `${Math.round((share ?? 0) * 100)}%`;
const shown = (sheet: string, { id_sheet, x, y }: Position): string =>
  id_sheet === null ? "" : `${sheet} · ${percent(x)}, ${percent(y)}`;

interface Move {
  readonly began: Began;
  readonly now: Standing;
  readonly wanted: Position;
}

/** In the log of the project: with it a position that was replaced can be found again. */
const lineOf = (
  { subject, user, request }: Call,
  { began, now, wanted }: Move,
  action: "positioned" | "not_applied",
) => ({
  id_user: user.id,
  action: `room.${action}` as const,
  subject: { kind: "room", id: began.id_room, name: now.room },
  id_project: subject.id_project,
  details: { position: shown(subject.name, wanted) || "–", was: shown(now.sheet ?? "", now) || "–" },
  address: request.ip,
});

const record = (trx: Trx, call: Call, move: Move) => recordActivity(trx, lineOf(call, move, "positioned"));

async function refuse(
  trx: Trx,
  call: Call,
  { capture, ...move }: Move & { readonly capture: Capture | undefined },
): Promise<AppError> {
  const { began, now, wanted } = move;
  if (capture !== undefined && (await refuseCapture(trx, capture)))
    await recordActivity(trx, lineOf(call, move, "not_applied"));
  const { id_sheet, x, y } = now;
  return new AppError("CONFLICT", {
    values: {
      field: "position",
      now: JSON.stringify({ id_room: began.id_room, id_sheet, x, y }),
      shown: shown(now.sheet ?? "", now),
      sent: shown(call.subject.name, wanted),
      // Empty would be another device of the caller.
      by: now.by ?? "–",
      at: now.at?.toISOString() ?? "",
    },
  });
}
