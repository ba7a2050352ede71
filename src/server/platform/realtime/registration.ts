import type { PresenceTimes } from "./presence.ts";
import type { PresenceStore } from "./presence-store.ts";

/** This process as registered in the table: by a number, which is a new one after it was taken for dead. */
export class Registration {
  readonly #store: PresenceStore;
  readonly #lease: number;
  /** Undefined before the first registration. */
  process: number | undefined;

  constructor(store: PresenceStore, { lease }: PresenceTimes) {
    this.#store = store;
    this.#lease = lease;
  }

  async renew(): Promise<number> {
    this.process = await this.#store.register(this.#lease);
    return this.process;
  }

  /** Returns false when the process was taken for dead. `channels`: its channels, for the other processes. */
  async prolong(channels?: ReadonlyMap<string, number>): Promise<boolean> {
    return this.process !== undefined && (await this.#store.prolong(this.process, this.#lease, channels));
  }
}
