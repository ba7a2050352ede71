import type { Moment, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";

/** The dates of spots and the visits behind them, each asked for once. */
export class Dates {
  /** The link one came by: it may lead on where those of the visits it led to do not. */
  readonly home: string;
  /** Said by the visit one came to; those it leads on to may say otherwise for themselves. */
  leadsOn = false;
  readonly #moments = new Map<number, Promise<readonly Moment[]>>();
  readonly #visits = new Map<string, Promise<ViewerVisit>>();

  constructor(home: string) {
    this.home = home;
  }

  /** Oldest first. Never fails: a picture whose other dates are not known is still worth looking at. */
  of(id_room: number): Promise<readonly Moment[]> {
    const query = { code: this.home, id_room };
    const asked =
      this.#moments.get(id_room) ??
      call("GET /api/viewer-timeline", { query }, { toast: false }).catch(() => {
        this.#moments.delete(id_room);
        return [];
      });
    this.#moments.set(id_room, asked);
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
    has_north: moment.has_north,
    captured_at: null,
    file: "",
    picture: moment.picture,
  };
}
