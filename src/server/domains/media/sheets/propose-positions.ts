export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a picture was taken, in degrees. */
export interface Fix {
  readonly latitude: number;
  readonly longitude: number;
}

/** A room in walking order. */
export interface Stop {
  readonly id_room: number;
  /** Where it stands on the plan already. */
  readonly place: Point | null;
  /** Where one of its name stood on an earlier visit. */
  readonly earlier: Point | null;
  readonly fix: Fix | null;
}

/** A place on the plan of which the coordinates are known. */
export type Known = Point & Fix;

export type Proposal = Point & { readonly id_room: number };

/**
 * Places for those that have none: where one of the name stood, else by their coordinates, else on the way between
 * the neighbours that have a place, else in a row that winds over the middle of the plan. 0..1 from its upper left
 * corner; `ratio` is the plan's width by its height.
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
  // Far beside the plan is no place on it: then the walking order knows more.
  const isNear = place && [place.x, place.y].every((value) => value >= -0.1 && value <= 1.1);
  return isNear ? place : null;
}

/** Evenly along the way from the one known before to the one known after. */
function between(places: readonly (Point | null)[], at: number): Point | null {
  const before = places.slice(0, at).findLastIndex(isKnown);
  const after = places.findIndex((place, index) => index > at && isKnown(place));
  const [from, to] = [places[before], places[after]];
  if (!isKnown(from) || !isKnown(to)) return null;
  const share = (at - before) / (after - before);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Rows over the middle three fifths, there and back, so that neighbours in the walk are neighbours on the plan. */
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
 * The affine map of coordinates onto the plan that fits the known places best (least squares); null for fewer than
 * three, for those that stand in a line, and when they do not fit each other: a wrong map is worse than none.
 */
export function fitAffine(known: readonly Known[]): ((fix: Fix) => Point) | null {
  if (known.length < 3) return null;
  const middle = {
    latitude: mean(known.map(({ latitude }) => latitude)),
    longitude: mean(known.map(({ longitude }) => longitude)),
  };
  // Degrees of longitude are shorter than those of latitude; about metres, so that the sums are well behaved.
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
  // In a line, or within a metre of each other: nothing is known across.
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

/** Of the plan's width: GPS indoors is often wrong by a building. */
const LARGEST_ERROR = 0.1;

const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((total, one) => total + of(one), 0);
const mean = (list: readonly number[]) => sum(list, (one) => one) / list.length;
