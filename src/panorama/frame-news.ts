import type { Emitter } from "./emitter.ts";
import type { TiledPicture } from "./tiles/tiled-picture.ts";
import type { PanoramaEvents } from "./types.ts";
import type { View } from "./view.ts";

/** Reports the changes of a frame: another view, a drawn picture, a sharp picture. Queried with every frame. */
export class FrameNews {
  readonly #events: Emitter<PanoramaEvents>;
  #told: View;
  #wasSharp = false;
  #onceDrawn: (() => void)[] = [];

  constructor(events: Emitter<PanoramaEvents>, view: View) {
    this.#events = events;
    this.#told = view;
  }

  /** Sets the initial view without reporting it. */
  keepView(view: View): void {
    this.#told = view;
  }

  /** Whether the view has changed. */
  tellView(view: View): boolean {
    const hasMoved = view !== this.#told && !isSameView(view, this.#told);
    this.#told = view;
    if (hasMoved) this.#events.emit("view", view);
    return hasMoved;
  }

  /** Calls back once the next frame is drawn, or none will be any more. */
  onceDrawn(tell: () => void): void {
    this.#onceDrawn.push(tell);
  }

  tellDrawn(): void {
    for (const tell of this.#onceDrawn.splice(0)) tell();
  }

  tellSharp({ isSharp, source, level }: TiledPicture): void {
    if (isSharp && !this.#wasSharp) this.#events.emit("sharp", { source, level });
    this.#wasSharp = isSharp;
  }

  /** Another picture, or the same on another context: it must become sharp again. */
  blur(): void {
    this.#wasSharp = false;
  }
}

function isSameView(a: View, b: View): boolean {
  return a.yaw === b.yaw && a.pitch === b.pitch && a.fov === b.fov;
}
