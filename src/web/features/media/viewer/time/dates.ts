import type { Moment, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";

/** Caches the dates of spots and their visits; each is requested once. */
export class Dates {
  /** Code of the link that was opened: it may give access to dates that the visits it led to do not. */
  readonly home: string;
  /** Set by the visit that was opened first; later ones may have another value. */
  leadsOn = false;
  readonly #moments = new Map<number, Promise<readonly Moment[]>>();
  readonly #visits = new Map<string, Promise<ViewerVisit>>();

  constructor(home: string) {
    this.home = home;
  }

  /** Oldest first. Never rejects: a picture is useful without its other dates. */
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

  /** Rejects when it cannot be loaded. */
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

/** Converts a moment to a room, for functions that show rooms. */
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
