import { type RefObject, useEffect, useRef } from "react";
import type { CameraPlayback } from "#contract/cctv.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { useOpened } from "#web/lib/use-opened.ts";
import { CameraFeed, type CameraMode, type CameraTileState } from "./camera-feed.ts";

export type { CameraMode, CameraTileState } from "./camera-feed.ts";

export interface CameraTileProps {
  /** Null while the user may not view it. */
  playback: CameraPlayback | null;
  /** Label of the picture for screen readers. */
  label: string;
  /** An initial picture, such as the one that was selected for the camera. */
  poster?: string | null;
  mode: CameraMode;
  /** Seconds between two stills. */
  everySeconds?: number;
  /** Returns fresh addresses; null when the user may no longer view it. */
  refresh: () => Promise<CameraPlayback | null>;
  onState?: ((state: CameraTileState) => void) | undefined;
  /** Called when a still has loaded, not for the poster. */
  onStill?: (() => void) | undefined;
  videoRef?: RefObject<HTMLVideoElement | null>;
}

/** Until its elements are in the document. */
const connecting = createStore<CameraTileState>("connecting");

/**
 * The picture of one camera that fills its container, without controls: a still that is refreshed, or the stream over
 * it.
 */
export function CameraTile(props: CameraTileProps) {
  const { playback, label, poster, mode, everySeconds = 10 } = props;
  const box = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLImageElement>(null);
  const own = useRef<HTMLVideoElement>(null);
  const video = props.videoRef ?? own;
  const latest = useLatest(props);

  const feed = useOpened(() => {
    if (!box.current || !still.current || !video.current) return null;
    // Every still replaces it from then on, so it is not set by each render.
    if (poster) still.current.src = poster;
    return new CameraFeed(
      { box: box.current, still: still.current, video: video.current },
      {
        playback,
        mode,
        everySeconds,
        refresh: () => latest.current.refresh(),
        onStill: () => latest.current.onStill?.(),
      },
    );
  });
  const state = useStore(feed?.state ?? connecting);
  useEffect(() => feed?.use(mode), [feed, mode]);
  const given = useRef(playback);
  useEffect(() => {
    if (given.current === playback) return;
    given.current = playback;
    feed?.update(playback);
  }, [feed, playback]);
  useEffect(() => latest.current.onState?.(state), [latest, state]);

  return (
    <div
      ref={box}
      data-state={state}
      className="group/tile-picture absolute inset-0 overflow-hidden bg-behind-video"
    >
      <img
        ref={still}
        alt={label}
        decoding="async"
        className="absolute inset-0 size-full object-contain group-data-[state=down]/tile-picture:opacity-40 group-data-[state=down]/tile-picture:saturate-30 not-[[src]]:invisible"
      />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera says nothing */}
      <video
        ref={video}
        aria-label={label}
        muted
        playsInline
        crossOrigin="anonymous"
        preload="auto"
        disablePictureInPicture
        className="absolute inset-0 size-full object-contain opacity-0 group-data-[state=live]/tile-picture:opacity-100"
      />
    </div>
  );
}
