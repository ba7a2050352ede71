import { Agent, request as askPlain, type ClientRequest, type IncomingMessage } from "node:http";
import { request as askSecure, Agent as SecureAgent } from "node:https";
import type { Node } from "../nodes.ts";

/** Milliseconds to connect: nodes are near each other. */
const CONNECT = 2_000;
/** Milliseconds to a response: a media process that is just starting takes up to fifteen seconds. */
const ANSWER = 20_000;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ForwardingClient {
  /** Forwards a request to a node; `more` are additional headers. The caller sends the body. */
  ask(request: IncomingMessage, to: Node, more: Headers, options?: { isSocket: boolean }): ClientRequest;
  close(): void;
}

/** Sends requests to other nodes, over reused connections. */
export function createForwardingClient(): ForwardingClient {
  const plain = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const secure = new SecureAgent({ keepAlive: true, maxFreeSockets: 64 });
  return {
    ask(request, to, more, { isSocket } = { isSocket: false }) {
      const url = new URL(to.url);
      const isSecure = url.protocol === "https:";
      const asked = (isSecure ? askSecure : askPlain)({
        agent: isSocket ? false : isSecure ? secure : plain,
        host: url.hostname.replaceAll(/[[\]]/g, ""),
        port: url.port || (isSecure ? 443 : 80),
        method: request.method,
        path: request.url,
        // The Host header of the caller is kept; the certificate is that of the node.
        ...(isSecure && { servername: url.hostname }),
        setHost: false,
        timeout: ANSWER,
        headers: { ...endToEndHeaders(request), ...more } as Record<string, string>,
      });
      asked.on("timeout", () => asked.destroy(new Error("no answer")));
      // Unlimited from then on: a reader may be slow, and a socket silent.
      asked.prependListener("response", () => asked.setTimeout(0));
      asked.prependListener("upgrade", (_answer, socket) => socket.setTimeout(0));
      asked.on("socket", (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(() => asked.destroy(new Error("no connection")), CONNECT);
        const settle = () => clearTimeout(timer);
        socket.once("connect", settle).once("close", settle);
      });
      return asked;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** Headers of one connection rather than of the message. */
const hops = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers of a request or a response without those of its connection. */
export function endToEndHeaders({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name) && !named.has(name)));
}
