export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Coordinates of a picture, in degrees. */
export interface Fix {
  readonly latitude: number;
  readonly longitude: number;
}

/** A room in walking order. */
export interface Stop {
  readonly id_room: number;
  /** Its present position on the floor plan. */
  readonly place: Point | null;
  /** Position of the same name on an earlier visit. */
  readonly earlier: Point | null;
  readonly fix: Fix | null;
}

/** A position on the floor plan with known coordinates. */
export type Known = Point & Fix;

export type Proposal = Point & { readonly id_room: number };

/**
 * Positions for rooms that have none: the earlier position of the same name, else by their coordinates, else between
 * their positioned neighbours, else in a row that winds over the middle of the floor plan. 0..1 from its upper left
 * corner; `ratio` is the floor plan's width by its height.
 */
export function proposePositions(stops: readonly Stop[], known: readonly Known[], ratio: number): Proposal[] {
  const locate = fitAffine(known);
  const places = stops.map(({ place, earlier, fix }) => place ?? earlier ?? located(fix, locate));
  const rest: number[] = [];
  for (const [at, place] of places.entries()) {
    if (place !== null) continue;
    const before = places.slice(0, at).findLastIndex(isKnown);
    const after = places.findIndex((other, index) => index > at && isKnown(other));
    if (before < 0 || after < 0) rest.push(at);
  }
  const winding = snake(rest.length, ratio);
  return stops.flatMap(({ id_room, place }, at) => {
    if (place !== null) return [];
    const found = places[at] ?? winding[rest.indexOf(at)] ?? between(places, at);
    return found === null ? [] : [{ id_room, x: within(found.x), y: within(found.y) }];
  });
}

const isKnown = (place: Point | null | undefined): place is Point => place !== null && place !== undefined;
const within = (value: number) => Math.min(1, Math.max(0, value));

function located(fix: Fix | null, locate: ((fix: Fix) => Point) | null): Point | null {
  const place = fix && locate && locate(fix);
  // A position far outside the floor plan is rejected: the walking order is the better source.
  const isNear = place && [place.x, place.y].every((value) => value >= -0.1 && value <= 1.1);
  return isNear ? place : null;
}

/** Evenly spaced between the known neighbours before and after. */
function between(places: readonly (Point | null)[], at: number): Point | null {
  const before = places.slice(0, at).findLastIndex(isKnown);
  const after = places.findIndex((place, index) => index > at && isKnown(place));
  const [from, to] = [places[before], places[after]];
  if (!isKnown(from) || !isKnown(to)) return null;
  const share = (at - before) / (after - before);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/**
 * Rows over the middle three fifths, alternating in direction, so that neighbours in the visit are neighbours on the
 * floor plan.
 */
function snake(count: number, ratio: number): Point[] {
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt(count * ratio))));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 && rows > 1 ? columns : Math.min(columns, count);
    const step = at % columns;
    const column = row % 2 === 0 ? step : inRow - 1 - step;
    return { x: spread(column, columns), y: spread(row, rows) };
  });
}

const spread = (index: number, of: number) => (of === 1 ? 0.5 : 0.2 + (0.6 * index) / (of - 1));

/**
 * The affine map of coordinates onto the floor plan that fits the known positions best (least squares); null for fewer
 * than three, for collinear ones, and when they do not fit each other: a wrong map is worse than none.
 */
export function fitAffine(known: readonly Known[]): ((fix: Fix) => Point) | null {
  if (known.length < 3) return null;
  const middle = {
    latitude: mean(known.map(({ latitude }) => latitude)),
    longitude: mean(known.map(({ longitude }) => longitude)),
  };
  // Degrees of longitude are shorter than those of latitude; scaled to about metres, for numerical stability.
  const east = 111_320 * Math.cos((middle.latitude * Math.PI) / 180);
  const local = (fix: Fix) => ({
    e: (fix.longitude - middle.longitude) * east,
    n: (fix.latitude - middle.latitude) * 111_320,
  });
  const points = known.map((one) => ({ ...local(one), x: one.x, y: one.y }));
  const [ee, en, nn] = [
    sum(points, (p) => p.e * p.e),
    sum(points, (p) => p.e * p.n),
    sum(points, (p) => p.n * p.n),
  ];
  const determinant = ee * nn - en * en;
  // Collinear, or within a metre of each other: the second dimension is undetermined.
  if (determinant < 1e-3 * (ee + nn) ** 2 || ee + nn < known.length) return null;
  const solve = (of: (point: Point) => number) => {
    const level = mean(points.map(of));
    const [ev, nv] = [sum(points, (p) => p.e * (of(p) - level)), sum(points, (p) => p.n * (of(p) - level))];
    const [a, b] = [(ev * nn - nv * en) / determinant, (nv * ee - ev * en) / determinant];
    return ({ e, n }: { e: number; n: number }) => level + a * e + b * n;
  };
  const [toX, toY] = [solve(({ x }) => x), solve(({ y }) => y)];
  const off = Math.sqrt(mean(points.map((p) => (toX(p) - p.x) ** 2 + (toY(p) - p.y) ** 2)));
  if (off > LARGEST_ERROR) return null;
  return (fix) => ({ x: toX(local(fix)), y: toY(local(fix)) });
}

/** Of the floor plan's width: GPS indoors is often wrong by a building. */
const LARGEST_ERROR = 0.1;

const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((total, one) => total + of(one), 0);
const mean = (list: readonly number[]) => sum(list, (one) => one) / list.length;
