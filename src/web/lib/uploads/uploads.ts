import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { isOnline, onConnection } from "#web/lib/connectivity.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { inOnePage } from "#web/lib/one-page.ts";
import { captureOf, nextAct } from "#web/lib/outbox/act.ts";
import { sha256Of } from "#web/lib/outbox/make-act.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { queryClient } from "#web/lib/query.ts";
import { clockOffset } from "#web/lib/server-clock.ts";
import { session } from "#web/lib/session.ts";
import { useStore } from "#web/lib/store.ts";
import { storedUserId } from "#web/lib/stored-user.ts";
import { showToast } from "#web/lib/toasts.ts";
import { untilWorthIt } from "#web/lib/until-worth-it.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { CapturedPicture } from "./announce.ts";
import type { Batch } from "./batch.ts";
import { uploadsUnderWay } from "./pending-uploads.ts";
import { UploadQueue } from "./queue.ts";
import { type BatchRecord, browserShelf } from "./records.ts";
import { isOfTheLine, sendFile } from "./send.ts";
import { uploadReason } from "./upload-reason.ts";

/** The upload queue of this page. */
export const uploads = new UploadQueue({
  shelf: browserShelf(),
  send: sendFile,
  isOfTheLine,
  explain: (error, { film }) =>
    uploadReason(
      error,
      translate.get(),
      film === undefined ? "errors.failed.upload" : "errors.failed.video_create",
    ),
  clockOffset,
  hash: (file) => sha256Of(null, file),
  announce,
  user: () => session.user()?.id ?? null,
  isSignedIn: (user) => (storedUserId() ?? session.user()?.id) === user,
  untilItsTurn,
  untilWorthIt: (tried, signal) => untilWorthIt(pauses, tried, signal),
  claim: claimBatch,
  onArrived: refreshSoon,
  onEnd: (batch) => void tellEnd(batch),
});

/** Checksums of at most 200 files per call; see the contract. */
async function announce(pictures: readonly CapturedPicture[], { photos }: BatchRecord): Promise<void> {
  const kind = photos === undefined ? "room" : "photo";
  for (let at = 0; at < pictures.length; at += 200) {
    const captures = pictures
      .slice(at, at + 200)
      .map(({ capture }) => ({ ...captureOf(capture), kind }) as const);
    await call("POST /api/evidence/captures", { body: { captures } }, quiet);
  }
}

/** Milliseconds after which a file no longer waits for small acts: they may be held up by an error of the server. */
const mostWait = 20_000;

/** Small acts travel first while there is a connection; those that wait for the user hold nothing up. */
function untilItsTurn(signal: AbortSignal): Promise<void> {
  const isTurn = () => signal.aborted || !isOnline() || nextAct(waitingActs.get())?.file !== null;
  if (isTurn()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const look = () => isTurn() && done();
    const timer = setTimeout(done, mostWait);
    const stops = [waitingActs.subscribe(look), onConnection(look)];
    signal.addEventListener("abort", done, { once: true });
  });
}

export const useUploads = (): readonly Batch[] => useStore(uploads.batches);

/** Follows the signed-in user, keeps the session awake and asks before the tab is closed while pictures upload. */
export function watchUploads(): () => void {
  const follow = () => {
    const user = session.user();
    if (user) void uploads.start(user.id);
    else uploads.stop();
  };
  let rest: (() => void) | null = null;
  const look = () => {
    const batches = uploads.batches.get();
    uploadsUnderWay.set(batches.reduce((sum, { total, arrived }) => sum + total - arrived, 0));
    const isRunning = batches.some(({ phase }) => phase === "running");
    if (isRunning === (rest !== null)) return;
    if (isRunning) {
      rest = keepAwake();
      addEventListener("beforeunload", ask);
    } else {
      rest?.();
      rest = null;
      removeEventListener("beforeunload", ask);
    }
  };
  const stops = [session.onUser(follow), uploads.batches.subscribe(look)];
  follow();
  look();
  return () => {
    for (const stop of stops) stop();
    rest?.();
    removeEventListener("beforeunload", ask);
    uploads.stop();
  };
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Milliseconds from one attempt to the next; the last one repeats. */
const pauses = [1000, 2000, 5000, 10_000, 20_000];

/**
 * Keeps two pages of a browser from sending the same batch. Without Web Locks (no TLS) both may: the server takes one
 * part at a time, and creates one room from one picture.
 */
function claimBatch(batch: string, mine: () => void): () => void {
  const give = new AbortController();
  const hold = () =>
    new Promise<void>((release) => {
      if (give.signal.aborted) return release();
      give.signal.addEventListener("abort", () => release(), { once: true });
      mine();
    });
  // Later in any case: the caller finishes first.
  queueMicrotask(() => void inOnePage(`upload ${batch}`, hold, give.signal).catch(() => undefined));
  return () => give.abort();
}

let isRefreshing = false;

/** Rooms and photos are shown as they arrive, but fetched at most every two seconds. */
function refreshSoon(): void {
  if (isRefreshing) return;
  isRefreshing = true;
  setTimeout(() => {
    isRefreshing = false;
    void queryClient.invalidateQueries({ queryKey: ["visits"] });
    void queryClient.invalidateQueries({ queryKey: ["photos"] });
  }, 2000);
}

/** Refetches the user's data, then reports how the batch ended. */
async function tellEnd({ film, photos, isNewVisit, phase, arrived, lost, reason }: Batch): Promise<void> {
  const t = translate.get();
  const user = await call("GET /api/user").catch(() => null);
  if (user !== null && session.user()?.id === user.id) session.setUser(user);
  void queryClient.invalidateQueries({ queryKey: ["visits"] });
  void queryClient.invalidateQueries({ queryKey: ["projects"] });
  if (film !== null) {
    void queryClient.invalidateQueries({ queryKey: ["videos"] });
    if (phase !== "stopped") showToast({ tone: "ok", title: t("videos.added") }, limits.toast.form);
    else {
      const words = { reason: reason ?? t("errors.failed.video_create") };
      showToast({ tone: "bad", title: t("videos.upload_failed", words) }, limits.toast.form);
    }
    return;
  }
  if (photos !== null) {
    void queryClient.invalidateQueries({ queryKey: ["photos"] });
    void queryClient.invalidateQueries({ queryKey: ["search"] });
  }
  if (phase === "stopped" || lost > 0) {
    const missing = phase === "stopped" ? t("errors.failed.upload") : t("uploads.lost", { count: lost });
    const words = { reason: reason ?? missing };
    const title = isNewVisit ? t("visits.upload_incomplete", words) : t("uploads.incomplete", words);
    showToast({ tone: "bad", title }, limits.toast.form);
    return;
  }
  const added = photos === null ? "visits.rooms_added" : "photos.added";
  const title = isNewVisit ? t("visits.added") : t(added, { count: arrived });
  showToast({ tone: "ok", title }, limits.toast.form);
}
