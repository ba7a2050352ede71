import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type Pusher from "pusher";
import { guardedLookup, PATIENCE, ProbeFailure, refuseForbidden } from "../probes/guarded-lookup.ts";

/** Where the hosted service is, and as whom we speak to it. */
export interface PushSettings {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** Names the service's own host, when `host` is empty. */
  readonly cluster: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** One thing to be told; `data` is the JSON that browsers read. */
export interface PushEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
}

/** Events that one call of the interface takes. */
export const EVENTS_PER_CALL = 10;

/** The service was reached and will not take this, however often it is sent. */
export class PushRefused extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(`The hosted service responded with ${status}: ${sentence}`);
    this.name = "PushRefused";
    this.status = status;
  }
}

/** Tells the hosted service up to ten events, in order. Throws PushRefused, or what went wrong on the way. */
export async function pushEvents(settings: PushSettings, events: readonly PushEvent[]): Promise<void> {
  await attempt(settings, (pusher) => pusher.triggerBatch(events.map((event) => ({ ...event }))));
}

/** Ends the connections of somebody who has signed in there. */
export async function terminateUser(settings: PushSettings, userId: string): Promise<void> {
  await attempt(settings, (pusher) => pusher.terminateUserConnections(userId));
}

/** Whether the service answers and knows us. Returns a sentence; throws ProbeFailure. */
export async function askPush(settings: PushSettings): Promise<string> {
  if (settings.appId === "" || settings.key === "" || settings.secret === "")
    throw new ProbeFailure("The app's ID, key or secret is not set.");
  try {
    await attempt(settings, (pusher) => pusher.get({ path: "/channels" }));
  } catch (error) {
    if (error instanceof PushRefused)
      throw new ProbeFailure(`It responds, but rejects the app's ID, key or secret (${error.status}).`);
    throw new ProbeFailure(error instanceof Error ? error.message : "It could not be reached.");
  }
  return "It responds and accepts the app.";
}

async function attempt<T>(settings: PushSettings, call: (pusher: Pusher) => Promise<T>): Promise<T> {
  const pusher = await open(settings);
  try {
    return await call(pusher);
  } catch (error) {
    const { status, body, error: cause } = error as { status?: number; body?: string; error?: Error };
    // Too many requests, and whatever is the service's own trouble, pass.
    if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)
      throw new PushRefused(status, (body ?? "").slice(0, 200));
    // The library's own message holds the address with its signature: not for a log.
    const reason = status === undefined ? (cause?.message ?? "no answer") : `it answered ${status}`;
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(`The hosted service could not be reached: ${withoutQuery(reason)}`);
  }
}

/** The library is loaded by the few installations that use it. */
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
