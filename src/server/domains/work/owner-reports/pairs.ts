import { sql } from "kysely";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { ReportFigures, ReportViewPoint } from "#contract/owner-reports.ts";
import type { Counterparts } from "#server/domains/media/tour/bindings-counterparts.ts";
import { plainName } from "#server/domains/media/tour/bindings-nearness.ts";
import type { Trx } from "#server/platform/database.ts";
import { addDays, dayAt, instantAt } from "#server/platform/site-time.ts";
import type { ReportSpan } from "./figures.ts";
import type { FrozenPair, FrozenSide } from "./frozen.ts";

/** Visits of each side that are searched, the newest first, and rooms of the period that are considered. */
const VISITS = 8;
const ROOMS = 400;
/** Spots for which an earlier photo is searched. */
const TRIED = 14;
const USUAL_FOV = 70;

interface PairRoom {
  readonly id: number;
  readonly id_visit: number;
  readonly id_spot: number | null;
  readonly name: string;
  readonly id_sheet: number | null;
  readonly floor: string;
  /** Yaw of north in its picture; null while unknown. */
  readonly north: number | null;
  readonly visit: string;
  readonly visit_code: string;
  readonly visit_date: Date;
  /** Of a snag in it that was opened or closed in the period; null without one. */
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly snags: number;
}

/** -180 (included) to 180 (excluded). */
const wrap = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** The same direction in another picture: by the compass where both norths are known, else as it is. */
export const besideYaw = (yaw: number, north: number | null, other: number | null): number =>
  north === null || other === null ? yaw : wrap(yaw - north + other);

/** Selects the photos of the same spots before and after: fixed views first, then spots with snags and progress. */
export async function choosePairs(
  trx: Trx,
  span: ReportSpan,
  options: {
    readonly views: readonly ReportViewPoint[];
    readonly progress: ReportFigures["progress"];
    readonly counterparts: Counterparts;
  },
): Promise<FrozenPair[]> {
  const { zone, isOpen, now } = span;
  const start = instantAt(span.from, 0, zone);
  const end = isOpen ? now : instantAt(addDays(span.to, 1), 0, zone);
  const visits = await visitsOf(trx, span.id_project, end);
  const after = visits.filter(({ visit_date }) => visit_date >= start).slice(0, VISITS);
  const before = visits.filter(({ visit_date }) => visit_date < start).slice(0, VISITS);
  const chosen: FrozenPair[] = [];
  const used = new Set<string>();
  const side = (room: PairRoom, view: Pick<FrozenSide, "yaw" | "pitch" | "fov">): FrozenSide => ({
    day: dayAt(room.visit_date, zone),
    visit: room.visit,
    visit_code: room.visit_code,
    id_room: room.id,
    ...view,
  });
  const add = (first: PairRoom, second: PairRoom, view: ReportViewPoint, isFixed: boolean) => {
    used.add(keyOf(second));
    const { yaw, pitch, fov } = view;
    chosen.push({
      name: second.name,
      floor: second.floor,
      is_fixed: isFixed,
      before: side(first, { yaw: besideYaw(yaw, second.north, first.north), pitch, fov }),
      after: side(second, { yaw, pitch, fov }),
    });
  };

  for (const view of options.views) {
    const pair = await fixedPair(trx, span, view, [...after, ...before], start, options.counterparts);
    if (pair !== undefined) add(pair.before, pair.after, pair.view, true);
  }
  const rooms = await roomsIn(
    trx,
    after.map(({ id }) => id),
    { start, end },
  );
  const ranked = rooms
    .map((room) => ({ room, weight: weightOf(room, options.progress) }))
    .toSorted((a, b) => b.weight - a.weight);
  const earlier = before.map(({ id }) => id);
  let tried = 0;
  for (const { room } of ranked) {
    if (chosen.length >= limits.pairs || tried >= TRIED || earlier.length === 0) break;
    if (used.has(keyOf(room))) continue;
    used.add(keyOf(room));
    tried += 1;
    const found = await options.counterparts.counterpartsOf(room, earlier);
    const first = earlier.find((visit) => found.has(visit));
    const [other] = first === undefined ? [] : await roomsById(trx, [found.get(first) ?? 0]);
    if (other === undefined) continue;
    const view = { id_room: room.id, yaw: room.yaw ?? 0, pitch: room.pitch ?? 0, fov: USUAL_FOV };
    add(other, room, view, false);
  }
  return chosen.slice(0, limits.pairs);
}

/** Identifies a spot by its binding, or else by its name and floor plan. */
const keyOf = ({ id_spot, id_sheet, name }: PairRoom): string =>
  id_spot === null ? `${id_sheet ?? ""} ${plainName(name)}` : `spot ${id_spot}`;

/** Snags count most, then the change of the floor's progress; photos on a floor plan before others. */
function weightOf(room: PairRoom, progress: ReportFigures["progress"]): number {
  const floor = progress?.floors.find(({ id_sheet }) => id_sheet === room.id_sheet);
  const change = floor === undefined ? 0 : Math.abs((floor.percent ?? 0) - (floor.before ?? 0));
  return 3 * Math.min(room.snags, 5) + change / 10 + (room.id_sheet === null ? 0 : 0.1);
}

interface DatedVisit {
  readonly id: number;
  readonly visit_date: Date;
}

async function visitsOf(trx: Trx, projectId: number, end: Date): Promise<DatedVisit[]> {
  const { rows } = await sql<DatedVisit>`
    select id, visit_date from visits
    where id_project = ${projectId} and deleted_at is null and visit_date < ${end}
    order by visit_date desc, id desc limit 500`.execute(trx);
  return rows;
}

/** The newest photo of the view's spot by the end of the period, and the newest one before the period. */
async function fixedPair(
  trx: Trx,
  span: ReportSpan,
  view: ReportViewPoint,
  visits: readonly DatedVisit[],
  start: Date,
  counterparts: Counterparts,
) {
  const [own] = await roomsById(trx, [view.id_room], span.id_project);
  if (own === undefined) return undefined;
  const ids = visits.map(({ id }) => id);
  const found = new Map(
    await counterparts.counterpartsOf(
      own,
      ids.filter((id) => id !== own.id_visit),
    ),
  );
  found.set(own.id_visit, own.id);
  const dated = visits.filter(({ id }) => found.has(id));
  const after = dated[0];
  const before = dated.find((visit) => visit !== after && visit.visit_date < start);
  if (after === undefined || before === undefined) return undefined;
  const rooms = await roomsById(trx, [found.get(before.id) ?? 0, found.get(after.id) ?? 0]);
  const first = rooms.find(({ id_visit }) => id_visit === before.id);
  const second = rooms.find(({ id_visit }) => id_visit === after.id);
  if (first === undefined || second === undefined) return undefined;
  return {
    before: first,
    after: second,
    view: { ...view, yaw: besideYaw(view.yaw, own.north, second.north) },
  };
}

const columns = sql`r.id, r.id_visit, r.id_spot, r.name, t.id_sheet, coalesce(nullif(h.floor, ''), h.name, '') as floor,
  case when r.is_north_set or r.north <> 0 or c.north is not null then r.north end as north,
  v.name as visit, v.code as visit_code, v.visit_date`;
const tables = sql`rooms r
  join visits v on v.id = r.id_visit and v.deleted_at is null
  join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  left join lateral (select p.id_sheet from room_positions p where p.id_room = r.id limit 1) t on true
  left join sheets h on h.id = t.id_sheet`;

async function roomsById(trx: Trx, ids: readonly number[], projectId?: number): Promise<PairRoom[]> {
  const { rows } = await sql<PairRoom>`
    select ${columns}, null::float8 as yaw, null::float8 as pitch, 0 as snags from ${tables}
    where r.id = any (${ids}::bigint[])
      and ${projectId === undefined ? sql`true` : sql`v.id_project = ${projectId}`}`.execute(trx);
  return rows;
}

/** Rooms of these visits with the snags of their spots that were opened or closed in the period. */
async function roomsIn(
  trx: Trx,
  visits: readonly number[],
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<PairRoom[]> {
  if (visits.length === 0) return [];
  const { rows } = await sql<PairRoom>`
    select ${columns}, n.yaw, n.pitch, coalesce(n.snags, 0)::int as snags from ${tables}
    left join lateral (
      select count(*) as snags, (array_agg(s.yaw order by s.id desc) filter (where s.id_room = r.id))[1] as yaw,
        (array_agg(s.pitch order by s.id desc) filter (where s.id_room = r.id))[1] as pitch
      from snags s where s.id_project = v.id_project and (s.id_room = r.id
          or r.id_spot is not null and s.id_room in (select q.id from rooms q where q.id_spot = r.id_spot))
        and (s.created_at >= ${start} and s.created_at < ${end} or s.closed_at >= ${start} and s.closed_at < ${end})
    ) n on true
    where r.id_visit = any (${visits}::bigint[])
    order by v.visit_date desc, v.id desc, r.position, r.id limit ${ROOMS}`.execute(trx);
  return rows;
}
