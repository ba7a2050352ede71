import type { Poi } from "#contract/viewer.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { pointKey } from "../point-key.ts";
import type { Editing } from "./editing.ts";
import { remove, replace, save } from "./saving.ts";

/** Movement below this many pixels counts as a press, since a hand is not steady. */
const threshold = 4;
/** A move by arrow keys ends, and is saved, this long after the last press; milliseconds. */
const restMs = 700;
const step = 0.012;

interface Hold {
  readonly pointer: number;
  readonly before: Poi;
  /** From the pointer to the point, in pixels. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly from: { readonly x: number; readonly y: number };
  hasMoved: boolean;
  /** The point at its new position; concurrent changes by others are kept. */
  now: Poi;
}

/** Moves points by the pointer and by the arrow keys; Delete removes one. */
export function attachMoving(editing: Editing): void {
  const { frame, signal } = editing;
  const { tour } = frame;
  const { panorama } = tour;
  if (panorama === undefined) return;
  const { element: stage } = panorama;
  const pointOf = (target: EventTarget | null): Poi | undefined => {
    const key =
      target instanceof Element ? target.closest<HTMLElement>("[data-point]")?.dataset["point"] : undefined;
    return tour.points.get().find((point) => pointKey(point) === key);
  };
  const mayMove = ({ kind }: Poi) => kind !== "snag" || tour.visit.get().can["add_snag"] === true;
  const moved = async (before: Poi, { yaw, pitch }: Poi) => {
    const saved = await save(editing, before, { yaw, pitch });
    if (saved === null) return;
    editing.done(translate.get()("tour.point.moved", { name: editing.nameOf(saved) }), async () => {
      replace(editing, { ...saved, yaw: before.yaw, pitch: before.pitch });
      await save(editing, saved, { yaw: before.yaw, pitch: before.pitch });
    });
  };

  let hold: Hold | undefined;
  let swallowsClick = false;
  const down = (event: PointerEvent) => {
    swallowsClick = false;
    const point = event.button === 0 ? pointOf(event.target) : undefined;
    if (point === undefined || hold !== undefined || !mayMove(point)) return;
    // Keeps the picture from turning with it.
    event.stopPropagation();
    const { left, top } = stage.getBoundingClientRect();
    const at = panorama.pointOf(point) ?? { x: event.clientX - left, y: event.clientY - top };
    const offset = { x: at.x - (event.clientX - left), y: at.y - (event.clientY - top) };
    const from = { x: event.clientX, y: event.clientY };
    hold = { pointer: event.pointerId, before: point, offset, from, hasMoved: false, now: point };
  };
  const move = (event: PointerEvent) => {
    if (hold === undefined || event.pointerId !== hold.pointer) return;
    if (!hold.hasMoved && Math.hypot(event.clientX - hold.from.x, event.clientY - hold.from.y) < threshold)
      return;
    if (!hold.hasMoved) {
      hold.hasMoved = true;
      stage.setPointerCapture(event.pointerId);
      frame.root.setAttribute("data-dragging", "");
    }
    const { left, top } = stage.getBoundingClientRect();
    const { yaw, pitch } = panorama.directionAt(
      event.clientX - left + hold.offset.x,
      event.clientY - top + hold.offset.y,
    );
    hold.now = { ...hold.before, yaw, pitch };
    replace(editing, hold.now);
  };
  const up = (event: PointerEvent) => {
    if (hold === undefined || event.pointerId !== hold.pointer) return;
    const { before, hasMoved, now } = hold;
    hold = undefined;
    frame.root.removeAttribute("data-dragging");
    if (!hasMoved) return;
    swallowsClick = true;
    if (event.type === "pointerup") void moved(before, now);
    else replace(editing, before);
  };
  const listen = { signal, capture: true };
  stage.addEventListener("pointerdown", down, listen);
  stage.addEventListener("pointermove", move, listen);
  stage.addEventListener("pointerup", up, listen);
  stage.addEventListener("pointercancel", up, listen);
  stage.addEventListener(
    "click",
    (event) => {
      if (swallowsClick) event.stopImmediatePropagation();
      swallowsClick = false;
    },
    listen,
  );

  let walk: { readonly before: Poi; readonly now: Poi; readonly timer: number } | undefined;
  const rest = () => {
    if (walk === undefined) return;
    const { before, now, timer } = walk;
    clearTimeout(timer);
    walk = undefined;
    void moved(before, now);
  };
  const press = (event: KeyboardEvent) => {
    const point = pointOf(event.target);
    if (point === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      event.stopPropagation();
      void remove(editing, point);
      return;
    }
    const way = arrows[event.key];
    if (way === undefined || !mayMove(point)) return;
    event.preventDefault();
    event.stopPropagation();
    if (walk !== undefined && pointKey(walk.before) !== pointKey(point)) rest();
    const by = panorama.view.fov * step * (event.shiftKey ? 5 : 1);
    const { before, now: from } = walk ?? { before: point, now: point };
    const yaw = wrapped(from.yaw + way[0] * by);
    const pitch = Math.min(89, Math.max(-89, from.pitch + way[1] * by));
    const now = { ...from, yaw, pitch };
    clearTimeout(walk?.timer);
    walk = { before, now, timer: window.setTimeout(rest, restMs) };
    replace(editing, now);
  };
  stage.addEventListener("keydown", press, listen);
  signal.addEventListener("abort", rest);
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;
