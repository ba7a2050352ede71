import { type StandingRoom, stepBetween } from "./way-directions.ts";

/** Between rooms of one floor plan that are not adjacent in walking order: about the width of a large room. */
const reach = { metres: 8, share: 0.16 } as const;
/** Limit of links in one room, so that the floor stays visible. */
const most = 5;

/**
 * The links of a visit: each room to the previous and the next one, and on a floor plan to near rooms without another
 * room between them (of three rooms, the two farthest apart are not linked). Both directions. `walk`: the rooms in
 * walking order.
 */
export function neighboursOf(walk: readonly StandingRoom[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>(walk.map(({ id_room }) => [id_room, []]));
  const join = (a: StandingRoom, b: StandingRoom) => {
    const [of, back] = [found.get(a.id_room) ?? [], found.get(b.id_room) ?? []];
    if (of.includes(b.id_room)) return;
    of.push(b.id_room);
    back.push(a.id_room);
  };
  for (const [at, room] of walk.entries()) {
    const after = walk[at + 1];
    if (after !== undefined) join(room, after);
  }
  for (const [a, b] of nearPairs(walk)) {
    const [of, back] = [found.get(a.id_room) ?? [], found.get(b.id_room) ?? []];
    if (of.length < most && back.length < most) join(a, b);
  }
  return found;
}

/** Rooms of one floor plan within reach of each other with none between them, the nearest first. */
function nearPairs(rooms: readonly StandingRoom[]): (readonly [StandingRoom, StandingRoom])[] {
  const pairs: { readonly a: StandingRoom; readonly b: StandingRoom; readonly share: number }[] = [];
  for (const group of Map.groupBy(rooms, ({ place }) => place?.id_sheet).values()) {
    for (const [at, a] of group.entries())
      for (const b of group.slice(at + 1)) {
        const step = stepBetween(a, b);
        if (step === null || step.share === 0 || !isWithin(step)) continue;
        const isBetween = (c: StandingRoom) =>
          Math.max(stepBetween(a, c)?.share ?? 0, stepBetween(c, b)?.share ?? 0) < step.share;
        if (!group.some((c) => c !== a && c !== b && isBetween(c))) pairs.push({ a, b, share: step.share });
      }
  }
  return pairs.toSorted((one, other) => one.share - other.share).map(({ a, b }) => [a, b] as const);
}

const isWithin = ({ metres, share }: { metres: number | null; share: number }) =>
  metres === null ? share <= reach.share : metres <= reach.metres;
