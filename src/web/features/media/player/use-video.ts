import { useCallback, useLayoutEffect, useSyncExternalStore } from "react";
import { useLatest } from "#web/lib/use-latest.ts";

/**
 * Value that `read` returns for a video now, and after each of these events. `events` must be the same list on every
 * render.
 */
export function useVideo<T extends string | number | boolean>(
  video: HTMLVideoElement,
  events: readonly string[],
  read: (video: HTMLVideoElement) => T,
): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      const controller = new AbortController();
      for (const name of events) video.addEventListener(name, changed, { signal: controller.signal });
      return () => controller.abort();
    },
    [video, events],
  );
  return useSyncExternalStore(subscribe, () => read(video));
}

/**
 * Calls `write` after every render and on each of these events: for values that change too often to be rendered and are
 * written to the document instead.
 */
export function useWrittenByVideo(
  video: HTMLVideoElement,
  events: readonly string[],
  write: () => void,
): void {
  const latest = useLatest(write);
  useLayoutEffect(write);
  useLayoutEffect(() => {
    const controller = new AbortController();
    const listener = () => latest.current();
    for (const name of events) video.addEventListener(name, listener, { signal: controller.signal });
    return () => controller.abort();
  }, [video, events, latest]);
}
