import type { View } from "#panorama/types.ts";

/** Content of a link to the viewer: the visit, the room and point in it, and the view. */
export interface ViewLink {
  readonly code: string;
  readonly room?: number | undefined;
  /** A link by its number; others by the keys of `pointKey`, such as `s12`. */
  readonly poi?: number | string | undefined;
  readonly view?: Partial<View> | undefined;
}

/** A tenth of a degree is finer than a pixel of any screen. */
const round = (degrees: number) => Math.round(degrees * 10) / 10;
const tenth = (degrees: number) => String(round(degrees) + 0);

/** -180 (included) to 180 (excluded), also after rounding. */
function wrap(yaw: number): number {
  const turned = (((round(yaw) + 180) % 360) + 360) % 360;
  return turned - 180;
}

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** `/viewer/{code}/{room?}/{poi?}`, with `?yaw=..&pitch=..&fov=..` for the given parts of the view. */
export function formatViewLink({ code, room, poi, view = {} }: ViewLink): string {
  const point = room === undefined ? [] : [room, ...(poi === undefined ? [] : [poi])];
  const path = ["/viewer", encodeURIComponent(code), ...point].join("/");
  const query = new URLSearchParams();
  if (view.yaw !== undefined) query.set("yaw", tenth(wrap(view.yaw)));
  if (view.pitch !== undefined) query.set("pitch", tenth(between(view.pitch, -90, 90)));
  if (view.fov !== undefined) query.set("fov", tenth(between(view.fov, 1, 179)));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Parses the output of `formatViewLink`, and manual edits of it; null when it is no link to a visit. */
export function parseViewLink(url: { pathname: string; search: string }): ViewLink | null {
  const [, page, code, room, poi] = url.pathname.split("/");
  if (page !== "viewer" || code === undefined || code === "") return null;
  const query = new URLSearchParams(url.search);
  const yaw = degrees(query.get("yaw"));
  const pitch = degrees(query.get("pitch"));
  const fov = degrees(query.get("fov"));
  const view: Partial<View> = {
    ...(yaw === undefined ? {} : { yaw: wrap(yaw) }),
    ...(pitch === undefined ? {} : { pitch: between(pitch, -90, 90) }),
    ...(fov === undefined ? {} : { fov: between(fov, 1, 179) }),
  };
  return {
    code: decoded(code),
    room: id(room),
    poi: point(poi),
    view: Object.keys(view).length === 0 ? undefined : view,
  };
}

/** A malformed escape must not keep the visit from opening. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function id(part: string | undefined): number | undefined {
  return part !== undefined && /^\d{1,15}$/.test(part) ? Number(part) : undefined;
}

function point(part: string | undefined): number | string | undefined {
  return part !== undefined && /^[si]\d{1,15}$/.test(part) ? part : id(part);
}

function degrees(value: string | null): number | undefined {
  return value !== null && /^-?\d{1,4}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
}
