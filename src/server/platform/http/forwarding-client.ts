import { Agent, request as askPlain, type ClientRequest, type IncomingMessage } from "node:http";
import { request as askSecure, Agent as SecureAgent } from "node:https";
import type { Node } from "../nodes.ts";

/** Milliseconds to a connection: nodes are near each other. */
const CONNECT = 2_000;
/** Milliseconds to an answer: a media process that is just starting is waited for fifteen seconds. */
const ANSWER = 20_000;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ForwardingClient {
  /** Asks a node what somebody asks here; `more` are headers on top. The body is the caller's to send. */
  ask(request: IncomingMessage, to: Node, more: Headers, options?: { isSocket: boolean }): ClientRequest;
  close(): void;
}

/** Asks other nodes, over connections that are used again. */
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
        // The name by which the caller came stays; a certificate is that of the node.
        ...(isSecure && { servername: url.hostname }),
        setHost: false,
        timeout: ANSWER,
        headers: { ...endToEndHeaders(request), ...more } as Record<string, string>,
      });
      asked.on("timeout", () => asked.destroy(new Error("no answer")));
      // From then on it takes as long as it takes: a reader may be slow, and a socket silent.
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

/** What belongs to one connection, and not to what is said over it. */
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

/** The headers of a request or an answer without those of its connection. */
export function endToEndHeaders({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name) && !named.has(name)));
}
