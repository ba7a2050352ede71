import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A server for tests of real-time pages: implements the real-time protocol, and answers calls as the test defines. */
export class RealtimeServer {
  /** Sockets that are subscribed to a channel. */
  readonly hearers = new Set<WebSocket>();
  /** Channels from which sockets have unsubscribed, in this order. */
  readonly ended: string[] = [];
  /** Members of a presence channel at the time of a subscription, by channel: the info of each, by id. */
  readonly members = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(answer: (path: string) => { status: number; body: unknown }) {
    this.#server = createServer((request, response) => {
      const { status, body } = answer(request.url ?? "");
      response.writeHead(status, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end(JSON.stringify(body));
    });
    this.#sockets = new WebSocketServer({ server: this.#server });
    this.#sockets.on("connection", (socket) => this.#welcome(socket));
  }

  static async start(answer: (path: string) => { status: number; body: unknown }): Promise<RealtimeServer> {
    const server = new RealtimeServer(answer);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends an event to all sockets with a subscription. */
  tell(channel: string, event: string, data: unknown): void {
    for (const socket of this.hearers) say(socket, event, data, channel);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #welcome(socket: WebSocket): void {
    say(socket, "pusher:connection_established", { socket_id: "1.1", activity_timeout: 30 });
    socket.on("close", () => this.hearers.delete(socket));
    socket.on("message", (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: { channel: string } };
      if (event === "pusher:unsubscribe") this.ended.push(data.channel);
      if (event !== "pusher:subscribe") return;
      const hash = this.members.get(data.channel);
      const ids = Object.keys(hash ?? {});
      const list = hash === undefined ? {} : { presence: { ids, hash, count: ids.length } };
      say(socket, "pusher_internal:subscription_succeeded", list, data.channel);
      this.hearers.add(socket);
    });
  }
}

function say(socket: WebSocket, event: string, data: unknown, channel?: string): void {
  socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
}
