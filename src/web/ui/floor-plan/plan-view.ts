/** A point of a plan: shares 0..1 of its width and height, from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a plan lies in its window: CSS pixels per pixel of the plan, and its upper left corner in CSS pixels. */
export interface View extends Point {
  readonly scale: number;
}

/** The window in CSS pixels, and the plan at its finest in its own pixels. */
export interface Extent {
  readonly window: Size;
  readonly plan: Size;
}

/** CSS pixels per pixel of the plan at the closest. */
const CLOSEST = 4;
/** Share of the window by which the plan can be pushed past its edge. */
const SLACK = 0.3;

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
/** Held to the plan. */
export const within = (value: number) => clamp(value, 0, 1);

/** The scale at which the whole plan is in sight, beside the buttons where there is room for both. */
export function fitScale({ window, plan }: Extent): number {
  const aside = window.width > 480 ? 60 : 12;
  const wide = Math.max(0, window.width - 2 * aside) / plan.width;
  return Math.min(wide, Math.max(0, window.height - 24) / plan.height);
}

/** Scales between which a plan can be zoomed: the whole plan, and a few pixels of it. */
export function scaleLimits(extent: Extent): { readonly least: number; readonly most: number } {
  const least = fitScale(extent);
  return { least, most: Math.max(CLOSEST, least * CLOSEST) };
}

/** `view` within the limits: not farther than the whole plan, which lies in the middle then, and never out of sight. */
export function heldView(view: View, extent: Extent): View {
  const { window, plan } = extent;
  const { least, most } = scaleLimits(extent);
  const scale = clamp(view.scale, least, most);
  const slack = SLACK * Math.min(1, scale / least - 1 || 0);
  const held = (at: number, size: number, room: number) => {
    const rest = room - size;
    const [from, to] = rest > 0 ? [rest / 2, rest / 2] : [rest, 0];
    return clamp(at, from - slack * room, to + slack * room);
  };
  return {
    scale,
    x: held(view.x, plan.width * scale, window.width),
    y: held(view.y, plan.height * scale, window.height),
  };
}

/** Closer by `factor`; what lies at `at`, in pixels of the window, stays there. */
export function zoomedView(view: View, factor: number, at: Point, extent: Extent): View {
  const { least, most } = scaleLimits(extent);
  const scale = clamp(view.scale * factor, least, most);
  const by = scale / view.scale;
  return heldView({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, extent);
}

/** The same view in a window of another size: the whole plan stays whole, and the middle stays the middle. */
export function resizedView(view: View, before: Extent, extent: Extent): View {
  const wasWhole = view.scale <= fitScale(before) * 1.001;
  const scale = wasWhole ? fitScale(extent) : view.scale;
  const by = scale / view.scale;
  return heldView(
    {
      scale,
      x: extent.window.width / 2 - (before.window.width / 2 - view.x) * by,
      y: extent.window.height / 2 - (before.window.height / 2 - view.y) * by,
    },
    extent,
  );
}

/** Puts the corner of something onto its point of the plan. */
export const placeOnPlan = ({ x, y }: Point) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** Pixels of the plan between two points of it. */
export const pixelsBetween = ({ width, height }: Size, a: Point, b: Point) =>
  Math.hypot((b.x - a.x) * width, (b.y - a.y) * height);

/** Degrees clockwise from the plan's upper edge in which `b` lies as seen from `a`; -180..180, to a tenth. */
export function bearing({ width, height }: Size, a: Point, b: Point): number {
  const degrees = (Math.atan2((b.x - a.x) * width, (a.y - b.y) * height) * 180) / Math.PI;
  return Math.round(degrees * 10) / 10;
}
