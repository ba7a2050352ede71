import type { Connection } from "./connection.ts";
import { textFrame } from "./frame.ts";

/** Subscriptions of this process. */
export class Hub {
  readonly connections = new Set<Connection>();
  readonly #channels = new Map<string, Set<Connection>>();
  readonly #addresses = new Map<string, number>();

  add(connection: Connection): void {
    this.connections.add(connection);
    this.#addresses.set(connection.address, this.countOf(connection.address) + 1);
  }

  remove(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    for (const channel of connection.channels.keys()) this.#leave(connection, channel);
    const left = this.countOf(connection.address) - 1;
    if (left > 0) this.#addresses.set(connection.address, left);
    else this.#addresses.delete(connection.address);
  }

  countOf(address: string): number {
    return this.#addresses.get(address) ?? 0;
  }

  /** The channel is in the connection's own list already. */
  join(connection: Connection, channel: string): void {
    const hearers = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, hearers.add(connection));
  }

  leave(connection: Connection, channel: string): void {
    connection.channels.delete(channel);
    this.#leave(connection, channel);
  }

  isHeardBy(connection: Connection, channel: string): boolean {
    return this.#channels.get(channel)?.has(connection) === true;
  }

  /** Number of connections by channel. */
  occupancy(): Map<string, number> {
    return new Map([...this.#channels].map(([channel, hearers]) => [channel, hearers.size]));
  }

  /** Sends `text` to all subscribers of `channel`, except the given socket. Returns the number of subscribers. */
  broadcast(channel: string, text: string, exceptSocketId?: string): number {
    const hearers = this.#channels.get(channel);
    if (hearers === undefined) return 0;
    const frame = textFrame(text);
    for (const connection of hearers) if (connection.id !== exceptSocketId) connection.sendFrame(frame);
    return hearers.size;
  }

  #leave(connection: Connection, channel: string): void {
    const hearers = this.#channels.get(channel);
    hearers?.delete(connection);
    if (hearers?.size === 0) this.#channels.delete(channel);
  }
}
