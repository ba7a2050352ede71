import { limits } from "#contract/limits.ts";
import { ApiError, unreachable } from "#web/lib/client.ts";
import { isOnline, onConnection } from "#web/lib/connectivity.ts";
import type { Act, NewAct } from "#web/lib/outbox/act.ts";
import { newGuid } from "#web/lib/outbox/make-act.ts";
import { DeviceFull } from "#web/lib/outbox/shelf.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { actKinds } from "./kinds.ts";

export type Outcome<T> =
  | { readonly state: "sent"; readonly result: T }
  | { readonly state: "kept"; readonly acts: readonly Act[] };

/** The outbox, with what waits on this device. */
async function startedOutbox() {
  const { outbox } = await import("./outbox.ts");
  const user = JSON.parse(recall(storageKeys.user) ?? "null") as { readonly id?: number } | null;
  // The viewer has no session of its own.
  if (typeof user?.id === "number") await outbox.start(user.id);
  return outbox;
}

/** Milliseconds that a call waits for the browser's storage. */
const patience = 2000;

/** Resolves once the acts that wait are known: a page loads them in idle time, and may be used before. */
async function waitingKnown(): Promise<void> {
  const limit = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([startedOutbox().catch(() => undefined), limit]);
}

/** Stores acts on this device; they are sent when there is a connection. Rejects with `DeviceFull`. */
export async function keepActs(drafts: readonly NewAct[]): Promise<readonly Act[]> {
  const outbox = await startedOutbox();
  const acts = await outbox.keep(drafts);
  askForPersistence();
  return acts;
}

let isAsked = false;

/** Otherwise a browser short of space may remove what waits. Some browsers ask their user. */
function askForPersistence(): void {
  if (isAsked) return;
  isAsked = true;
  const { storage } = navigator as { storage?: StorageManager };
  void storage?.persist?.().catch(() => undefined);
}

/** Removes an act that has not been sent. */
export async function removeAct(guid: string): Promise<void> {
  const { outbox } = await import("./outbox.ts");
  await outbox.remove(guid);
}

/**
 * Sends something at once, or keeps it on this device when there is no connection or the answer does not come. The
 * first draft is what `send` sends: with its GUID, so that the server knows it if it arrived without an answer. Throws
 * what the server refused, and `DeviceFull`.
 */
export async function sendOrKeep<T>(
  drafts: readonly [NewAct, ...NewAct[]],
  send: (guid: string) => Promise<T>,
): Promise<Outcome<T>> {
  const [first, ...rest] = drafts;
  const guid = first.guid ?? newGuid();
  const done = new AbortController();
  await waitingKnown();
  try {
    // Earlier acts must arrive first.
    if (!isOnline() || drafts.some(waitsBefore)) throw unreachable();
    return { state: "sent", result: await Promise.race([send(guid), connectionLost(done.signal)]) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    try {
      return { state: "kept", acts: await keepActs([{ ...first, guid }, ...rest]) };
    } catch (failure) {
      // Without storage the missing connection is what there is to say.
      throw failure instanceof DeviceFull ? failure : error;
    }
  } finally {
    done.abort();
  }
}

/** Whether something waits that this follows: a value of the same field, or what it refers to. */
function waitsBefore({ kind, payload, project }: NewAct): boolean {
  const sets = kind.sets(payload, project);
  const needs = kind.needs(payload);
  return waitingActs.get().some((act) => {
    if (needs.includes(act.guid)) return true;
    const known = actKinds.get(act.kind);
    return (
      sets !== null && known?.isPayload(act.payload) === true && known.sets(act.payload, act.project) === sets
    );
  });
}

/** Rejects when the connection is lost, so that the user does not wait minutes for an answer that cannot come. */
const connectionLost = (done: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = onConnection(() => isOnline() || reject(unreachable()));
    done.addEventListener("abort", stop, { once: true });
  });

/** Says that something was stored on this device. */
export function tellKept(): void {
  showToast({ tone: "info", title: translate.get()("offline.waiting.kept") }, limits.toast.form);
}

/** The message for what could not be stored; null for other errors. */
export const notKept = (error: unknown): string | null =>
  error instanceof DeviceFull ? translate.get()("offline.waiting.full") : null;
