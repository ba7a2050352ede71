import { TriangleAlert, Video, WifiOff } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createStore, useStore } from "#web/lib/store.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { useOpened } from "#web/lib/use-opened.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Notice, type NoticeProps } from "../controls/notice.tsx";
import { PlayerFrame } from "../controls/player-frame.tsx";
import type { LiveMode } from "../source/live-source.ts";
import { useFading } from "../use-fading.ts";
import { LiveBadges, LiveControls } from "./live-controls.tsx";
import { type LiveOptions, type LiveState, LiveWatch, startOf } from "./live-watch.ts";

export interface LivePlayerProps extends Omit<LiveOptions, "label" | "onPress"> {
  mode?: LiveMode;
  /** Accessible name of the player's region on its page; defaults to the channel's name. */
  label?: string;
  /** Whether keys work regardless of the focus, as on the player's own page; else only within the player. */
  ownsPage?: boolean;
  /** Drawn over the upper edge of the picture, for example the title of a page. */
  head?: ReactNode;
}

/** Used until the channel is watched. */
const still = createStore(false);

/** A channel with its controls, filling its container. Waits for the broadcast, and for the one after it. */
export function LivePlayer(props: LivePlayerProps) {
  const { channel, label = channel.name, ownsPage = false, head } = props;
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const flat = useRef<HTMLDivElement>(null);
  const watch = useLiveWatch(stage, flat, {
    ...props,
    label: t("player.live.picture", { title: channel.name }),
    onPress: () => fading.tap(),
  });
  const [opening] = useState(() => createStore(startOf(channel)));
  const { state, panorama } = useStore(watch?.status ?? opening);
  const isMoving = useStore(watch?.source.isMoving ?? still);
  const isUnplayable = useStore(watch?.source.isUnplayable ?? still);
  const fading = useFading(frame, () => !isMoving);
  return (
    <PlayerFrame
      kind="live"
      label={label}
      frameRef={frame}
      state={state}
      isMoving={isMoving}
      shape={panorama ? "sphere" : "flat"}
      head={
        <>
          {head}
          {watch && <LiveBadges watch={watch} hasHead={head !== undefined} />}
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- brings the controls back under a finger; on a keyboard any key does */}
      <div
        ref={flat}
        onClick={fading.tap}
        // The sphere covers the video that feeds it; browsers keep playing only videos that they consider visible.
        className={cx("absolute inset-0", panorama && "invisible", !isMoving && "opacity-55")}
      />
      <div ref={stage} className={cx("absolute inset-0", !panorama && "pointer-events-none")} />
      <Notice of={noticeOf(isUnplayable ? "unplayable" : state, isMoving, t)} />
      {watch && <LiveControls watch={watch} frame={frame} ownsPage={ownsPage} />}
    </PlayerFrame>
  );
}

/** The channel's watch in this player, from when its containers are in the document until they leave it. */
function useLiveWatch(
  stage: RefObject<HTMLElement | null>,
  flat: RefObject<HTMLElement | null>,
  options: LiveOptions & { mode?: LiveMode },
): LiveWatch | null {
  const latest = useLatest(options);
  const watch = useOpened(() => {
    if (stage.current === null || flat.current === null) return null;
    const { mode = "low", ...given } = options;
    return new LiveWatch(
      stage.current,
      flat.current,
      {
        ...given,
        refresh: () => latest.current.refresh(),
        onPress: () => latest.current.onPress(),
      },
      mode,
    );
  });
  const { channel } = options;
  useLayoutEffect(() => watch?.learn(channel), [watch, channel]);
  return watch;
}

function noticeOf(state: LiveState | "unplayable", isMoving: boolean, t: Translate): NoticeProps | null {
  switch (state) {
    case "unplayable":
      return { icon: TriangleAlert, title: t("player.error.title"), text: t("player.error.format") };
    case "live":
      return isMoving ? null : { isBusy: true, text: t("player.state.waiting") };
    case "lost":
      return isMoving ? null : { icon: WifiOff, text: t("player.state.offline") };
    case "gone":
      return {
        icon: TriangleAlert,
        title: t("player.page.missing.live"),
        text: t("player.page.missing.text"),
      };
    case "stale":
      return isMoving ? null : { isBusy: true, text: t("player.live.stale") };
    default:
      return {
        icon: state === "failed" ? TriangleAlert : Video,
        title: t(`player.live.${state}`),
        text: t(`player.live.${state}_text`),
        isBusy: state === "starting" || state === "interrupted",
      };
  }
}
