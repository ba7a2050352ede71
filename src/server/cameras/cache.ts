/** Evicts bytes, the least recently used first: within one camera, and over all of them. */
export interface Store {
  /** Cache of one camera. */
  room(most: number): Room;
  readonly bytes: number;
}

export interface Room {
  get(key: string, now: number): Buffer | undefined;
  put(key: string, bytes: Buffer, ends: number): void;
  clear(): void;
}

interface Entry {
  readonly bytes: Buffer;
  readonly ends: number;
  usedAt: number;
}

export function createStore(most: number): Store {
  const rooms = new Set<Map<string, Entry>>();
  let total = 0;
  let turn = 0;
  const drop = (room: Map<string, Entry>, key: string): void => {
    total -= room.get(key)?.bytes.length ?? 0;
    room.delete(key);
  };
  const isOver = () => total > most;
  const oldest = (): readonly [Map<string, Entry>, string] | undefined => {
    let found: { room: Map<string, Entry>; key: string; usedAt: number } | undefined;
    for (const room of rooms) {
      // Insertion order is order of use: the first entry is a room's oldest.
      const [first] = room;
      if (first !== undefined && (found === undefined || first[1].usedAt < found.usedAt))
        found = { room, key: first[0], usedAt: first[1].usedAt };
    }
    return found === undefined ? undefined : [found.room, found.key];
  };
  return {
    get bytes() {
      return total;
    },
    room(own) {
      const entries = new Map<string, Entry>();
      rooms.add(entries);
      const held = () => [...entries.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
      return {
        get(key, now) {
          const entry = entries.get(key);
          if (entry === undefined) return undefined;
          if (entry.ends <= now) {
            drop(entries, key);
            return undefined;
          }
          entries.delete(key);
          entry.usedAt = turn += 1;
          entries.set(key, entry);
          return entry.bytes;
        },
        put(key, bytes, ends) {
          drop(entries, key);
          entries.set(key, { bytes, ends, usedAt: (turn += 1) });
          total += bytes.length;
          while (held() > own && entries.size > 1) drop(entries, [...entries.keys()][0] ?? "");
          while (isOver()) {
            const gone = oldest();
            if (gone === undefined) break;
            drop(...gone);
          }
        },
        clear() {
          for (const key of entries.keys()) drop(entries, key);
          rooms.delete(entries);
        },
      };
    },
  };
}
