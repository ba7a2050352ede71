import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { PublishRequest, Verdict } from "./dialogue.ts";
import { type RtmpSession, rtmpLimits, speakRtmp } from "./session.ts";

export interface RtmpServerOptions {
  readonly host: string;
  readonly port: number;
  /** Certificate and key for RTMPS. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly apps: readonly string[];
  /** Maximum connections per address. */
  readonly perAddress: number;
  /** Refusals within a minute after which an address is ignored. Default: 20. */
  readonly refusals?: number;
  readonly authorize: (request: PublishRequest, session: RtmpSession) => Promise<Verdict>;
  readonly onProblem: (address: string, problem: string) => void;
}

export const serverLimits = { connections: 500, refusals: 20, refusalsMs: 60_000 } as const;

/** Counts the recent refusals of one address. */
class Refusals {
  readonly #times = new Map<string, number[]>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  isBanned(address: string): boolean {
    return this.#recent(address).length >= this.#most;
  }

  add(address: string): void {
    this.#times.set(address, [...this.#recent(address), Date.now()]);
    if (this.#times.size > 10_000) for (const known of this.#times.keys()) this.#recent(known);
  }

  #recent(address: string): number[] {
    const since = Date.now() - serverLimits.refusalsMs;
    const recent = (this.#times.get(address) ?? []).filter((time) => time > since);
    if (recent.length === 0) this.#times.delete(address);
    else this.#times.set(address, recent);
    return recent;
  }
}

/** Listens for senders. Rejects when the port is unavailable. */
export async function listenRtmp(
  options: RtmpServerOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Map<Socket, string>();
  const refusals = new Refusals(options.refusals ?? serverLimits.refusals);
  const welcome = (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const same = [...open.values()].filter((other) => other === address).length;
    if (same >= options.perAddress || open.size >= serverLimits.connections || refusals.isBanned(address)) {
      socket.destroy();
      return;
    }
    open.set(socket, address);
    socket.on("close", () => open.delete(socket));
    speakRtmp(socket, {
      address,
      isApp: (name) => options.apps.includes(name),
      onProblem: (problem) => options.onProblem(address, problem),
      async authorize(request, session) {
        const verdict = await options.authorize(request, session);
        if ("refusal" in verdict) refusals.add(address);
        return verdict;
      },
    });
  };
  const server: Server =
    options.tls === undefined
      ? createServer(welcome)
      : createTlsServer({ ...options.tls, handshakeTimeout: rtmpLimits.authMs }, welcome);
  server.maxConnections = serverLimits.connections;
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  server.on("error", (error) => options.onProblem("", error.message));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open.keys()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
