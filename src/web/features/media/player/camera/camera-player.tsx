import { TriangleAlert, Video, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PlayerCamera } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";
import { languageOfPage, localeOf } from "#web/lib/locale.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { FullScreenControl } from "../controls/full-screen-control.tsx";
import { Notice, type NoticeProps } from "../controls/notice.tsx";
import { BarGap, PlayerBar } from "../controls/player-bar.tsx";
import { PlayerFrame } from "../controls/player-frame.tsx";
import { useFading } from "../use-fading.ts";
import { useFullScreen } from "../use-full-screen.ts";
import { useIsOnline } from "../use-is-online.ts";
import { usePlayerKeys } from "../use-player-keys.ts";
import { CameraTile, type CameraTileState } from "./camera-tile.tsx";

/** Data of a camera for the player; the response of `GET /api/cctv-player` has this shape. */
export type CameraNow = Pick<PlayerCamera, "name" | "state" | "last_seen_at" | "thumbnail" | "playback">;

export interface CameraPlayerProps {
  camera: CameraNow;
  /** The current state of the camera; null when the user may no longer view it. Rejects when there is no connection. */
  refresh: () => Promise<CameraNow | null>;
  /** Whether it delivers a picture, as seen by this player. */
  onState?: (state: CameraState) => void;
  /** Whether keys work regardless of the focus, as on a page of its own; otherwise only within the player. */
  ownsPage?: boolean;
  /** Shown over the upper edge of the picture, for example the title of a page. */
  head?: ReactNode;
}

/** Interval of polling the camera's state; milliseconds. */
const pollMs = 15_000;

/** One camera with its controls, filling its container: a still at once, its stream over it as soon as it plays. */
export function CameraPlayer(props: CameraPlayerProps) {
  const { ownsPage = false, head } = props;
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { camera, isGone, look } = useCamera(props);
  const [tile, setTile] = useState<CameraTileState>("connecting");
  const isOnline = useIsOnline();
  const fullScreen = useFullScreen(frame, () => video.current);
  const fading = useFading(frame, () => tile !== "live");
  usePlayerKeys(frame, { ownsPage, actions: { f: fullScreen.toggle } });
  const isSeen = tile === "live" || tile === "still";
  const state = isSeen ? "up" : camera.state === "up" ? "unknown" : camera.state;
  const latest = useLatest(props);
  useEffect(() => latest.current.onState?.(state), [latest, state]);
  return (
    <PlayerFrame kind="camera" label={camera.name} frameRef={frame} state={tile} head={head}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- brings the controls back under a finger; on a keyboard any key does */}
      <div onClick={fading.tap} className="absolute inset-0">
        <CameraTile
          playback={camera.playback}
          label={t("player.camera.picture", { title: camera.name })}
          poster={camera.thumbnail}
          mode="live"
          everySeconds={5}
          refresh={async () => (await look())?.playback ?? null}
          onState={setTile}
          videoRef={video}
        />
      </div>
      <Notice of={isGone ? goneNotice(t) : isSeen ? null : noticeOf(camera, tile, isOnline, t)} />
      <PlayerBar>
        <BarGap />
        <FullScreenControl of={fullScreen} />
      </PlayerBar>
    </PlayerFrame>
  );
}

/** The last known state of the camera, polled while the page is visible. */
function useCamera({ camera: first, refresh }: CameraPlayerProps) {
  const [camera, setCamera] = useState(first);
  const [isGone, setIsGone] = useState(false);
  const look = async () => {
    const now = await refresh();
    if (now === null) setIsGone(true);
    else setCamera(now);
    return now;
  };
  const latest = useLatest(look);
  useEffect(() => {
    if (isGone) return;
    const timer = setInterval(() => {
      // Without a connection it is retried the next time.
      if (!document.hidden) void latest.current().catch(() => null);
    }, pollMs);
    return () => clearInterval(timer);
  }, [isGone, latest]);
  return { camera: isGone ? { ...camera, playback: null } : camera, isGone, look };
}

const goneNotice = (t: Translate): NoticeProps => ({
  icon: TriangleAlert,
  title: t("player.page.missing.cctv"),
  text: t("player.page.missing.text"),
});

function noticeOf(camera: CameraNow, tile: CameraTileState, isOnline: boolean, t: Translate): NoticeProps {
  if (!isOnline) return { icon: WifiOff, text: t("player.state.offline") };
  if (tile !== "down" && camera.state !== "down" && camera.state !== "refused")
    return { isBusy: true, text: t("player.camera.busy") };
  return {
    icon: Video,
    title: t("player.camera.down"),
    text: `${t("player.camera.down_text")} ${lastSeen(camera, t)}`,
  };
}

function lastSeen({ last_seen_at }: CameraNow, t: Translate): string {
  if (last_seen_at === null) return t("player.camera.never_seen");
  const at = new Date(last_seen_at).toLocaleString(localeOf(languageOfPage()), {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return t("player.camera.last_seen", { at });
}
