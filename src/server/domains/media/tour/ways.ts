import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { roomPoints } from "./tour.events.ts";
import { walkOrder } from "./walk-order.ts";
import { aimWays, type StandingRoom } from "./way-directions.ts";
import { neighboursOf } from "./way-neighbours.ts";
import "./tables.ts";

/** Called by other domains when rooms are added, deleted or moved in the list, on a floor plan or by compass. */
export interface ProposedWays {
  /**
   * Recomputes the proposed links of these visits, within the caller's transaction. User-made links stay, and nothing
   * is added between two rooms that users have arranged themselves.
   */
  propose(trx: Trx, visitIds: Iterable<number>): Promise<void>;
}

interface Row {
  readonly id_room: number;
  readonly id_project: number;
  readonly name: string;
  readonly file_name: string;
  readonly position: number;
  readonly captured_at: Date | null;
  readonly is_order_set: boolean;
  readonly north: number | null;
  readonly place: StandingRoom["place"];
}

interface Way {
  readonly id: number;
  readonly id_room: number;
  readonly id_target_room: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly is_proposed: boolean;
}

export function createProposedWays(bus: Pick<Bus, "emit">): ProposedWays {
  const proposeIn = async (trx: Trx, id_visit: number) => {
    const rooms = await roomsOf(trx, id_visit);
    const walk = walkOrder(rooms, { isSet: rooms[0]?.is_order_set === true });
    const [ways, denials] = await Promise.all([waysOf(trx, id_visit), denialsOf(trx, id_visit)]);
    const { add, change, drop } = compare(walk, ways, denials);
    if (drop.length > 0) await trx.deleteFrom("hotspots").where("id", "in", drop).execute();
    for (const { id, yaw, pitch } of change)
      await trx.updateTable("hotspots").set({ yaw, pitch }).where("id", "=", id).execute();
    if (add.length > 0)
      await trx
        .insertInto("hotspots")
        .values(add.map((way) => ({ ...way, label: "", is_proposed: true })))
        .execute();
    const dropped = ways.filter(({ id }) => drop.includes(id));
    const touched = new Set([...add, ...change, ...dropped].map(({ id_room }) => id_room));
    for (const { id_room, id_project } of rooms)
      if (touched.has(id_room)) await bus.emit(trx, roomPoints, { id_project, id_visit, id_room });
  };
  return {
    async propose(trx, visitIds) {
      // In a fixed order, so that two calls that position rooms of the same visits cause no deadlock.
      for (const id of [...new Set(visitIds)].toSorted((a, b) => a - b)) {
        await trx.selectFrom("visits").select("id").where("id", "=", id).forUpdate().execute();
        await proposeIn(trx, id);
      }
    },
  };
}

/** The links to add, move and delete so that the proposed ones match this visit. */
export function compare(
  walk: readonly StandingRoom[],
  ways: readonly Way[],
  denied: ReadonlySet<string>,
): {
  readonly add: readonly Omit<Way, "id" | "is_proposed">[];
  readonly change: readonly Way[];
  readonly drop: readonly number[];
} {
  const neighbours = neighboursOf(walk);
  const byHand = new Set(ways.filter(({ is_proposed }) => !is_proposed).map(({ id_room }) => id_room));
  const known = new Map(ways.map((way) => [pairKey(way.id_room, way.id_target_room), way]));
  const wanted = new Set<string>();
  const add: Omit<Way, "id" | "is_proposed">[] = [];
  const change: Way[] = [];
  for (const [at, room] of walk.entries()) {
    const targets = (neighbours.get(room.id_room) ?? []).flatMap(
      (id) => walk.find(({ id_room }) => id_room === id) ?? [],
    );
    const aims = aimWays(room, targets, { after: walk[at + 1], before: walk[at - 1] });
    for (const [id_target_room, { yaw, pitch }] of aims) {
      const key = pairKey(room.id_room, id_target_room);
      const way = known.get(key);
      wanted.add(key);
      if (way?.is_proposed && (way.yaw !== yaw || way.pitch !== pitch)) change.push({ ...way, yaw, pitch });
      const isLaidOut = byHand.has(room.id_room) && byHand.has(id_target_room);
      if (way === undefined && !denied.has(key) && !isLaidOut)
        add.push({ id_room: room.id_room, id_target_room, yaw, pitch });
    }
  }
  const drop = ways
    .filter(
      ({ is_proposed, id_room, id_target_room }) =>
        is_proposed && !wanted.has(pairKey(id_room, id_target_room)),
    )
    .map(({ id }) => id);
  return { add, change, drop };
}

export const pairKey = (from: number, to: number): string => `${from} ${to}`;

async function roomsOf(trx: Trx, visitId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id as id_room, v.id_project, r.name, r.file_name, r.position, c.captured_at, v.is_order_set,
      case when r.is_north_set or r.north <> 0 or c.north is not null then r.north end as north,
      case when t.id_room is not null then json_build_object(
        'id_sheet', t.id_sheet, 'x', t.x, 'y', t.y, 'heading', t.heading, 'sheetNorth', s.north,
        'width_metres', s.width_metres, 'ratio', coalesce(
          (select p.height::float8 / p.width from plans p where p.image = s.image and p.width > 0 limit 1), 1)) end
        as place
    from rooms r join visits v on v.id = r.id_visit
    join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
    left join room_positions t on t.id_room = r.id left join sheets s on s.id = t.id_sheet
    where r.id_visit = ${visitId} order by r.position, r.id`.execute(trx);
  return rows;
}

const waysOf = (trx: Trx, visitId: number): Promise<Way[]> =>
  trx
    .selectFrom("hotspots as h")
    .innerJoin("rooms as r", "r.id", "h.id_room")
    .select(["h.id", "h.id_room", "h.id_target_room", "h.yaw", "h.pitch", "h.is_proposed"])
    .where("r.id_visit", "=", visitId)
    .orderBy("h.id")
    .execute();

async function denialsOf(trx: Trx, visitId: number): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("way_denials as d")
    .innerJoin("rooms as r", "r.id", "d.id_room")
    .select(["d.id_room", "d.id_target_room"])
    .where("r.id_visit", "=", visitId)
    .execute();
  return new Set(rows.map(({ id_room, id_target_room }) => pairKey(id_room, id_target_room)));
}
