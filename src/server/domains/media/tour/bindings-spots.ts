import type { SpotRoom } from "./bindings-nearness.ts";

type Member = Pick<SpotRoom, "id_room" | "id_visit" | "id_spot">;

/**
 * Spots during a merge, in memory. A spot has at most one room of each visit. New spots have negative ids until they
 * are written.
 */
export class SpotBook {
  readonly #rooms = new Map<number, Member>();
  readonly #spots = new Map<number, number | null>();
  #made = 0;

  constructor(rooms: readonly Member[]) {
    for (const room of rooms) {
      this.#rooms.set(room.id_room, room);
      this.#spots.set(room.id_room, room.id_spot);
    }
  }

  /** The rooms bound to this one, itself included. */
  spotOf(room: Member): readonly Member[] {
    const spot = this.#spots.get(room.id_room) ?? null;
    if (spot === null) return [room];
    return [...this.#rooms.values()].filter(({ id_room }) => this.#spots.get(id_room) === spot);
  }

  /**
   * Merges the spots of two rooms. Where both spots have a room of one visit, the new decision wins: `a` and `b` stay,
   * then the rooms bound to `a`; the others are released.
   */
  bind(a: Member, b: Member): void {
    const stay = new Map<number, Member>();
    const all = [...this.spotOf(a), ...this.spotOf(b)];
    for (const member of [a, b, ...all]) if (!stay.has(member.id_visit)) stay.set(member.id_visit, member);
    const spot = this.#spots.get(a.id_room) ?? this.#spots.get(b.id_room) ?? --this.#made;
    for (const member of all) this.#spots.set(member.id_room, null);
    for (const member of stay.values()) this.#spots.set(member.id_room, spot);
  }

  /** The same, but only if no room has to be released; returns whether it was done. */
  join(a: Member, b: Member): boolean {
    const visits = this.spotOf(a).map(({ id_visit }) => id_visit);
    if (this.spotOf(b).some(({ id_visit }) => visits.includes(id_visit))) return false;
    this.bind(a, b);
    return true;
  }

  /** Makes spots of exactly these rooms; the rooms leave their present spots. */
  regroup(groups: readonly (readonly Member[])[]): void {
    for (const room of groups.flat()) this.#spots.set(room.id_room, null);
    for (const group of groups) {
      const spot = --this.#made;
      for (const room of group) this.#spots.set(room.id_room, spot);
    }
  }

  leave(room: Member): void {
    this.#spots.set(room.id_room, null);
  }

  /** Rooms whose spot has changed since the book was opened. A spot of one room counts as none. */
  changes(): { readonly id_room: number; readonly id_spot: number | null }[] {
    const counts = new Map<number, number>();
    for (const spot of this.#spots.values()) if (spot !== null) counts.set(spot, (counts.get(spot) ?? 0) + 1);
    return [...this.#rooms.values()].flatMap(({ id_room, id_spot }) => {
      const now = this.#spots.get(id_room) ?? null;
      const kept = now !== null && (counts.get(now) ?? 0) > 1 ? now : null;
      return kept === id_spot ? [] : [{ id_room, id_spot: kept }];
    });
  }
}
