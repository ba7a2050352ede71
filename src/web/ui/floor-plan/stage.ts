import {
  type Extent,
  heldView,
  type Point,
  resizedView,
  type Size,
  scaleLimits,
  type View,
  within,
  zoomedView,
} from "./plan-view.ts";

/** The elements of a plan in a window. */
export interface StageParts {
  /** Around the window; carries `--plan-scale` and `--plan-ratio`, by which styles measure. */
  readonly frame: HTMLElement;
  /** The window. */
  readonly port: HTMLElement;
  /** The plan, as large as it is drawn; what stands on it is placed in percent. */
  readonly board: HTMLElement;
}

/** Visible part, for elements that draw by it. */
export interface Sight {
  readonly view: View;
  readonly extent: Extent;
}

/** CSS pixels within which a point is near the window's edge. */
const EDGE = 32;

export type Stage = ReturnType<typeof createStage>;

/**
 * Moves a plan in its window. Each step is written to the elements, not rendered; `subscribe` is for the few things
 * that are rendered anew when what they show changes: tiles, and buttons at a limit.
 */
export function createStage() {
  let parts: StageParts | null = null;
  let sight: Sight | null = null;
  const listeners = new Set<() => void>();

  function show(view: View, extent: Extent, isSmooth: boolean): void {
    sight = { view, extent };
    if (parts === null) return;
    const { frame, port, board } = parts;
    const pixels = (value: number) => `${Math.round(value * devicePixelRatio) / devicePixelRatio}px`;
    board.toggleAttribute("data-smooth", isSmooth);
    board.style.width = `${extent.plan.width * view.scale}px`;
    board.style.height = `${extent.plan.height * view.scale}px`;
    board.style.transform = `translate(${pixels(view.x)}, ${pixels(view.y)})`;
    frame.style.setProperty("--plan-scale", String(view.scale));
    frame.style.setProperty("--plan-ratio", String(extent.plan.width / extent.plan.height));
    // The whole plan has nowhere to go: a finger on it scrolls the page.
    port.style.touchAction = view.scale > scaleLimits(extent).least * 1.001 ? "none" : "pan-y";
    for (const listener of listeners) listener();
  }

  function resize(plan: Size): void {
    if (parts === null) return;
    const { clientWidth: width, clientHeight: height } = parts.port;
    const extent = { window: { width, height }, plan };
    if (width === 0 || height === 0) return;
    const isSame = sight?.extent.plan.width === plan.width && sight.extent.plan.height === plan.height;
    if (sight === null || !isSame) show(heldView({ scale: 0, x: 0, y: 0 }, extent), extent, false);
    else show(resizedView(sight.view, sight.extent, extent), extent, false);
  }

  /** Right and down by so many CSS pixels. */
  function pan(right: number, down: number, isSmooth = false): void {
    if (sight === null) return;
    const { view, extent } = sight;
    show(heldView({ ...view, x: view.x + right, y: view.y + down }, extent), extent, isSmooth);
  }

  /** Closer by `factor` around a point of the page, or around the middle; false at a limit. */
  function zoom(factor: number, around: Point | null, isSmooth = false): boolean {
    if (parts === null || sight === null) return false;
    const { view, extent } = sight;
    const { left, top } = parts.port.getBoundingClientRect();
    const at =
      around === null
        ? { x: extent.window.width / 2, y: extent.window.height / 2 }
        : { x: around.x - left, y: around.y - top };
    const next = zoomedView(view, factor, at, extent);
    if (next.scale === view.scale) return false;
    show(next, extent, isSmooth);
    return true;
  }

  /** The point of the plan at a point of the page: held to the plan, or null beside it. */
  function pointAt(page: Point, isHeld = false): Point | null {
    const box = parts?.board.getBoundingClientRect();
    if (box === undefined || box.width === 0 || box.height === 0) return null;
    const [x, y] = [(page.x - box.left) / box.width, (page.y - box.top) / box.height];
    if (isHeld) return { x: within(x), y: within(y) };
    return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
  }

  /** Moves the plan so that a box of the page lies within the window. */
  function reveal({ left, top, right, bottom }: DOMRect, isSmooth: boolean): boolean {
    const port = parts?.port.getBoundingClientRect();
    if (port === undefined) return false;
    const by = (from: number, to: number, least: number, most: number) =>
      from < least ? least - from : to > most ? most - to : 0;
    const dx = by(left, right, port.left, port.right);
    const dy = by(top, bottom, port.top, port.bottom);
    if (dx !== 0 || dy !== 0) pan(dx, dy, isSmooth);
    return dx !== 0 || dy !== 0;
  }

  return {
    attach(next: StageParts, plan: Size): () => void {
      parts = next;
      resize(plan);
      const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => resize(plan));
      observer?.observe(next.port);
      return () => observer?.disconnect();
    },
    pan,
    zoom,
    fit: () => void (sight && show(heldView({ ...sight.view, scale: 0 }, sight.extent), sight.extent, true)),
    pointAt,
    reveal,
    /** Follows something that is carried to the window's edge; false while it is not there. */
    follow: ({ x, y }: Point) => reveal(new DOMRect(x - EDGE, y - EDGE, 2 * EDGE, 2 * EDGE), false),
    middle(): Point | null {
      const box = parts?.port.getBoundingClientRect();
      return box === undefined ? null : pointAt({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    },
    sight: () => sight,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
