import { sql } from "kysely";
import type { ViewerWalks, WalkStep } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";
import type { WalkLine } from "./tables.ts";
import "#server/media/tables.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";

interface WalkRow {
  readonly line: WalkLine;
  readonly rooms: readonly { readonly picture: number; readonly id_room: number }[];
}

interface PositionRow {
  readonly id_room: number;
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
  readonly aspect: number;
}

/** Lines of walks whose rooms can be shown. */
export const linesOfVisit = (db: Database) => ({
  /** Whether the visit has a placed walk. */
  async areIn(visitId: number): Promise<boolean> {
    const row = await db
      .selectFrom("walks")
      .select("id")
      .where("id_visit", "=", visitId)
      .where("line", "is not", null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The walks' lines, and the steps along them between rooms that still exist, where these are now. */
  async of(visitId: number): Promise<ViewerWalks> {
    const [walks, positions] = await Promise.all([walksIn(db, visitId), positionsIn(db, visitId)]);
    const steps = new Map<string, WalkStep>();
    for (const { line, rooms } of walks) {
      const byPicture = new Map(rooms.map(({ picture, id_room }) => [picture, id_room]));
      const passed = line.passed.flatMap((picture) => byPicture.get(picture) ?? []);
      for (const [at, to] of passed.entries()) {
        const from = passed[at - 1];
        if (from === undefined || from === to) continue;
        addStep(steps, positions, { from, to, is_onward: true });
        addStep(steps, positions, { from: to, to: from, is_onward: false });
      }
    }
    return {
      lines: walks.flatMap(({ line }) =>
        line.stretches.map(({ points, ...stretch }) => ({
          ...stretch,
          points: points.map(([x, y]): [number, number] => [x, y]),
        })),
      ),
      steps: [...steps.values()],
    };
  },
});

/** The first passing counts: a way back is no longer the direction of the walk. */
function addStep(
  steps: Map<string, WalkStep>,
  positions: ReadonlyMap<number, PositionRow>,
  step: Omit<WalkStep, "heading">,
): void {
  const key = `${step.from} ${step.to}`;
  if (steps.has(key)) return;
  const [from, to] = [positions.get(step.from), positions.get(step.to)];
  if (from === undefined || to === undefined) return;
  const heading =
    from.id_sheet === to.id_sheet
      ? (Math.atan2(to.x - from.x, (from.y - to.y) / from.aspect) * 180) / Math.PI
      : null;
  steps.set(key, { ...step, heading });
}

async function walksIn(db: Database, visitId: number): Promise<WalkRow[]> {
  const { rows } = await sql<WalkRow>`
    select w.line, coalesce((
      select json_agg(json_build_object('picture', r.picture, 'id_room', r.id_room))
      from walk_rooms r where r.id_walk = w.id and r.is_made and r.id_room is not null), '[]') as rooms
    from walks w where w.id_visit = ${visitId} and w.line is not null order by w.id`.execute(db);
  return rows;
}

async function positionsIn(db: Database, visitId: number): Promise<Map<number, PositionRow>> {
  const { rows } = await sql<PositionRow>`
    select t.id_room, t.id_sheet, t.x, t.y,
      coalesce((select p.width::float8 / p.height from plans p where p.image = s.image and p.height > 0 limit 1), 1)
        as aspect
    from room_positions t join rooms r on r.id = t.id_room
    join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
    join sheets s on s.id = t.id_sheet
    where r.id_visit = ${visitId}`.execute(db);
  return new Map(rows.map((row) => [row.id_room, row]));
}
