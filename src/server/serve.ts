import type { AddressInfo, Socket } from "node:net";
import { join, resolve } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Cameras } from "./cameras/index.ts";
import type { Config } from "./config.ts";
import { type Push, pushHosts } from "./domains/connections/realtime/push.ts";
import { examplesOf } from "./domains/examples.ts";
import type { Domains } from "./domains/index.ts";
import type { SettingsService } from "./domains/installation/settings/settings.service.ts";
import { readIntegrationEndpoints } from "./integrations/endpoints.ts";
import { streamHosts } from "./live/drivers/outside.ts";
import type { LiveRoutes } from "./live/live-routes.ts";
import type { Media } from "./media/index.ts";
import { pages } from "./pages/index.ts";
import type { Database } from "./platform/database.ts";
import type { Bus } from "./platform/events/bus.ts";
import { createCodeLookups } from "./platform/http/code-lookups.ts";
import { connectHosts } from "./platform/http/connect-hosts.ts";
import type { IdempotencyKeys } from "./platform/http/idempotency-keys.ts";
import { imageHosts } from "./platform/http/image-hosts.ts";
import { mountApi } from "./platform/http/mount.ts";
import { openApi } from "./platform/http/openapi.ts";
import type { RateLimiter } from "./platform/http/rate.ts";
import { answerReachable } from "./platform/http/reachable.ts";
import type { RequestForwarding } from "./platform/http/request-forwarding.ts";
import { createServer } from "./platform/http/server.ts";
import type { AppKey } from "./platform/key.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Readiness } from "./platform/readiness.ts";
import { type Realtime, restPlugin } from "./platform/realtime/index.ts";
import type { Replica } from "./platform/replica.ts";

export interface ServeOptions {
  readonly db: Database;
  readonly replica: Replica | undefined;
  readonly once: IdempotencyKeys;
  readonly bus: Bus;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: Pick<Readiness, "isLeaving">;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly rateFactor: number;
  readonly trustProxy: readonly string[];
  readonly settings: SettingsService;
  readonly version: string;
  readonly domains: Domains;
  readonly media: Media;
  readonly cameras: Pick<Cameras, "plugin">;
  readonly realtime: Realtime;
  readonly push: Push;
  /** Forwards requests to other nodes, and accepts those forwarded by them. */
  readonly handOver: Pick<RequestForwarding, "plugin">;
  /** Players and senders of our own media server. */
  readonly live: LiveRoutes;
  /** Answers callbacks of the services that carry live channels. */
  readonly liveHooks: (app: FastifyInstance) => Promise<void>;
}

const root = join(import.meta.dirname, "../..");
/** Calls per minute, address and route, unless the contract says otherwise. */
const perMinute = 1200;
/** Milliseconds for calls under way after a stop. */
const lastAnswers = 10_000;

/** Serves calls, media, sockets and pages on one port. Returns the address, and a function to stop. */
export async function serve(options: ServeOptions): Promise<{ origin: string; close(): Promise<void> }> {
  const {
    db,
    bus,
    config,
    log,
    key,
    rate,
    rateFactor,
    trustProxy,
    settings,
    version,
    domains,
    media,
    realtime,
  } = options;
  const app = await createServer({
    log,
    metrics: options.metrics,
    trustProxy,
    publicUrl: config.PUBLIC_URL,
    streamHosts: streamHosts(config),
    ...hostsOf(options),
  });
  options.handOver.plugin(app);
  // A proxy keeps connections for the next call; it must not reuse those to a process that is stopping.
  app.addHook("onRequest", (_request, reply, done) => {
    if (options.readiness.isLeaving) void reply.header("connection", "close");
    done();
  });
  const { sessions, isClosed, isHeldUp } = domains;
  const door = {
    sessions,
    tokens: domains.apiTokens,
    isClosed,
    isHeldUp,
    key,
    rate,
    perMinute,
    rateFactor,
  };
  const lookups = createCodeLookups(rate, rateFactor);
  mountApi(app, {
    db,
    lookups,
    once: options.once,
    ...domains,
    ...door,
    replica: options.replica,
    receive: media.receive,
    megabytes: (setting) => settings.get()[setting],
  });
  answerReachable(app);
  app.get(
    "/api/openapi.json",
    openApiDocument(domains, () => settings.get().website_name, majorOf(version)),
  );
  await app.register(options.cameras.plugin);
  await app.register((instance) => media.plugin(instance));
  await app.register((instance) => media.filmPlugin(instance));
  await app.register(media.uploads.door({ ...door, ...domains.uploadChecks }));
  for (const plugin of domains.doors) await app.register(plugin);
  await app.register(options.live.plugin);
  await app.register(options.liveHooks);
  const { REALTIME_APP_ID: id, REALTIME_APP_SECRET: secret } = config;
  if (secret !== "")
    await app.register(restPlugin({ app: { id, secret, key: realtime.key }, realtime, db, bus, rate }));
  const webRoot = resolve(root, config.WEB_ROOT);
  await app.register(
    pages({
      webRoot,
      config,
      key,
      lookups,
      settings: settings.public,
      domains,
      media,
      realtime: options.push.boot,
      modelHosts: modelHosts(config.INTEGRATION_ENDPOINTS),
    }),
  );
  realtime.attach(app.server);
  domains.broker.attach(app.server);
  options.live.attach(app.server);
  const finish = finisherOf(app);
  await app.listen({ port: config.PORT, host: config.HOST });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://${shownHost(config.HOST)}:${port}`,
    async close() {
      await realtime.close();
      domains.broker.close();
      await finish();
    },
  };
}

/** Hosts that pages may fetch pictures from and connect to, by the current settings. */
const hostsOf = ({ settings, push }: Pick<ServeOptions, "settings" | "push">) => ({
  imageHosts() {
    const { basemap_url, basemap_subdomains, satellite_url, satellite_subdomains } = settings.get();
    return imageHosts([
      { url: basemap_url, subdomains: basemap_subdomains },
      { url: satellite_url, subdomains: satellite_subdomains },
    ]);
  },
  connectHosts() {
    const { peerjs_host: host, peerjs_port: port } = settings.get();
    return connectHosts([...pushHosts(push.boot()), ...(host === "" ? [] : [{ host, port, tls: null }])]);
  },
});

/** Stops a server: calls under way are waited for, idle connections are not. */
function finisherOf(app: FastifyInstance): () => Promise<void> {
  const connections = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    connections.add(socket.once("close", () => connections.delete(socket)));
  });
  return async () => {
    // A connection whose last response is just being sent counts as busy when the closing begins, and then stays idle
    // until its keep-alive runs out, more than a minute later.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      // Browsers open connections ahead of need. Node does not count one without any data as idle and waits for its
      // first headers: a minute.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    // Running calls end by themselves; a longer one, a download or a stream, resumes with another process.
    const cut = setTimeout(() => app.server.closeAllConnections(), lastAnswers);
    await app.close().finally(() => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  };
}

/** Guests may read the document: it contains the API's compatibility version, and no more of the program's. */
const majorOf = (version: string) => `${version.split(".")[0]}.0`;

/** Generated at the first request, as text: it is large, and changes only with the site's name. */
function openApiDocument(
  { api, samples }: Pick<Domains, "api" | "samples">,
  title: () => string,
  version: string,
) {
  let made: { readonly title: string; readonly text: string } | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    if (made?.title !== title()) {
      const info = { title: title(), version };
      made = { title: info.title, text: JSON.stringify(openApi(api, info, examplesOf(samples))) };
    }
    return reply.type("application/json; charset=utf-8").header("cache-control", "no-cache").send(made.text);
  };
}

/** An address that a browser can open, where the server listens on all of them. */
const shownHost = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

/** Hosts that a page may load Autodesk's viewer and models from, if they were changed. */
function modelHosts(endpoints: string): readonly string[] {
  const { api, viewer } = readIntegrationEndpoints(endpoints).autodesk;
  return [...new Set([api, viewer].map((address) => new URL(address).origin))];
}
