import { limits } from "#contract/limits.ts";
import { ApiError, call, quiet } from "#web/lib/client.ts";
import { checkConnection, isOnline, onConnection } from "#web/lib/connectivity.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { inOnePage } from "#web/lib/one-page.ts";
import { type Act, type AnyKind, captureOf } from "#web/lib/outbox/act.ts";
import { Outbox } from "#web/lib/outbox/outbox.ts";
import type { Verdict } from "#web/lib/outbox/outbox-parts.ts";
import { browserShelf } from "#web/lib/outbox/shelf.ts";
import { clockOffset } from "#web/lib/server-clock.ts";
import { session } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";
import { storedUserId } from "#web/lib/stored-user.ts";
import { showToast } from "#web/lib/toasts.ts";
import { untilWorthIt } from "#web/lib/until-worth-it.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { actKinds } from "./kinds.ts";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("sitewalk-outbox");

/** The act sent last, for screens that show its record: they reload it. */
export const lastSent = createStore<{ readonly kind: string; readonly act: Act; readonly id: number } | null>(
  null,
);

/** The outbox of this page. */
export const outbox = new Outbox({
  shelf: browserShelf(),
  kinds: actKinds,
  clockOffset,
  verdict,
  announce,
  untilWorthIt: (tried, signal) => untilWorthIt(pauses, tried, signal),
  isSignedIn,
  // The server knows each act by its GUID: where several pages send, nothing is done twice.
  alone: (signal, work) => inOnePage("outbox", work, signal),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  tell: () => channel?.postMessage("changed"),
  onSent: (act, kind, id) => lastSent.set({ kind: kind.kind, act, id }),
  onEnd: tellEnd,
});
if (channel !== null) channel.addEventListener("message", () => void outbox.hear());

/** Follows the signed-in user and the connection. Returns a function that stops it. */
export function watchOutbox(): () => void {
  const follow = () => {
    const user = session.user();
    if (user) void outbox.start(user.id);
    // Undefined until the server was asked.
    else if (user === null) outbox.stop();
  };
  const stops = [
    session.onUser(follow),
    onConnection(() => isOnline() && outbox.wake()),
    outbox.sending.subscribe(stayAwake),
  ];
  follow();
  // The clocks are compared while there is a connection.
  if (clockOffset() === null) void checkConnection().catch(() => undefined);
  return () => {
    for (const stop of stops) stop();
    outbox.stop();
  };
}

let rest: (() => void) | null = null;

/** A session must not end for want of activity while something is being sent. */
function stayAwake(): void {
  const isSending = outbox.sending.get() !== null && isOnline();
  if (isSending === (rest !== null)) return;
  rest?.();
  rest = isSending ? keepAwake() : null;
}

const temporary: ReadonlySet<unknown> = new Set([
  "NETWORK",
  "TIMEOUT",
  "CALL_RUNNING",
  "CALL_DONE",
  "UPLOAD_UNFINISHED",
  419,
  423,
  429,
  502,
  503,
  504,
]);
/** Attempts after which an error of the server is shown instead of retried. */
const most = 5;

function verdict(error: unknown, tries: number): Verdict {
  if (!(error instanceof ApiError))
    return { kind: "refused", problem: { code: "ACT_LOST", status: 0, message: "", fields: {}, values: {} } };
  const { code, status, message, fields, values } = error;
  if (status === 401) return { kind: "session" };
  if (temporary.has(code) || temporary.has(status)) return { kind: "line" };
  if (status >= 500 && tries < most) return { kind: "line" };
  const problem = { code, status, message, fields, values };
  return { kind: code === "CONFLICT" && "field" in values ? "conflict" : "refused", problem };
}

/** Checksums of at most 200 acts per call; see the contract. */
async function announce(acts: readonly Act[], kinds: ReadonlyMap<string, AnyKind>): Promise<void> {
  for (let at = 0; at < acts.length; at += 200) {
    const captures = acts.slice(at, at + 200).flatMap((act) => {
      const kind = kinds.get(act.kind)?.capture;
      return kind === undefined ? [] : [{ ...captureOf(act), kind }];
    });
    await call("POST /api/evidence/captures", { body: { captures } }, quiet);
  }
}

/** Milliseconds from one attempt to the next; the last one repeats. */
const pauses = [1000, 2000, 5000, 10_000, 30_000, 60_000];

/** By what this browser stores of the signed-in user; where it stores nothing, by this page. */
function isSignedIn(user: number): boolean {
  return (storedUserId() ?? session.user()?.id) === user;
}

function tellEnd(sent: number, stuck: number): void {
  const t = translate.get();
  const text = stuck === 0 ? {} : { text: t("offline.waiting.stuck", { count: stuck }) };
  const title = t("offline.waiting.sent", { count: sent });
  showToast({ tone: stuck === 0 ? "ok" : "warn", title, ...text }, limits.toast.form);
}
