import type { Poi } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";

/** Caches the points of a visit's rooms; each room is requested once. */
export class Points {
  readonly #code: string;
  readonly #known = new Map<number, Promise<readonly Poi[]>>();
  #forEditor = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** Never rejects: a picture is useful without its links, and the next entry to the room retries. */
  of(room: number): Promise<readonly Poi[]> {
    const asked = this.#known.get(room) ?? this.#ask(room);
    this.#known.set(room, asked);
    return asked;
  }

  /** Stores points from another source, such as a local change. */
  keep(room: number, points: readonly Poi[]): void {
    this.#known.set(room, Promise.resolve(points));
  }

  /** The latest loaded or pending points; undefined after a failure. */
  latest(room: number): Promise<readonly Poi[]> | undefined {
    return this.#known.get(room);
  }

  forget(room: number): void {
    this.#known.delete(room);
  }

  /** Links lead only to showable rooms: when these change, the links do as well. */
  forgetAll(): void {
    this.#known.clear();
  }

  /** Editors also get links that lead nowhere yet, and names as they were entered. */
  askAsEditor(forEditor: boolean): void {
    if (this.#forEditor === forEditor) return;
    this.#forEditor = forEditor;
    this.#known.clear();
  }

  async #ask(room: number): Promise<readonly Poi[]> {
    try {
      const query = { code: this.#code, id_room: room, ...(this.#forEditor && { edit_room: "1" }) };
      return await call("GET /api/viewer-room-pois", { query }, { toast: false });
    } catch {
      this.#known.delete(room);
      return [];
    }
  }
}
