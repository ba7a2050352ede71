import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { encode, limits } from "./protocol.ts";
import type { Hearer } from "./signature.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Most connections are a member of nothing, and an empty map for each would cost more than the rest. */
const nobody: ReadonlyMap<string, string> = new Map();

/** One client's socket: its channels, its user, and its last sign of life. */
export class Connection {
  readonly id: string;
  readonly address: string;
  readonly channels = new Map<string, Hearer | null>();
  /** Owner of the connection, since the first signature that named a user: another session's signature is refused here. */
  owner: Hearer | undefined;
  /** The user that it has signed in as, by the id that the server addresses. */
  signedInAs: string | undefined;
  /** Time (performance.now) after which every right must be proved again. */
  readonly until: number;
  lastHeard = performance.now();
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #messages = new TokenBucket(limits.messageBurst, limits.messagesPerSecond);
  #clientEvents: TokenBucket | undefined;
  #members: Map<string, string> | undefined;

  constructor(id: string, address: string, socket: WebSocket, wire: Duplex, lifetime: number) {
    this.id = id;
    this.address = address;
    this.until = performance.now() + lifetime;
    this.#socket = socket;
    this.#wire = wire;
  }

  /** Its member ids in the presence channels among them. */
  get members(): ReadonlyMap<string, string> {
    return this.#members ?? nobody;
  }

  joinAs(channel: string, member: string): void {
    this.#members ??= new Map();
    this.#members.set(channel, member);
  }

  noMemberOf(channel: string): void {
    this.#members?.delete(channel);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  send(event: string, data: unknown, channel?: string): void {
    if (this.isOpen) this.#socket.send(encode(event, data, channel));
  }

  /** Writes a frame that is shared with other connections; disconnects a slow reader. */
  sendFrame(frame: Buffer): void {
    if (!this.isOpen) return;
    // Bypasses ws: messages are never fragmented or compressed here, so frames cannot interleave.
    if (this.#wire.writableLength > limits.unsentBytes) this.#socket.terminate();
    else this.#wire.write(frame);
  }

  /** Whether this message is within the rate; counts it. */
  allowsMessage(): boolean {
    return this.#messages.take();
  }

  /** The same for events to the other clients of a channel. */
  allowsClientEvent(): boolean {
    this.#clientEvents ??= new TokenBucket(limits.clientEventsPerSecond, limits.clientEventsPerSecond);
    return this.#clientEvents.take();
  }

  probe(): void {
    if (this.isOpen) this.#socket.ping();
  }

  /** Closes with a code of the protocol; ws terminates a peer that does not respond after 30 s. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  belongsTo(of: {
    readonly session?: number;
    readonly user?: number;
    readonly token?: number;
    readonly member?: string;
  }): boolean {
    const { owner } = this;
    if (owner !== undefined && (owner.session === of.session || owner.user === of.user)) return true;
    if (owner?.token !== undefined && owner.token === of.token) return true;
    if (this.signedInAs !== undefined && this.signedInAs === of.member) return true;
    for (const member of this.members.values()) if (member === of.member) return true;
    return false;
  }
}
