import type { Connection } from "./connection.ts";
import type { Member } from "./protocol.ts";

/** A member whose sockets this process holds. */
export interface LocalMember {
  readonly member: Member;
  readonly sockets: Set<Connection>;
  /** Runs while the member has no socket and may come back. */
  leaving: NodeJS.Timeout | undefined;
  /** How often the member's row was missing after it had been written. */
  lost: number;
}

export interface PendingSubscription {
  readonly connection: Connection;
  readonly local: LocalMember;
}

/** One presence channel as this process knows it. */
export class PresenceChannel {
  readonly channel: string;
  /** The members that were announced to the connections here, by id. */
  told: ReadonlyMap<string, string> = new Map();
  readonly locals = new Map<string, LocalMember>();
  /** Connections that become members once the list has been read with them in it. */
  readonly waiting = new Set<PendingSubscription>();

  constructor(channel: string) {
    this.channel = channel;
  }

  get isEmpty(): boolean {
    return this.locals.size === 0 && this.waiting.size === 0;
  }

  /** The list for a new subscriber, in the protocol's form. */
  list(): { presence: { ids: string[]; hash: Record<string, unknown>; count: number } } {
    const hash = Object.fromEntries([...this.told].map(([id, info]) => [id, JSON.parse(info) as unknown]));
    return { presence: { ids: [...this.told.keys()], hash, count: this.told.size } };
  }

  /** These, and the members announced before. */
  with(members: readonly Member[]): readonly Member[] {
    const ids = new Set(members.map(({ id }) => id));
    const others = [...this.told].filter(([id]) => !ids.has(id)).map(([id, info]) => ({ id, info }));
    return [...members, ...others];
  }

  /** Replaces the list by the current one; returns who came and who left since the last one. */
  take(members: readonly Member[]): { came: Member[]; left: string[] } {
    const now = new Map(members.map(({ id, info }) => [id, info]));
    const came = members.filter(({ id }) => !this.told.has(id));
    const left = [...this.told.keys()].filter((id) => !now.has(id));
    this.told = now;
    return { came, left };
  }
}
