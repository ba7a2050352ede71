import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PlacedWalkDetail, WalkTapPlace } from "#contract/walks.ts";
import { ApiError, call, quiet } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";
import { mergedTaps } from "./placing.ts";

/** Milliseconds of rest after which changed positions are saved. */
const REST = 700;

export interface Placement {
  readonly taps: readonly WalkTapPlace[];
  set(taps: readonly WalkTapPlace[]): void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /**
   * `failed`: a change could not be saved; it is tried again with the next one, or by `retry`. `outdated`: another user
   * has changed the positions; `retry` loads theirs and adds the own changes.
   */
  readonly state: "saved" | "saving" | "failed" | "outdated";
  retry(): void;
}

interface History {
  readonly past: readonly (readonly WalkTapPlace[])[];
  readonly now: readonly WalkTapPlace[];
  readonly future: readonly (readonly WalkTapPlace[])[];
}

/** The positions of a walk with undo and redo, saved on the server as they change. */
export function usePlacement(walk: PlacedWalkDetail): Placement {
  const t = useText();
  const [history, setHistory] = useState<History>({ past: [], now: walk.taps, future: [] });
  const [state, setState] = useState<Placement["state"]>("saved");
  const saved = useRef<readonly WalkTapPlace[]>(walk.taps);
  const version = useRef(walk.version);
  const isSaving = useRef(false);
  /** The marks that could not be saved: they are not sent again by themselves. */
  const failed = useRef<readonly WalkTapPlace[] | null>(null);
  /** The marks with which the screen was left during a call. */
  const left = useRef<readonly WalkTapPlace[] | null>(null);
  const { past, now, future } = history;
  const params = { id: walk.id_visit, walk: walk.id };

  const save = async (taps: readonly WalkTapPlace[]): Promise<void> => {
    if (isSaving.current || saved.current === taps) return;
    isSaving.current = true;
    setState("saving");
    try {
      const body = { version: version.current, taps: [...taps] };
      const answer = await call(
        "PUT /api/visits/{id}/walks/{walk}",
        { params, body },
        { ...quiet, keepalive: true },
      );
      version.current = answer.version;
      saved.current = taps;
      setState("saved");
    } catch (error) {
      failed.current = taps;
      const isOutdated = error instanceof ApiError && error.code === "CONFLICT";
      setState(isOutdated ? "outdated" : "failed");
      if (!isOutdated) showFailure(error, t);
    } finally {
      isSaving.current = false;
    }
    if (left.current !== null && left.current !== failed.current) await save(left.current);
  };

  /** Loads what another user has saved, and adds the own changes; they are saved after the rest of every change. */
  const reload = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setState("saving");
    try {
      const theirs = await call("GET /api/visits/{id}/walks/{walk}", { params }, quiet);
      const merged = mergedTaps(saved.current, now, theirs.taps);
      version.current = theirs.version;
      saved.current = theirs.taps;
      failed.current = null;
      setHistory({ past: [...past, theirs.taps], now: merged, future: [] });
      setState("saved");
    } catch (error) {
      setState("outdated");
      showFailure(error, t);
    } finally {
      isSaving.current = false;
    }
  };
  const saveLatest = useEffectEvent(() => void save(now));
  const leave = useEffectEvent(() => {
    if (isSaving.current) left.current = now;
    else if (state !== "outdated") void save(now);
  });

  useEffect(() => {
    // The end of a call changes the state: changes made meanwhile are saved then.
    if (saved.current === now || failed.current === now || state === "saving" || state === "outdated")
      return undefined;
    const timer = setTimeout(() => saveLatest(), REST);
    return () => clearTimeout(timer);
  }, [now, state]);
  // The last change is saved when the screen is left.
  useEffect(() => () => leave(), []);

  return {
    taps: now,
    set: (taps) => setHistory({ past: [...past, now], now: taps, future: [] }),
    undo:
      past.length === 0
        ? null
        : () => setHistory({ past: past.slice(0, -1), now: past.at(-1) ?? [], future: [now, ...future] }),
    redo:
      future.length === 0
        ? null
        : () => setHistory({ past: [...past, now], now: future[0] ?? [], future: future.slice(1) }),
    state,
    retry: () => void (state === "outdated" ? reload() : save(now)),
  };
}
