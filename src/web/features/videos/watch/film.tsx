import { useEffect, useRef, useState } from "react";
import type { FilmPlayback, Video } from "#contract/videos.ts";
import { call } from "#web/lib/client.ts";
import { report } from "#web/lib/reporting/report.ts";
import { useText } from "#web/lib/use-text.ts";
import type { FilmPlayer, FilmStart, Pin } from "#web/player/index.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export interface FilmProps {
  video: Video;
  playback: FilmPlayback;
  start: FilmStart;
  pins: readonly Pin[];
  /** The player, once it stands; null when it is gone. */
  onPlayer: (player: FilmPlayer | null) => void;
}

/** The player, which knows nothing of React, in its place on the page. Another video is another `Film`. */
export function Film({ video, playback, start, pins, onPlayer }: FilmProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [player, setPlayer] = useState<FilmPlayer | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const latest = useRef({ video, playback, start, pins, onPlayer });
  useEffect(() => {
    latest.current = { video, playback, start, pins, onPlayer };
  });

  useEffect(() => {
    let isGone = false;
    let opened: FilmPlayer | null = null;
    const open = async () => {
      const { openFilmPlayer } = await import("#web/player/index.ts");
      if (isGone || place.current === null) return;
      const { video: film, ...now } = latest.current;
      opened = openFilmPlayer(place.current, {
        playback: now.playback,
        title: film.title,
        north: film.north,
        autoPlay: film.auto_play,
        muted: film.muted,
        loop: film.loop,
        start: now.start,
        duration: film.duration,
        pins: now.pins,
        refresh: async () => {
          const asked = { query: { code: film.code } };
          return (await call("GET /api/video-player", asked, { toast: false })).playback;
        },
        isGrowing: () => latest.current.video.progress < 1,
        ownsPage: true,
      });
      setPlayer(opened);
      latest.current.onPlayer(opened);
    };
    open().catch((error: unknown) => {
      if (!isGone) setIsBroken(true);
      report(error);
    });
    return () => {
      isGone = true;
      opened?.close();
      setPlayer(null);
      latest.current.onPlayer(null);
    };
  }, []);

  useEffect(() => player?.setPins(pins), [player, pins]);
  useEffect(() => player?.update(playback), [player, playback]);

  return (
    <section ref={place} aria-label={t("videos.player", { name: video.title })} className="absolute inset-0">
      {player === null && (
        <span className="absolute inset-0 flex items-center justify-center text-white">
          {isBroken ? t("videos.player_failed") : <Spinner />}
        </span>
      )}
    </section>
  );
}
