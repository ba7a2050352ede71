import type { RealtimeBoot } from "#contract/pages.ts";
import { pushSettings } from "#server/domains/installation/settings/push-settings.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import { sessionEnded } from "#server/domains/people/auth/auth.events.ts";
import { rightsChanged } from "#server/domains/sites/team/team.events.ts";
import {
  EVENTS_PER_CALL,
  PushRefused,
  type PushSettings,
  pushEvents,
  terminateUser,
} from "#server/integrations/push/push-client.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Told } from "#server/platform/events/bus.ts";
import type { ConnectHost } from "#server/platform/http/connect-hosts.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { type Credentials, sign } from "#server/platform/realtime/index.ts";
import { pushBroadcasts, pushTerminate } from "./realtime.jobs.ts";

export interface PushOptions {
  readonly settings: Pick<SettingsService, "get" | "secret">;
  readonly jobs: Pick<Jobs, "send">;
  readonly log: Log;
  /** Key of our own server. */
  readonly ownKey: string;
}

/** Limit of the service for the data of one event, in bytes. */
const DATA_BYTES = 10 * 1024;

/**
 * Push to the hosted service, if configured: browser events are sent there as well, by jobs, so that an unavailable
 * service neither blocks anything nor loses events within minutes. Our own server keeps running for pages that were
 * opened before the change.
 */
export function createPush({ settings, jobs, log, ownKey }: PushOptions) {
  const hosted = (): PushSettings | undefined => {
    const values = settings.get();
    const found = pushSettings(values, settings.secret("push_secret"));
    const isComplete = found.appId !== "" && found.key !== "" && found.secret !== "";
    return values.push_driver === "hosted" && isComplete ? found : undefined;
  };

  const attempt = async (what: string, call: (service: PushSettings) => Promise<void>): Promise<void> => {
    const service = hosted();
    if (service === undefined) return;
    try {
      await call(service);
    } catch (error) {
      if (!(error instanceof PushRefused)) throw error;
      log.error(
        { status: error.status, reason: error.message },
        `realtime: ${what} was rejected permanently`,
      );
    }
  };

  return {
    /** Connection settings for pages. */
    boot(): RealtimeBoot {
      const service = hosted();
      if (service === undefined) return { key: ownKey };
      const { key, cluster, host, port, tls } = service;
      return host === "" ? { key, cluster } : { key, cluster, host, port, tls };
    },

    isHosted: () => hosted() !== undefined,

    /** Signs for the hosted service; undefined where our own server is used. */
    sign(socketId: string, channel: string, data?: string): string | undefined {
      const service: Credentials | undefined = hosted();
      return service && sign(service, socketId, channel, data);
    },

    /** Queues browser events for the service within the transaction of the change. */
    async forward(trx: Trx, { event, payload, broadcasts }: Told): Promise<void> {
      if (hosted() === undefined) return;
      const events = broadcasts.map(({ channel, event: name, data }) => ({
        channel,
        name,
        data: JSON.stringify(data ?? {}),
      }));
      for (let at = 0; at < events.length; at += EVENTS_PER_CALL)
        await jobs.send(trx, pushBroadcasts, { events: events.slice(at, at + EVENTS_PER_CALL) });
      const id_user = toTerminate(event, payload);
      if (id_user !== undefined) await jobs.send(trx, pushTerminate, { id_user });
    },

    push: (data: { events: { channel: string; name: string; data: string }[] }) =>
      attempt("an event", async (service) => {
        const fitting = data.events.filter((event) => Buffer.byteLength(event.data) <= DATA_BYTES);
        if (fitting.length < data.events.length)
          log.error("realtime: a broadcast is larger than 10 KB and was not sent");
        if (fitting.length > 0) await pushEvents(service, fitting);
      }),

    terminate: ({ id_user }: { id_user: number }) =>
      attempt("the end of a connection", (service) => terminateUser(service, String(id_user))),
  };
}

/** Hosts to which the library of a page connects, as given by `boot`; none if it is this server. */
export function pushHosts({ cluster, host, port, tls }: RealtimeBoot): ConnectHost[] {
  if (host !== undefined) return [{ host, port: port ?? (tls === true ? 443 : 80), tls: tls ?? null }];
  return cluster === undefined ? [] : [{ host: `ws-${cluster}.pusher.com`, port: 443, tls: true }];
}

/** The user whose connections must re-authenticate, after the loss of a session or a right. */
function toTerminate(event: string, payload: unknown): number | undefined {
  if (event === sessionEnded.name) return sessionEnded.check(payload).id_user;
  if (event !== rightsChanged.name) return undefined;
  const { id_user, is_less } = rightsChanged.check(payload);
  return is_less ? id_user : undefined;
}

export type Push = ReturnType<typeof createPush>;
