import type { Ref } from "react";
import { isFlatFilm } from "#contract/film-shape.ts";
import type { FilmPlayback, Video } from "#contract/videos.ts";
import type { Direction } from "#panorama/types.ts";
import type { FilmPlayerHandle } from "#web/features/media/player/film/film-player.tsx";
import type { Pin } from "#web/features/media/player/film/pin.ts";
import { call } from "#web/lib/client.ts";
import { usePart } from "#web/lib/use-part.ts";
import { useText } from "#web/lib/use-text.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export interface FilmProps {
  ref: Ref<FilmPlayerHandle | null>;
  video: Video;
  playback: FilmPlayback;
  /** Seconds. */
  start: number;
  pins: readonly Pin[];
  onPin: (id: Pin["id"]) => void;
  onPress: (direction: Direction) => void;
}

const fetchPlayer = () => import("#web/features/media/player/film/film-player.tsx");

/** The player of a video on its page, once its script has loaded. Another video mounts another `Film`. */
export function Film({ ref, video, playback, start, pins, onPin, onPress }: FilmProps) {
  const t = useText();
  const { part, isMissing } = usePart(fetchPlayer);
  const label = t("videos.player", { name: video.title });
  if (part === null)
    return (
      <section aria-label={label} className="absolute inset-0 flex items-center justify-center text-white">
        {isMissing ? t("videos.player_failed") : <Spinner />}
      </section>
    );
  return (
    <part.FilmPlayer
      ref={ref}
      label={label}
      title={video.title}
      playback={playback}
      autoPlay={video.auto_play}
      muted={video.muted}
      loop={video.loop}
      start={{ seconds: start }}
      duration={video.duration}
      isFlat={isFlatFilm(video)}
      pins={pins}
      refresh={async () => {
        const query = { code: video.code };
        return (await call("GET /api/video-player", { query })).playback;
      }}
      isGrowing={() => video.progress < 1}
      ownsPage
      onPin={onPin}
      onPress={onPress}
    />
  );
}
