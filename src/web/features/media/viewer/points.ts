import type { Poi } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";

/** The points of a visit's rooms, each room asked for once. */
export class Points {
  readonly #code: string;
  readonly #known = new Map<number, Promise<readonly Poi[]>>();
  #forEditor = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** Never fails: a picture without its arrows is still worth looking at, and the next visit to the room asks again. */
  of(room: number): Promise<readonly Poi[]> {
    const asked = this.#known.get(room) ?? this.#ask(room);
    this.#known.set(room, asked);
    return asked;
  }

  /** What is known from now on, as when it was changed here. */
  keep(room: number, points: readonly Poi[]): void {
    this.#known.set(room, Promise.resolve(points));
  }

  /** The newest that is known or asked for; undefined after a failure. */
  latest(room: number): Promise<readonly Poi[]> | undefined {
    return this.#known.get(room);
  }

  forget(room: number): void {
    this.#known.delete(room);
  }

  /** Ways lead to rooms that can be shown: with others to be shown, other ways are there. */
  forgetAll(): void {
    this.#known.clear();
  }

  /** Who edits is told of ways that lead nowhere yet, and names as they are written. */
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
