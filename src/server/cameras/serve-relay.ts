import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import { sandbox } from "#server/platform/http/download.ts";
import { readRange } from "#server/platform/http/range.ts";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { FeedFile } from "./feed.ts";
import { readLink } from "./links.ts";
import type { Relay } from "./relay.ts";

export interface ServeRelayOptions {
  readonly key: AppKey;
  readonly clock: Clock;
  readonly relay: Relay;
  readonly handOver?: Pick<RequestForwarding, "nodeFor" | "pass">;
}

const SAFE = {
  "x-content-type-options": "nosniff",
  "content-security-policy": sandbox,
} as const;

/**
 * `GET /media/cctv/<link>/live.m3u8`, the files it names, and `still.jpg`. An expired or forged link is FORBIDDEN, and
 * so is a guest's once the set of admitted guests has changed; a failing camera is reported by its code, so that a
 * player can explain it. One node requests a camera for all; while that node is unreachable, any other can as well.
 */
export function serveRelay({ key, clock, relay, handOver }: ServeRelayOptions) {
  return async function cameras(app: FastifyInstance): Promise<void> {
    app.route<{ Params: { link: string; name: string } }>({
      method: ["GET", "HEAD"],
      url: "/media/cctv/:link/:name",
      async handler(request, reply) {
        const link = readLink(key, request.params.link, clock.now());
        if (link === null) throw new AppError("FORBIDDEN");
        const node = handOver?.nodeFor(`camera ${link.id}`, request.raw) ?? null;
        if (node !== null && (await handOver?.pass(request, reply, node)) === true) return reply;
        if (link.gate !== "" && (await relay.gateOf(link.id)) !== link.gate) throw new AppError("FORBIDDEN");
        const { name } = request.params;
        const file = name === "still.jpg" ? await stillOf(relay, link.id) : await relay.file(link.id, name);
        if (file === null) throw new AppError("NOT_FOUND");
        return send(request, reply.headers(SAFE), file);
      },
    });
  };
}

async function stillOf(relay: Relay, id: number): Promise<FeedFile | null> {
  const bytes = await relay.still(id);
  return bytes === null ? null : { bytes, type: "image/jpeg", seconds: 5 };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, type, seconds }: FeedFile,
): FastifyReply {
  void reply.type(type).header("cache-control", seconds === 0 ? "no-store" : `private, max-age=${seconds}`);
  const range = seconds === 0 ? "whole" : readRange(request.headers.range, bytes.length);
  if (range === "whole") return reply.header("accept-ranges", "bytes").send(bytes);
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${bytes.length}`).send();
  const { start, end } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${start}-${end}/${bytes.length}`)
    .send(bytes.subarray(start, end + 1));
}
