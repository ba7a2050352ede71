import type { Drawing } from "#contract/snapshots.ts";

/** A drawn shape. Positions and sizes are shares, 0..1, of the picture's width and height. */
export type Shape = Drawing[number];
export type ShapeKind = "arrow" | "circle" | "box" | "text" | "blur";
export type Point = readonly [x: number, y: number];

/** A drag below this size counts as a press: the shape gets a visible default size. */
const least = 0.02;
const usual = { width: 0.18, height: 0.18 } as const;
/** Hit distance to a line, in shares of the width. */
const reach = 0.025;

const within = (value: number) => Math.min(Math.max(value, 0), 1);

/** Creates a shape from the start of a drag to the pointer. */
export function shapeBetween(kind: ShapeKind, color: string, from: Point, to: Point): Shape {
  if (kind === "text") return { kind, color, at: [from[0], from[1]], text: " " };
  if (kind === "arrow") return { kind, color, from: [from[0], from[1]], to: [to[0], to[1]] };
  const at: [number, number] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  return { kind, color, at, size: [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])] };
}

/** Creates a shape of default size around a point, for a mere press and for the keyboard. */
export function shapeAt(kind: ShapeKind, color: string, [x, y]: Point): Shape {
  const { width, height } = usual;
  const [left, top] = [within(x - width / 2), within(y - height / 2)];
  if (kind === "arrow") return shapeBetween(kind, color, [left, within(y + height / 2)], [x, y]);
  return shapeBetween(kind, color, kind === "text" ? [x, y] : [left, top], [left + width, top + height]);
}

export function isTooSmall(shape: Shape): boolean {
  if (shape.kind === "text") return false;
  if ("size" in shape) return shape.size[0] < least && shape.size[1] < least;
  return Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]) < least;
}

/** Moves a shape by shares, keeping its position within the picture. */
export function movedBy(shape: Shape, dx: number, dy: number): Shape {
  const move = ([x, y]: Point): [number, number] => [within(x + dx), within(y + dy)];
  if ("at" in shape) return { ...shape, at: move(shape.at) };
  return { ...shape, from: move(shape.from), to: move(shape.to) };
}

/** Index of the topmost shape under a point; -1 when there is none. */
export function shapeUnder(shapes: readonly Shape[], [x, y]: Point): number {
  return shapes.findLastIndex((shape) => {
    if (shape.kind === "text") {
      const [left, top] = shape.at;
      return (
        x >= left - reach && x <= left + 0.025 * shape.text.length + reach && Math.abs(y - top) < 2 * reach
      );
    }
    if ("size" in shape) {
      const [left, top] = shape.at;
      const [width, height] = shape.size;
      return x >= left - reach && x <= left + width + reach && y >= top - reach && y <= top + height + reach;
    }
    return distanceToLine([x, y], shape.from, shape.to) < reach;
  });
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : within(((x - ax) * dx + (y - ay) * dy) / length);
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** The drawn shapes, with undo and redo. */
export class History {
  #past: (readonly Shape[])[] = [];
  #future: (readonly Shape[])[] = [];
  #shapes: readonly Shape[];

  constructor(shapes: readonly Shape[] = []) {
    this.#shapes = shapes;
  }

  get shapes(): readonly Shape[] {
    return this.#shapes;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Adds an undoable step. */
  change(shapes: readonly Shape[]): void {
    this.#past.push(this.#shapes);
    this.#future = [];
    this.#shapes = shapes;
  }

  /** Changes the current step, while a shape is dragged or text is typed. */
  adjust(shapes: readonly Shape[]): void {
    this.#shapes = shapes;
  }

  undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.#shapes);
    this.#shapes = before;
  }

  redo(): void {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.#shapes);
    this.#shapes = after;
  }
}
