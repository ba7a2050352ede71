import { Globe, RectangleHorizontal } from "lucide-react";
import { type RefObject, useSyncExternalStore } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { Choice } from "../controls/choice.tsx";
import { Control } from "../controls/control.tsx";
import { FullScreenControl } from "../controls/full-screen-control.tsx";
import { MotionOffer } from "../controls/motion-offer.tsx";
import { BarGap, PlayerBar } from "../controls/player-bar.tsx";
import { SoundControl, useSilence } from "../controls/sound-control.tsx";
import { toggleSound } from "../sound.ts";
import type { LiveMode } from "../source/live-source.ts";
import { useFullScreen } from "../use-full-screen.ts";
import { usePlayerKeys } from "../use-player-keys.ts";
import type { LiveWatch } from "./live-watch.ts";

/** Whether pictures of the broadcast are visible right now. */
function useIsOnAir(watch: LiveWatch): boolean {
  const { state } = useStore(watch.status);
  return useStore(watch.source.isMoving) && state === "live";
}

const everySecond = (changed: () => void) => {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
};

interface LiveControlsProps {
  watch: LiveWatch;
  frame: RefObject<HTMLElement | null>;
  /** Whether keys work regardless of the focus, as on the player's own page; else only within the player. */
  ownsPage: boolean;
}

/** The control bar below a live picture, and its keyboard shortcuts. */
export function LiveControls({ watch, frame, ownsPage }: LiveControlsProps) {
  const t = useText();
  const { source, video } = watch;
  const { channel, canBeSphere, panorama } = useStore(watch.status);
  const mode = useStore(source.mode);
  const isOnAir = useIsOnAir(watch);
  const isBehind = useSyncExternalStore(everySecond, () => source.isBehind);
  const fullScreen = useFullScreen(frame, () => video);
  usePlayerKeys(frame, {
    panorama,
    ownsPage,
    actions: { m: () => toggleSound(video), f: fullScreen.toggle },
  });
  const modes: LiveMode[] = channel.playback?.instant ? ["instant", "low", "calm"] : ["low", "calm"];
  return (
    <PlayerBar>
      <SoundControl video={video} />
      {isOnAir && isBehind && (
        <PlainButton onClick={() => source.toLive()}>{t("player.live.to_live")}</PlainButton>
      )}
      <BarGap />
      <Choice
        label={t("player.live.mode")}
        value={mode}
        options={modes.map((value) => ({ value, label: t(`player.live.mode_${value}`) }))}
        onChange={(value) => {
          const chosen = modes.find((one) => one === value);
          if (chosen) source.use(chosen);
        }}
      />
      {canBeSphere && (
        <Control
          icon={panorama ? RectangleHorizontal : Globe}
          label={t(panorama ? "player.view.flat" : "player.view.sphere")}
          onPress={() => watch.changeShape()}
        />
      )}
      <MotionOffer panorama={panorama} />
      <FullScreenControl of={fullScreen} />
    </PlayerBar>
  );
}

const factClass =
  "rounded-md bg-glass px-2 py-0.5 tabular-nums transition-opacity group-data-idle/player:opacity-0";

/** Permanent badges over the picture: that it is live, the number of viewers, and the delay. */
export function LiveBadges({ watch, hasHead }: { watch: LiveWatch; hasHead: boolean }) {
  const t = useText();
  const { channel } = useStore(watch.status);
  const isOnAir = useIsOnAir(watch);
  const isSilent = useSilence(watch.video);
  const delay = useSyncExternalStore(everySecond, () => watch.source.delay?.toFixed(1));
  if (!isOnAir) return null;
  return (
    <div className={cx("flex flex-wrap items-center gap-1.5 px-3 *:pointer-events-auto", !hasHead && "pt-3")}>
      <span className="inline-flex items-center gap-1.5 rounded-md bg-bad px-2 py-0.5 font-strong text-white before:size-2 before:rounded-full before:bg-white">
        {t("player.live.badge")}
      </span>
      {channel.viewers > 0 && (
        <span className={factClass}>{t("player.live.viewers", { count: channel.viewers })}</span>
      )}
      {delay !== undefined && <span className={factClass}>{t("player.live.delay", { seconds: delay })}</span>}
      {isSilent && (
        <PlainButton variant="onPicture" onClick={() => toggleSound(watch.video)}>
          {t("player.tap_for_sound")}
        </PlainButton>
      )}
    </div>
  );
}
