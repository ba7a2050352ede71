import { Play, TriangleAlert, WifiOff } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import type { Direction, View } from "#panorama/types.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { useOpened } from "#web/lib/use-opened.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Notice, type NoticeProps } from "../controls/notice.tsx";
import { PlayerFrame } from "../controls/player-frame.tsx";
import { useFading } from "../use-fading.ts";
import { useIsOnline } from "../use-is-online.ts";
import { Film, type FilmOptions, type FilmState, type FilmStatus, unopened } from "./film.ts";
import { FilmControls } from "./film-controls.tsx";
import type { Pin } from "./pin.ts";

// Most videos have no comments: their pins are fetched with the first.
const pinsInPicture = later(() => import("./pins-in-picture.tsx"));

export interface FilmPlayerHandle {
  /** False where the browser cannot draw a sphere: there is no direction then. */
  readonly isSphere: boolean;
  readonly seconds: number;
  readonly view: View;
  /** Seeks to a second, and turns to a direction if one is given. */
  seek(seconds: number, direction?: Partial<View> | null): void;
  pause(): void;
}

export interface FilmPlayerProps extends Omit<FilmOptions, "label" | "onPress"> {
  ref?: Ref<FilmPlayerHandle | null>;
  title: string;
  /** Label of the player among the regions of its page; the title by default. */
  label?: string;
  /** Comments, or other items at seconds of the video. */
  pins?: readonly Pin[];
  /** Whether keys work regardless of the focus, as on a page of its own; otherwise only within the player. */
  ownsPage?: boolean;
  onState?: (state: FilmState) => void;
  /** A pin was pressed, on the timeline or in the picture; the player has already moved to it. */
  onPin?: (id: Pin["id"]) => void;
  /** The picture was pressed without dragging. */
  onPress?: (direction: Direction) => void;
  /** Shown over the upper edge of the picture, for example the title of a page. */
  head?: ReactNode;
  children?: ReactNode;
}

const noPins: readonly Pin[] = [];
/** A message appears only after waiting this long. */
const patienceMs = 700;

/** A 360 video with its controls, filling its container. Options take effect when it is opened, unless stated otherwise. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { ref, title, label = title, pins = noPins, ownsPage = false, head, children } = props;
  const t = useText();
  const parts = useLater(pinsInPicture, pins.length > 0);
  const frame = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = t("player.picture", { title });
  const film = useFilm(stage, { ...props, label: picture, onPress: press });
  const status = useFilmStatus(film);
  const fading = useFading(
    frame,
    () => film === null || film.video.paused || status.state === "failed" || !status.hasFilm,
  );
  useImperativeHandle<FilmPlayerHandle | null, FilmPlayerHandle | null>(ref, () => film && handleOf(film), [
    film,
  ]);

  function press(direction: Direction): void {
    fading.tap();
    props.onPress?.(direction);
  }
  const latest = useLatest(props);
  function pressPin({ id, seconds, yaw, pitch }: Pin): void {
    film?.seek(seconds, yaw === null || pitch === null ? null : { yaw, pitch });
    film?.pause();
    props.onPin?.(id);
  }
  useEffect(() => film?.panorama?.setLabel(picture), [film, picture]);
  useEffect(() => {
    fading.wake();
    latest.current.onState?.(status.state);
  }, [fading, latest, status.state]);

  return (
    <PlayerFrame kind="film" label={label} frameRef={frame} state={status.state} head={head}>
      <div ref={stage} className="absolute inset-0" />
      {film !== null && (
        <>
          <OverPicture film={film} status={status} />
          {film.panorama && parts && (
            <parts.PinsInPicture film={film} panorama={film.panorama} pins={pins} onPin={pressPin} />
          )}
          <FilmControls film={film} frame={frame} pins={pins} onPin={pressPin} ownsPage={ownsPage} />
        </>
      )}
      {children}
    </PlayerFrame>
  );
}

/** The video of this player, opened once its element is in the document and closed with it. */
function useFilm(stage: RefObject<HTMLElement | null>, options: FilmOptions): Film | null {
  const latest = useLatest(options);
  const film = useOpened(() => {
    if (stage.current === null) return null;
    const { refresh } = options;
    return new Film(stage.current, {
      ...options,
      ...(refresh && { refresh: () => latest.current.refresh?.() ?? Promise.resolve(null) }),
      isGrowing: () => latest.current.isGrowing?.() ?? false,
      onPress: (direction) => latest.current.onPress?.(direction),
    });
  });
  const { playback } = options;
  useEffect(() => film?.update(playback), [film, playback]);
  return film;
}

/** Until the video is opened. */
const opening = createStore<FilmStatus>(unopened);

const useFilmStatus = (film: Film | null): FilmStatus => useStore(film?.status ?? opening);

function handleOf(film: Film): FilmPlayerHandle {
  return {
    isSphere: film.panorama !== undefined,
    get seconds() {
      return film.seconds;
    },
    get view() {
      return film.view;
    },
    seek: (seconds, direction) => film.seek(seconds, direction),
    pause: () => film.pause(),
  };
}

/** The message in the middle of a video's picture, and the play button. */
function OverPicture({ film, status }: { film: Film; status: FilmStatus }) {
  const t = useText();
  const { state, health, hasFilm, isAtStart } = status;
  const said = useNotice(film, status);
  const isBeginning =
    (state === "loading" || state === "paused") && hasFilm && isAtStart && health === "fine";
  return (
    <>
      {film.panorama === undefined && !film.isFlat && (
        <p className="absolute inset-x-3 top-3 mx-auto w-fit rounded-md bg-glass px-3 py-1.5">
          {t("player.error.no_webgl")}
        </p>
      )}
      {isBeginning && (
        <button
          type="button"
          data-start
          aria-label={t("player.play")}
          onClick={() => film.play()}
          className="absolute inset-0 m-auto grid size-19 cursor-pointer place-items-center rounded-full bg-glass shadow-float backdrop-blur-md transition-[scale] hover:scale-105"
        >
          <Icon of={Play} size="xl" className="translate-x-0.5 fill-current" />
        </button>
      )}
      <Notice of={said} />
    </>
  );
}

function useNotice(film: Film, { state, health, hasFilm }: FilmStatus): NoticeProps | null {
  const t = useText();
  const isOnline = useIsOnline();
  const isLost = health === "lost";
  const isLate = useAfter(patienceMs, hasFilm && (isLost || state === "waiting"));
  if (health !== "fine" && health !== "lost")
    return {
      icon: TriangleAlert,
      title: t("player.error.title"),
      text: t(`player.error.${health}`),
      action: { label: t("player.error.retry"), onPress: () => film.retry() },
    };
  if (!hasFilm) return { isBusy: true, text: t("player.state.making") };
  if (isLost && !isOnline) return { icon: WifiOff, text: t("player.state.offline") };
  return isLate ? { isBusy: true, text: t("player.state.waiting") } : null;
}

/** Whether a condition has held for this many milliseconds. */
function useAfter(ms: number, isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [ms, isSo]);
  return isSo && isLate;
}
