import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type Pusher from "pusher";
import { guardedLookup, PATIENCE, ProbeFailure, refuseForbidden } from "../probes/guarded-lookup.ts";
import { type ProbeText, probeText } from "../probes/probe-text.ts";

/** Address of the hosted service, and the credentials for it. */
export interface PushSettings {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** Selects the service's own host when `host` is empty. */
  readonly cluster: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** One event; `data` is the JSON that browsers read. */
export interface PushEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
}

/** Maximum events per call of the API. */
export const EVENTS_PER_CALL = 10;

/** The service was reached and will never accept this, however often it is sent. */
export class PushRefused extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(`The hosted service responded with ${status}: ${sentence}`);
    this.name = "PushRefused";
    this.status = status;
  }
}

/** No answer, or one that says nothing about what was sent. */
class Unreached extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The hosted service could not be reached: ${reason}`);
    this.name = "Unreached";
    this.reason = reason;
  }
}

/** Sends up to ten events to the hosted service, in order. Throws PushRefused, or the transport error. */
export async function pushEvents(settings: PushSettings, events: readonly PushEvent[]): Promise<void> {
  await attempt(settings, (pusher) => pusher.triggerBatch(events.map((event) => ({ ...event }))));
}

/** Ends the connections of a user signed in at the service. */
export async function terminateUser(settings: PushSettings, userId: string): Promise<void> {
  await attempt(settings, (pusher) => pusher.terminateUserConnections(userId));
}

/** Checks that the service answers and accepts the credentials. Returns a sentence; throws ProbeFailure. */
export async function askPush(settings: PushSettings): Promise<ProbeText> {
  if (settings.appId === "" || settings.key === "" || settings.secret === "")
    throw new ProbeFailure("no_app");
  try {
    await attempt(settings, (pusher) => pusher.get({ path: "/channels" }));
  } catch (error) {
    if (error instanceof PushRefused) throw new ProbeFailure("app_rejected", { status: error.status });
    if (error instanceof Unreached) throw new ProbeFailure("hosted_unreachable", { reason: error.reason });
    throw error;
  }
  return probeText("app_accepted");
}

async function attempt<T>(settings: PushSettings, call: (pusher: Pusher) => Promise<T>): Promise<T> {
  const pusher = await open(settings);
  try {
    return await call(pusher);
  } catch (error) {
    const { status, body, error: cause } = error as { status?: number; body?: string; error?: Error };
    // Too many requests, timeouts and server errors are temporary.
    if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)
      throw new PushRefused(status, (body ?? "").slice(0, 200));
    // The library's own message contains the address with its signature, which must not be logged.
    const reason = status === undefined ? (cause?.message ?? "no response") : `HTTP ${status}`;
    // oxlint-disable-next-line preserve-caught-error
    throw new Unreached(withoutQuery(reason));
  }
}

/** Loaded lazily: few installations use the library. */
async function open({ appId, key, secret, cluster, host, port, tls }: PushSettings): Promise<Pusher> {
  if (host !== "") refuseForbidden(host);
  const { default: Library } = await import("pusher");
  const isTls = host === "" || tls;
  const agent = isTls ? new HttpsAgent({ lookup: guardedLookup }) : new HttpAgent({ lookup: guardedLookup });
  const where = host === "" ? { cluster } : { host, port: String(port) };
  return new Library({
    appId,
    key,
    secret,
    useTLS: isTls,
    timeout: PATIENCE,
    agent,
    ...where,
  });
}

const withoutQuery = (text: string) => text.replaceAll(/\?\S*/g, "");
