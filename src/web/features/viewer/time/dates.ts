import type { Moment, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";

/** The dates of spots and the visits behind them, each asked for once. */
export class Dates {
  readonly #moments = new Map<string, Promise<readonly Moment[]>>();
  readonly #visits = new Map<string, Promise<ViewerVisit>>();

  /** Oldest first. Never fails: a picture whose other dates are not known is still worth looking at. */
  of(code: string, id_room: number): Promise<readonly Moment[]> {
    const key = `${code}/${id_room}`;
    const asked =
      this.#moments.get(key) ??
      call("GET /api/viewer-timeline", { query: { code, id_room } }, { toast: false }).catch(() => {
        this.#moments.delete(key);
        return [];
      });
    this.#moments.set(key, asked);
    return asked;
  }

  /** Rejects when it cannot be had. */
  visit(code: string): Promise<ViewerVisit> {
    const asked =
      this.#visits.get(code) ?? call("GET /api/viewer-visit", { query: { code } }, { toast: false });
    this.#visits.set(code, asked);
    asked.catch(() => this.#visits.delete(code));
    return asked;
  }

  forget(): void {
    this.#moments.clear();
    this.#visits.clear();
  }
}

/** A moment as a room, for what shows rooms. */
export function roomOf(moment: Moment): Room {
  return {
    id: moment.id_room,
    id_room: moment.id_room,
    id_visit: 0,
    name: moment.room,
    order: 0,
    north: moment.north,
    captured_at: null,
    file: "",
    picture: moment.picture,
  };
}
