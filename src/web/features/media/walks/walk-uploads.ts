import { ApiError, call, quiet } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";
import { recall, remember } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";
import { isOfTheLine, sendThenFinish } from "#web/lib/uploads/send.ts";

/** The upload of a walk video, by visit. It goes on while other screens are open. */
export interface WalkUpload {
  readonly name: string;
  readonly bytes: number;
  /** 0 to 1. */
  readonly share: number;
  readonly isHeldUp: boolean;
  /** Why it ended; null while it runs. */
  readonly error: unknown;
}

const KEY = "app-walk-uploads";
/** Milliseconds before an upload that lost its connection is tried again. */
const RETRY = 5000;

export const walkUploads = createStore<ReadonlyMap<number, WalkUpload>>(new Map());
const running = new Map<number, AbortController>();

/** Where uploads were begun, by file: the same file continues there after the page was closed. */
const begun = (): Record<string, string> => {
  try {
    return JSON.parse(recall(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
};
const nameOf = (visit: number, { name, size, lastModified }: File) =>
  `${visit} ${name} ${size} ${lastModified}`;

function note(key: string, address: string | null): void {
  const { [key]: _, ...others } = begun();
  remember(KEY, JSON.stringify(address === null ? others : { ...others, [key]: address }));
}

function show(visit: number, change: Partial<WalkUpload> | null): void {
  const next = new Map(walkUploads.get());
  const before = next.get(visit);
  if (change === null) next.delete(visit);
  else if (before !== undefined) next.set(visit, { ...before, ...change });
  walkUploads.set(next);
}

/** Uploads a walk video and adds it to the visit; resolves when it was added, refused or cancelled. */
export async function uploadWalk(visit: number, file: File, onAdded: () => void): Promise<void> {
  running.get(visit)?.abort();
  const control = new AbortController();
  const { signal } = control;
  running.set(visit, control);
  const owner = session.user()?.id;
  const stopFollowing = session.onUser(() => {
    const user = session.user();
    // Its calls would carry the session of the user who has signed in since.
    if (user && user.id !== owner && running.get(visit) === control) endWalkUpload(visit);
  });
  signal.addEventListener("abort", stopFollowing, { once: true });
  const key = nameOf(visit, file);
  const first = { name: file.name, bytes: file.size, share: 0, isHeldUp: false, error: null };
  walkUploads.set(new Map(walkUploads.get()).set(visit, first));
  const send = () =>
    sendThenFinish(
      { file, address: begun()[key] ?? null },
      { id_visit: String(visit), kind: "walk" },
      {
        signal,
        onShare: (share) => show(visit, { share, isHeldUp: false }),
        onAddress: (address) => note(key, address),
      },
      (upload) =>
        call(
          "POST /api/visits/{id}/walks",
          { params: { id: visit }, body: { upload } },
          { ...quiet, signal },
        ),
    );
  for (;;) {
    try {
      await send();
      stopFollowing();
      note(key, null);
      show(visit, null);
      onAdded();
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isOfTheLine(error)) {
        stopFollowing();
        // Parts that have arrived still count after the next sign-in.
        if (!(error instanceof ApiError && error.status === 401)) note(key, null);
        show(visit, { error });
        return;
      }
      show(visit, { isHeldUp: true });
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      if (signal.aborted) return;
    }
  }
}

/** Ends the upload, or removes its failure. The server removes what had arrived. */
export function endWalkUpload(visit: number): void {
  running.get(visit)?.abort();
  running.delete(visit);
  show(visit, null);
}
