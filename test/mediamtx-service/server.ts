import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Sender {
  readonly id: string;
  bytes: number;
}

/** A MediaMTX server, limited to its control API and its authentication; see CONTRACT.md. */
export class MediamtxService {
  readonly credentials = { user: "sitewalk", password: "control" };
  /** Configured paths, with their values. */
  readonly configured = new Map<string, Record<string, unknown>>();
  readonly senders = new Map<string, Sender>();
  /** Statuses returned instead of a response, one after the other. */
  readonly troubles: number[] = [];
  readonly calls: string[] = [];
  /** `authHTTPAddress` of its configuration. */
  authAddress = "";
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<MediamtxService> {
    const service = new MediamtxService();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get api(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Publishes by RTMP at this address. False when the hook refuses it. A later publisher replaces the first. */
  async publish(path: string, query: string): Promise<boolean> {
    if (!(await this.#ask("publish", path, query, "rtmp"))) return false;
    this.senders.set(path, { id: randomUUID(), bytes: 1000 });
    return true;
  }

  read(path: string, query: string): Promise<boolean> {
    return this.#ask("read", path, query, "hls");
  }

  async #ask(action: string, path: string, query: string, protocol: string): Promise<boolean> {
    const body = {
      ip: "192.0.2.7",
      user: "",
      password: "",
      token: "",
      action,
      path,
      protocol,
      id: randomUUID(),
      query,
    };
    const reply = await fetch(this.authAddress, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, userAgent: "" }),
    });
    return reply.status >= 200 && reply.status <= 299;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "" } = request;
    this.calls.push(`${method} ${url}`);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = (status: number, error: string) => send(status, { status: "error", error });
    const trouble = this.troubles.shift();
    if (trouble !== undefined) return void refuse(trouble, "trouble");
    const { user, password } = this.credentials;
    if (request.headers.authorization !== `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`)
      return void refuse(401, "authentication error");
    const address = new URL(url, "http://localhost");
    const known = this.#routes(method, address, Buffer.concat(chunks).toString());
    if (known === undefined) return void refuse(501, `not in the contract: ${method} ${url}`);
    return void (known.error === undefined
      ? send(200, known.body)
      : refuse(known.status ?? 400, known.error));
  }

  #routes(method: string, { pathname, searchParams }: URL, text: string): Reply | undefined {
    const conf = /^\/v3\/config\/paths\/(add|patch|delete)\/(.+)$/.exec(pathname);
    if (conf !== null) return this.#configure(method, conf[1] ?? "", conf[2] ?? "", text);
    const one = /^\/v3\/paths\/get\/(.+)$/.exec(pathname);
    if (method === "GET" && one !== null) {
      const path = this.#path(one[1] ?? "");
      return path === undefined ? { status: 404, error: "path not found" } : { body: path };
    }
    if (method === "GET" && pathname === "/v3/paths/list") return this.#list(searchParams);
    const kick = /^\/v3\/rtmpconns\/kick\/(.+)$/.exec(pathname);
    if (method === "POST" && kick !== null) {
      const found = [...this.senders].find(([, { id }]) => id === kick[1]);
      if (found === undefined) return { status: 404, error: "connection not found" };
      this.senders.delete(found[0]);
      return { body: { status: "ok" } };
    }
    return undefined;
  }

  #configure(method: string, verb: string, name: string, text: string): Reply | undefined {
    const methods: Record<string, string> = { add: "POST", patch: "PATCH", delete: "DELETE" };
    if (methods[verb] !== method) return undefined;
    if (!/^[0-9a-zA-Z_\-/.~:]+$/.test(name)) return { error: "invalid name" };
    const isThere = this.configured.has(name);
    if (verb === "delete") {
      if (!isThere) return { status: 404, error: "path configuration not found" };
      this.configured.delete(name);
      this.senders.delete(name);
      return { body: { status: "ok" } };
    }
    if (verb === "add" && isThere) return { error: "path already exists" };
    if (verb === "patch" && !isThere) return { status: 404, error: "path configuration not found" };
    const values = JSON.parse(text) as Record<string, unknown>;
    const unknown = Object.keys(values).find((key) => !["source", "record"].includes(key));
    if (unknown !== undefined) return { error: `json: unknown field "${unknown}"` };
    this.configured.set(name, { ...this.configured.get(name), ...values });
    return { body: { status: "ok" } };
  }

  #list(query: URLSearchParams): Reply {
    const size = Number(query.get("itemsPerPage") ?? 100);
    const page = Number(query.get("page") ?? 0);
    const items = [...this.configured.keys()].map((name) => this.#path(name));
    return {
      body: {
        pageCount: Math.ceil(items.length / size),
        itemCount: items.length,
        items: items.slice(page * size, (page + 1) * size),
      },
    };
  }

  #path(name: string) {
    if (!this.configured.has(name)) return undefined;
    const sender = this.senders.get(name);
    return {
      name,
      confName: name,
      available: sender !== undefined,
      availableTime: null,
      online: sender !== undefined,
      onlineTime: null,
      inboundBytes: sender?.bytes ?? 0,
      inboundFramesInError: 0,
      outboundBytes: 0,
      readers: [],
      source: sender === undefined ? null : { type: "rtmpConn", id: sender.id },
      tracks2:
        sender === undefined
          ? []
          : [{ codec: "H264", codecProps: { width: 1280, height: 720 } }, { codec: "MPEG-4 Audio" }],
    };
  }
}

interface Reply {
  readonly status?: number;
  readonly error?: string;
  readonly body?: unknown;
}
