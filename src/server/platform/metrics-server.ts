import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface MetricsServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Throws when the process is unusable. */
  readonly isAlive: () => Promise<unknown>;
}

export interface MetricsServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * A port for monitoring: `/metrics`, and `/ready` and `/health` like the public one, so that a process without a public
 * port can be probed, too. Unencrypted and without authentication, hence never the public port.
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { metrics, readiness } = options;
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<unknown>>> = {
    "/metrics": async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { "content-type": metrics.registry.contentType }).end(text);
    },
    "/ready": async (response) => {
      const failing = await readiness.failing();
      const isReady = failing.length === 0;
      tell(response, isReady ? 200 : 503, isReady ? { ready: true } : { ready: false, failing });
    },
    "/health": async (response) => {
      await options.isAlive();
      tell(response, 200, { health: "up" });
    },
  };
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    const answer = answers[(request.url ?? "").split("?")[0] ?? ""];
    if (answer === undefined || (request.method !== "GET" && request.method !== "HEAD"))
      return void response.writeHead(404).end();
    answer(response).catch(() => tell(response, 503, { health: "down" }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function tell(response: ServerResponse, status: number, body: Readonly<Record<string, unknown>>): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
