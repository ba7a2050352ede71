import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { LiveDrivers } from "./driver.ts";

/** Drivers of external services that the environment configures; only those are loaded. */
export async function outsideDrivers(
  config: Config,
  { key, log }: { readonly key: AppKey; readonly log: Log },
) {
  const mediamtx =
    config.MEDIAMTX_API === ""
      ? undefined
      : (await import("./mediamtx.ts")).mediamtxDriver({
          api: config.MEDIAMTX_API,
          user: config.MEDIAMTX_USER,
          password: config.MEDIAMTX_PASSWORD,
          rtmp: config.MEDIAMTX_RTMP,
          hls: config.MEDIAMTX_HLS,
          key,
          log,
        });
  const medialive =
    config.MEDIALIVE_ROLE_ARN === ""
      ? undefined
      : (await import("./medialive.ts")).medialiveDriver({
          region: config.AWS_REGION,
          accessKeyId: config.AWS_ACCESS_KEY_ID,
          secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
          sessionToken: config.AWS_SESSION_TOKEN,
          roleArn: config.MEDIALIVE_ROLE_ARN,
          senders: config.MEDIALIVE_SENDERS.split(",").map((cidr) => cidr.trim()),
          idleMinutes: config.MEDIALIVE_IDLE_MINUTES,
          endpoints: { medialive: config.MEDIALIVE_ENDPOINT, mediapackage: config.MEDIAPACKAGE_ENDPOINT },
          log,
        });
  if (mediamtx !== undefined)
    log.info({ path: mediamtx.hookPath }, "live: path for MediaMTX authorization requests (authHTTPAddress)");
  const drivers: LiveDrivers = {
    ...(mediamtx !== undefined && { mediamtx: mediamtx.driver }),
    ...(medialive !== undefined && { medialive: medialive.driver }),
  };
  return {
    drivers,
    /** Routes for the requests of these services. */
    async hooks(app: FastifyInstance): Promise<void> {
      if (mediamtx !== undefined) await app.register(mediamtx.hook);
    },
    async close(): Promise<void> {
      await Promise.all([mediamtx?.close(), medialive?.close()]);
    },
  };
}

/**
 * The hosts from which browsers fetch the streams of those services, as a content security policy names them. A
 * channel's own host at AWS is known only after its creation: every host of its region is allowed.
 */
export function streamHosts({ MEDIAMTX_API, MEDIAMTX_HLS, MEDIALIVE_ROLE_ARN, AWS_REGION }: StreamConfig) {
  const own = MEDIAMTX_API === "" ? undefined : URL.parse(MEDIAMTX_HLS)?.origin;
  const hosts = own === undefined ? [] : [own];
  if (MEDIALIVE_ROLE_ARN !== "") hosts.push(`https://*.mediapackagev2.${AWS_REGION}.amazonaws.com`);
  return hosts;
}

type StreamConfig = Pick<Config, "MEDIAMTX_API" | "MEDIAMTX_HLS" | "MEDIALIVE_ROLE_ARN" | "AWS_REGION">;

export type OutsideDrivers = Awaited<ReturnType<typeof outsideDrivers>>;
