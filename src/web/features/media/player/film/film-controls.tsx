import { CircleQuestionMark, Pause, Play, Repeat, RotateCcw } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { later, useLater } from "#web/ui/later.ts";
import { clock } from "../clock.ts";
import { Choice } from "../controls/choice.tsx";
import { Control } from "../controls/control.tsx";
import { FullScreenControl } from "../controls/full-screen-control.tsx";
import { MotionOffer } from "../controls/motion-offer.tsx";
import { BarGap, PlayerBar } from "../controls/player-bar.tsx";
import { SoundControl } from "../controls/sound-control.tsx";
import { toggleSound } from "../sound.ts";
import { useFullScreen } from "../use-full-screen.ts";
import { usePlayerKeys } from "../use-player-keys.ts";
import { useVideo, useWrittenByVideo } from "../use-video.ts";
import type { Film } from "./film.ts";
import type { Pin } from "./pin.ts";
import { Timeline } from "./timeline.tsx";

const helpDialog = later(() => import("./help-dialog.tsx"));

const speeds = [0.25, 0.5, 1, 1.5, 2] as const;
const skipSeconds = 5;
/** On a phone held upright there is less room. */
const wideOnly = "max-[35rem]:hidden";

export interface FilmControlsProps {
  film: Film;
  frame: RefObject<HTMLElement | null>;
  pins: readonly Pin[];
  onPin: (pin: Pin) => void;
  /** Whether keys work regardless of the focus, as on a page of its own; otherwise only within the player. */
  ownsPage: boolean;
}

/** The bar under a video, and its keys. */
export function FilmControls({ film, frame, pins, onPin, ownsPage }: FilmControlsProps) {
  const t = useText();
  const { video, panorama } = film;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const help = useLater(helpDialog, isHelpOpen);
  const fullScreen = useFullScreen(frame, () => video);
  const toggle = () => film.toggle();
  const openHelp = () => setIsHelpOpen(true);
  usePlayerKeys(frame, {
    panorama,
    ownsPage,
    actions: {
      " ": toggle,
      k: toggle,
      j: () => film.seek(film.seconds - skipSeconds),
      l: () => film.seek(film.seconds + skipSeconds),
      m: () => toggleSound(video),
      f: fullScreen.toggle,
      "[": () => changeSpeed(video, -1),
      "]": () => changeSpeed(video, 1),
      "?": openHelp,
    },
  });
  return (
    <>
      <PlayerBar above={<Timeline film={film} pins={pins} onPin={onPin} />}>
        <PlayControl film={film} />
        <SoundControl video={video} />
        <TimeText film={film} />
        <BarGap />
        <SpeedChoice video={video} />
        <QualityChoice film={film} />
        <LoopControl video={video} />
        <MotionOffer panorama={panorama} />
        <Control icon={CircleQuestionMark} label={t("player.help")} onPress={openHelp} className={wideOnly} />
        <FullScreenControl of={fullScreen} />
      </PlayerBar>
      {isHelpOpen && help && <help.HelpDialog onClose={() => setIsHelpOpen(false)} />}
    </>
  );
}

const playEvents = ["play", "pause", "ended", "seeked"] as const;

function PlayControl({ film }: { film: Film }) {
  const t = useText();
  const now = useVideo(film.video, playEvents, ({ ended, paused }) =>
    ended ? "again" : paused ? "play" : "pause",
  );
  const icon = { again: RotateCcw, play: Play, pause: Pause }[now];
  return (
    <Control
      icon={icon}
      label={t(`player.${now}`)}
      onPress={() => film.toggle()}
      className={now === "again" ? "" : "[&_svg]:fill-current"}
    />
  );
}

const clockEvents = ["timeupdate", "seeking", "durationchange", "loadedmetadata"] as const;

function TimeText({ film }: { film: Film }) {
  const text = useRef<HTMLSpanElement>(null);
  useWrittenByVideo(film.video, clockEvents, () => {
    if (text.current) text.current.textContent = `${clock(film.seconds)} / ${clock(film.duration)}`;
  });
  // Two times with a slash between them: the elapsed time comes first, in Arabic too.
  return <span ref={text} dir="ltr" className="px-1 whitespace-nowrap tabular-nums min-[35rem]:px-2" />;
}

const speedEvents = ["ratechange"] as const;

function SpeedChoice({ video }: { video: HTMLVideoElement }) {
  const t = useText();
  const speed = useVideo(video, speedEvents, ({ playbackRate }) => playbackRate);
  return (
    <Choice
      label={t("player.speed")}
      // The sign is after its number, in Arabic too.
      dir="ltr"
      value={String(speed)}
      options={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
      onChange={(value) => setSpeed(video, Number(value))}
    />
  );
}

function setLoop(video: HTMLVideoElement, isOn: boolean): void {
  video.loop = isOn;
}

function changeSpeed(video: HTMLVideoElement, by: -1 | 1): void {
  const at = speeds.findIndex((one) => one === video.playbackRate);
  setSpeed(video, speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)] ?? 1);
}

function setSpeed(video: HTMLVideoElement, speed: number): void {
  video.playbackRate = speed;
  // A new source starts with the default.
  video.defaultPlaybackRate = speed;
}

/** `1920p` is a size by its height; a sphere is known by its width. */
const nameOf = (width: number) => (width >= 3840 ? `${Math.round(width / 960)}K` : String(width));

function QualityChoice({ film: { source } }: { film: Film }) {
  const t = useText();
  const isRoomy = useMediaQuery("(width >= 35rem)");
  const { all, playing, chosen } = useStore(source.sizes);
  const now = all[playing];
  const auto =
    isRoomy && chosen === -1 && now && all.length > 1
      ? t("player.quality_auto_now", { size: nameOf(now.width) })
      : t("player.quality_auto");
  const sizes = all
    .map(({ width }, index) => ({ value: String(index), label: nameOf(width), width }))
    .sort((a, b) => b.width - a.width);
  return (
    <Choice
      label={t("player.quality")}
      value={String(chosen)}
      options={[{ value: "-1", label: auto }, ...sizes]}
      onChange={(value) => source.choose(Number(value))}
    />
  );
}

function LoopControl({ video }: { video: HTMLVideoElement }) {
  const t = useText();
  const [isOn, setIsOn] = useState(video.loop);
  return (
    <Control
      icon={Repeat}
      label={t("player.loop")}
      isPressed={isOn}
      onPress={() => {
        setLoop(video, !isOn);
        setIsOn(!isOn);
      }}
      className={wideOnly}
    />
  );
}
