import { createStore } from "#web/lib/store.ts";
import {
  History,
  isTooSmall,
  movedBy,
  type Point,
  type Shape,
  type ShapeKind,
  shapeAt,
  shapeBetween,
  shapeUnder,
} from "./drawing.ts";
import { paint } from "./paint.ts";

export type Tool = ShapeKind | "select";

/** Shares that an arrow key moves by; `leap` with Shift. */
const step = 0.01;
const leap = 0.05;

/** Draws on a canvas by pointer and keyboard. */
export class Editor {
  readonly tool = createStore<Tool>("arrow");
  readonly selected = createStore(-1);
  /** Increases with every change, for buttons and fields that depend on the drawing. */
  readonly changes = createStore(0);
  color: string;
  #canvas: HTMLCanvasElement | undefined;
  readonly #picture: CanvasImageSource;
  readonly #history = new History();
  #from: Point | undefined;
  #before: Shape | undefined;

  constructor(picture: CanvasImageSource, color: string) {
    this.#picture = picture;
    this.color = color;
  }

  /** Attaches to a canvas; returns a function that detaches. */
  drawOn(canvas: HTMLCanvasElement): () => void {
    this.#canvas = canvas;
    const own = new AbortController();
    const options = { signal: own.signal };
    canvas.addEventListener("pointerdown", (event) => this.#down(event), options);
    canvas.addEventListener("pointermove", (event) => this.#move(event), options);
    canvas.addEventListener("pointerup", () => this.#up(), options);
    canvas.addEventListener("pointercancel", () => this.#up(), options);
    canvas.addEventListener("keydown", (event) => this.#key(event), options);
    this.#repaint();
    return () => own.abort();
  }

  get shapes(): readonly Shape[] {
    return this.#history.shapes;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The selection stays when another tool is selected. */
  take(tool: Tool): void {
    this.tool.set(tool);
    this.#choose(-1);
  }

  undo(): void {
    this.#history.undo();
    this.#choose(-1);
  }

  redo(): void {
    this.#history.redo();
    this.#choose(-1);
  }

  remove(): void {
    const at = this.selected.get();
    if (at < 0) return;
    this.#history.change(this.shapes.toSpliced(at, 1));
    this.#choose(-1);
  }

  /** Text of the selected text shape; undefined when none is selected. */
  get words(): string | undefined {
    const shape = this.shapes[this.selected.get()];
    return shape?.kind === "text" ? shape.text.replace(/^ $/, "") : undefined;
  }

  write(words: string): void {
    const at = this.selected.get();
    const shape = this.shapes[at];
    if (shape?.kind !== "text") return;
    // A space keeps an empty text in place while it is edited; it is omitted on save.
    this.#history.adjust(this.shapes.with(at, { ...shape, text: words === "" ? " " : words }));
    this.#repaint();
  }

  /** Colours the selection, and future shapes. */
  paintWith(color: string): void {
    this.color = color;
    const at = this.selected.get();
    const shape = this.shapes[at];
    if (shape !== undefined) this.#history.change(this.shapes.with(at, { ...shape, color }));
    this.#repaint();
  }

  /** Exports picture and drawing as a JPEG, after removing empty texts and the selection. */
  file(): Promise<Blob> {
    const written = this.shapes.filter((shape) => shape.kind !== "text" || shape.text.trim() !== "");
    if (written.length < this.shapes.length) this.#history.adjust(written);
    this.#choose(-1);
    return new Promise((resolve, reject) => {
      const none = () => reject(new Error("The canvas gave no picture."));
      if (this.#canvas === undefined) none();
      else this.#canvas.toBlob((blob) => (blob === null ? none() : resolve(blob)), "image/jpeg", 0.9);
    });
  }

  #choose(at: number): void {
    this.selected.set(at);
    this.#repaint();
  }

  #repaint(): void {
    if (this.#canvas) paint(this.#canvas, this.#picture, this.shapes, this.selected.get());
    this.changes.set(this.changes.get() + 1);
  }

  #pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
    if (!(currentTarget instanceof Element)) return [0, 0];
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#canvas?.setPointerCapture(event.pointerId);
    const point = this.#pointOf(event);
    const tool = this.tool.get();
    this.#from = point;
    if (tool === "select") {
      const at = shapeUnder(this.shapes, point);
      this.#before = this.shapes[at];
      if (at >= 0) this.#history.change(this.shapes);
      this.#choose(at);
      return;
    }
    this.#history.change([...this.shapes, shapeBetween(tool, this.color, point, point)]);
    this.#choose(this.shapes.length - 1);
  }

  #move(event: PointerEvent): void {
    const at = this.selected.get();
    const shape = this.shapes[at];
    if (this.#from === undefined || shape === undefined) return;
    const to = this.#pointOf(event);
    const tool = this.tool.get();
    const next =
      tool === "select" || tool === "text"
        ? movedBy(this.#before ?? shape, to[0] - this.#from[0], to[1] - this.#from[1])
        : shapeBetween(tool, this.color, this.#from, to);
    if (tool === "text") this.#from = to;
    this.#history.adjust(this.shapes.with(at, next));
    this.#repaint();
  }

  #up(): void {
    const from = this.#from;
    this.#from = undefined;
    this.#before = undefined;
    const at = this.selected.get();
    const shape = this.shapes[at];
    const tool = this.tool.get();
    if (from === undefined || shape === undefined || tool === "select" || !isTooSmall(shape)) return;
    this.#history.adjust(this.shapes.with(at, shapeAt(tool, this.color, from)));
    this.#repaint();
  }

  #key(event: KeyboardEvent): void {
    const by = event.shiftKey ? leap : step;
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const move = moves[event.key];
    const at = this.selected.get();
    const shape = this.shapes[at];
    if (move !== undefined && shape !== undefined) {
      this.#history.change(this.shapes.with(at, movedBy(shape, ...move)));
      this.#repaint();
    } else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (event.key === "Enter") this.#insert();
    else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
      if (event.shiftKey) this.redo();
      else this.undo();
    } else return;
    event.preventDefault();
  }

  #insert(): void {
    const tool = this.tool.get();
    if (tool === "select") {
      // Without a pointer: selects one shape after the other.
      if (this.shapes.length > 0) this.#choose((this.selected.get() + 1) % this.shapes.length);
      return;
    }
    this.#history.change([...this.shapes, shapeAt(tool, this.color, [0.5, 0.5])]);
    this.#choose(this.shapes.length - 1);
  }
}
