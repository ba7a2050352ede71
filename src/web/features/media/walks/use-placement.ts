import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PlacedWalkDetail, WalkTapPlace } from "#contract/walks.ts";
import { call, quiet } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";

/** Milliseconds of rest after which changed positions are saved. */
const REST = 700;

export interface Placement {
  readonly taps: readonly WalkTapPlace[];
  set(taps: readonly WalkTapPlace[]): void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** `failed`: a change could not be saved; it is tried again with the next one, or by `retry`. */
  readonly state: "saved" | "saving" | "failed";
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
  const { past, now, future } = history;

  const save = async () => {
    if (isSaving.current || saved.current === now) return;
    isSaving.current = true;
    setState("saving");
    const sent = now;
    try {
      const params = { id: walk.id_visit, walk: walk.id };
      const body = { version: version.current, taps: [...sent] };
      const answer = await call(
        "PUT /api/visits/{id}/walks/{walk}",
        { params, body },
        { ...quiet, keepalive: true },
      );
      version.current = answer.version;
      saved.current = sent;
      setState("saved");
    } catch (error) {
      failed.current = sent;
      setState("failed");
      showFailure(error, t);
    } finally {
      isSaving.current = false;
    }
  };
  const saveLatest = useEffectEvent(() => void save());

  useEffect(() => {
    // The end of a call changes the state: changes made meanwhile are saved then.
    if (saved.current === now || failed.current === now || state === "saving") return undefined;
    const timer = setTimeout(() => saveLatest(), REST);
    return () => clearTimeout(timer);
  }, [now, state]);
  // The last change is saved when the screen is left.
  useEffect(() => () => saveLatest(), []);

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
    retry: () => void save(),
  };
}
