import { Agent, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import { sandbox } from "#server/platform/http/download.ts";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import { turnAway, upgradesOf } from "#server/platform/http/upgrades.ts";
import type { Node } from "#server/platform/nodes.ts";
import { isOriginAllowed } from "#server/platform/realtime/origin.ts";
import { askMediaProcess, headersToPass } from "./media-process-request.ts";
import { createSharedAnswers, type LiveViewer, type SharedAnswers } from "./shared-answers.ts";

const BASE = "/media/live/";
/** Entry for browsers: requests below `/media/live/` are forwarded to the media process, which authorizes them. */
export interface LiveRoutes {
  plugin(app: FastifyInstance): Promise<void>;
  /** Handles the upgrades of `/media/live/...`. */
  attach(server: Server): void;
  /** Has the media process admit every viewer of a channel anew. */
  readmit(code: string): void;
}

/** Channels carried by other nodes. */
export interface OtherCarriers {
  readonly handOver: Pick<RequestForwarding, "isHanded" | "pass" | "passSocket">;
  /** The node that carries a channel, if it is another one and reachable. */
  carrierOf(code: string): Node | null;
}

export interface LiveRoutesOptions {
  /** Port of the media process; null while there is none. */
  readonly port: () => number | null;
  readonly publicUrl: string;
  readonly elsewhere?: OtherCarriers | undefined;
}

/** Viewers are forwarded to the node that carries the channel; a sender may connect to any node, which then carries it. */
export function createLiveRoutes({ port, publicUrl, elsewhere }: LiveRoutesOptions): LiveRoutes {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  const shared = createSharedAnswers();
  const carrierFor = (request: IncomingMessage) => {
    const [, code = "", , name = ""] = /^([^/]*)\/([^/]*)\/([^/?]*)/.exec(pathOf(request)) ?? [];
    const carrier = name === "send" ? null : (elsewhere?.carrierOf(code) ?? null);
    return carrier === null || elsewhere?.handOver.isHanded(request) === true ? null : carrier;
  };
  return {
    readmit: (code) => shared.forget(code),
    async plugin(app) {
      // Neither video nor its playlists are compressed.
      app.get(`${BASE}*`, { compress: false }, async (request, reply) => {
        const carrier = carrierFor(request.raw);
        if (carrier === null) return answer({ agent, shared, port: port() }, request, reply);
        if ((await elsewhere?.handOver.pass(request, reply, carrier)) !== true)
          throw new AppError("UNAVAILABLE");
        return reply;
      });
    },
    attach(server) {
      upgradesOf(server).on(BASE, (request, wire, head) => {
        if (!isOriginAllowed(request, publicUrl)) return turnAway(wire, "403 Forbidden");
        const carrier = carrierFor(request);
        if (carrier !== null) return elsewhere?.handOver.passSocket(request, wire, head, carrier);
        const to = port();
        if (to === null) turnAway(wire, "503 Service Unavailable");
        else join(request, wire, head, to);
      });
    },
  };
}

const pathOf = (request: IncomingMessage) => (request.url ?? "").slice(BASE.length);

interface Behind {
  readonly agent: Agent;
  readonly shared: SharedAnswers;
  /** Port of the media process. */
  readonly port: number | null;
}

const safety = { "x-content-type-options": "nosniff", "content-security-policy": sandbox };

/** A viewer whom the media process admits shares the answer of all others; every other request is passed on. */
async function answer(
  { agent, shared, port }: Behind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (port === null) throw new AppError("UNAVAILABLE");
  const viewer = viewerOf(pathOf(request.raw));
  const found = viewer === null ? undefined : await shared.answer(viewer, port);
  if (found !== undefined)
    return reply.code(found.status).headers(found.headers).headers(safety).send(found.body);
  const onAdmitted = viewer === null ? () => undefined : shared.asking(viewer);
  return passOn({ agent, port, onAdmitted }, request, reply);
}

function viewerOf(path: string): LiveViewer | null {
  const [, code = "", token = "", file = ""] = /^([^/?]+)\/([^/?]+)\/([^/]+)$/.exec(path) ?? [];
  return file === "" ? null : { code, token, file };
}

async function passOn(
  { agent, port, onAdmitted }: { agent: Agent; port: number; onAdmitted: () => void },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A client that left needs no answer any more; the next part may be seconds away.
  const leaving = new AbortController();
  reply.raw.on("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  const path = pathOf(request.raw);
  const answered = await askMediaProcess({ agent, port, path, signal: leaving.signal }).catch(() => {
    throw new AppError("UNAVAILABLE");
  });
  if (answered.statusCode === 200) onAdmitted();
  return reply
    .code(answered.statusCode ?? 502)
    .headers(headersToPass(answered))
    .headers(safety)
    .send(answered);
}

/** Connects both sides; the end of one ends the other, and a slow reader slows down the writer. */
function join(request: IncomingMessage, wire: Duplex, head: Buffer, port: number): void {
  const inner = connect(port, "127.0.0.1");
  const path = `/live/${pathOf(request)}`;
  const names = ["upgrade", "connection", "sec-websocket-key", "sec-websocket-version"];
  const lines = names.map((name) => `${name}: ${String(request.headers[name] ?? "")}`);
  inner.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  inner.write(head);
  inner.on("error", () => wire.destroy());
  inner.on("close", () => wire.destroy());
  wire.on("close", () => inner.destroy());
  inner.pipe(wire);
  wire.pipe(inner);
}
