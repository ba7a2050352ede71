import type { PresenceChannel } from "./presence-channel.ts";
import type { Member } from "./protocol.ts";

interface Entry {
  readonly circle: PresenceChannel;
  readonly member: Member;
}

/** Members whose arrival or departure has not been written to the table yet. */
export class PendingPresenceWrites {
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  add(circle: PresenceChannel, member: Member): void {
    this.#entries.set(keyOf(circle, member.id), { circle, member });
  }

  has = (circle: PresenceChannel, id: string): boolean => this.#entries.has(keyOf(circle, id));

  takeAll(): Entry[] {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    return all;
  }

  /** Later changes of a member take precedence. */
  putBack(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry.circle, entry.member.id);
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }
}

const keyOf = ({ channel }: PresenceChannel, id: string) => `${channel} ${id}`;
