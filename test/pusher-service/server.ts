import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface PusherApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

export interface PushedEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
}

/** The hosted service as its documentation defines it; see CONTRACT.md. */
export class PusherService {
  readonly app: PusherApp;
  /** Accepted events, in order. */
  readonly events: PushedEvent[] = [];
  readonly terminated: string[] = [];
  /** Status of every response, in order. */
  readonly answers: number[] = [];
  /** Statuses returned instead of a response, one after the other, to calls that match `about`. */
  readonly troubles: { readonly status: number; readonly about: string }[] = [];
  readonly #server: Server;
  readonly #hearers = new Map<WebSocket, Set<string>>();

  private constructor(app: PusherApp) {
    this.app = app;
    this.#server = createServer((request, response) => void this.#receive(request, response));
    const sockets = new WebSocketServer({ server: this.#server });
    sockets.on("connection", (socket, request) => this.#welcome(socket, request.url ?? ""));
  }

  static async start(app: PusherApp): Promise<PusherService> {
    const service = new PusherService(app);
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#hearers.keys()) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [trouble] = this.troubles;
    const isTroubled = trouble !== undefined && body.includes(trouble.about);
    if (isTroubled) this.troubles.shift();
    const answer = isTroubled ? { status: trouble.status } : this.#answer(request, body);
    this.answers.push(answer.status);
    const isJson = "body" in answer;
    response.writeHead(answer.status, { "content-type": isJson ? "application/json" : "text/plain" });
    response.end(isJson ? JSON.stringify(answer.body) : "refused\n");
  }

  #answer(request: IncomingMessage, body: Buffer): { status: number; body?: unknown } {
    const url = new URL(request.url ?? "", "http://localhost");
    if (!this.#isSigned(request.method ?? "", url, body)) return { status: 401 };
    const route = `${request.method} ${url.pathname.replace(`/apps/${this.app.id}`, "")}`;
    if (route === "GET /channels") return { status: 200, body: { channels: {} } };
    const user = /^POST \/users\/([^/]+)\/terminate_connections$/.exec(route)?.[1];
    if (user !== undefined) {
      this.terminated.push(decodeURIComponent(user));
      return { status: 200, body: {} };
    }
    if (route === "POST /batch_events") return this.#take(JSON.parse(body.toString()));
    return { status: 404 };
  }

  #take(json: unknown): { status: number; body?: unknown } {
    const { batch } = json as { batch?: PushedEvent[] };
    if (!Array.isArray(batch) || batch.length > 10) return { status: 400 };
    for (const { channel, name, data } of batch) {
      if (!/^[A-Za-z0-9_\-=@,.;]{1,164}$/.test(channel)) return { status: 400 };
      if (typeof name !== "string" || name.length > 200 || typeof data !== "string") return { status: 400 };
      if (Buffer.byteLength(data) > 10_240) return { status: 413 };
    }
    for (const { channel, name, data } of batch) {
      this.events.push({ channel, name, data });
      for (const [socket, channels] of this.#hearers)
        if (channels.has(channel)) socket.send(JSON.stringify({ event: name, channel, data }));
    }
    return { status: 200, body: {} };
  }

  #isSigned(method: string, url: URL, body: Buffer): boolean {
    const query = Object.fromEntries(url.searchParams);
    const { auth_signature, ...signed } = query;
    const text = Object.keys(signed)
      .toSorted()
      .map((name) => `${name}=${signed[name]}`)
      .join("&");
    const right = this.#hash(`${method}\n${url.pathname}\n${text}`);
    const age = Math.abs(Date.now() / 1000 - Number(query["auth_timestamp"]));
    const md5 = createHash("md5").update(body).digest("hex");
    return (
      url.pathname.startsWith(`/apps/${this.app.id}/`) &&
      query["auth_key"] === this.app.key &&
      query["auth_version"] === "1.0" &&
      auth_signature === right &&
      age <= 600 &&
      (body.length === 0 || query["body_md5"] === md5)
    );
  }

  #welcome(socket: WebSocket, url: string): void {
    if (!url.startsWith(`/app/${this.app.key}?`) || !/[?&]protocol=7\b/.test(url)) return socket.close(4001);
    const id = `${Math.floor(Math.random() * 1e9)}.${Math.floor(Math.random() * 1e9)}`;
    const say = (event: string, data: unknown, channel?: string) =>
      socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
    const channels = new Set<string>();
    this.#hearers.set(socket, channels);
    socket.on("close", () => this.#hearers.delete(socket));
    say("pusher:connection_established", { socket_id: id, activity_timeout: 120 });
    socket.on("message", (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: Record<string, string> };
      if (event === "pusher:ping") return say("pusher:pong", {});
      if (event !== "pusher:subscribe") return undefined;
      const { channel = "", auth, channel_data } = data;
      const text = channel_data === undefined ? `${id}:${channel}` : `${id}:${channel}:${channel_data}`;
      // Compared exactly: anything after the signature makes it invalid.
      if (auth !== `${this.app.key}:${this.#hash(text)}`)
        return say(
          "pusher:subscription_error",
          { type: "AuthError", error: "invalid", status: 401 },
          channel,
        );
      channels.add(channel);
      return say("pusher_internal:subscription_succeeded", presenceOf(channel_data), channel);
    });
  }

  #hash(text: string): string {
    return createHmac("sha256", this.app.secret).update(text).digest("hex");
  }
}

function presenceOf(channelData: string | undefined): object {
  if (channelData === undefined) return {};
  const { user_id, user_info } = JSON.parse(channelData) as { user_id: string; user_info: unknown };
  return { presence: { ids: [user_id], hash: { [user_id]: user_info }, count: 1 } };
}
