import { useEffect, useRef, useState } from "react";
import { isFlatFilm } from "#contract/film-shape.ts";
import type { Language } from "#contract/languages.ts";
import type { FilmPlayback, PlayerVideo } from "#contract/videos.ts";
import { clock } from "#web/features/media/player/clock.ts";
import type { FilmState } from "#web/features/media/player/film/film.ts";
import { FilmPlayer, type FilmPlayerHandle } from "#web/features/media/player/film/film-player.tsx";
import { bareAddress, type PlayerPage } from "#web/features/media/player/page/open-page.ts";
import { PageHead } from "#web/features/media/player/page/page-head.tsx";
import { ApiError, call } from "#web/lib/client.ts";
import { localeOf } from "#web/lib/locale.ts";
import { useText } from "#web/lib/use-text.ts";
import { later, useLater } from "#web/ui/later.ts";
import { useCommentPins, useComments } from "./comments.ts";
import { readFilmLink, writeFilmLink } from "./film-link.ts";
import { useViewCount } from "./views.ts";

const commentCard = later(() => import("./comment-card.tsx"));

const nothing: FilmPlayback = { hls: null, mp4: null, poster: null, renditions: [], expires_at: "" };
/** Anything beyond playback may delay the first frame by at most this; milliseconds. */
const patienceMs = 4000;

/** `/video/{code}`: a video that everyone with the link may watch. */
export function VideoPage({ page }: { page: PlayerPage<PlayerVideo> }) {
  const { boot, language, isEmbedded } = page;
  const t = useText();
  const { shown } = boot;
  const { code, title } = shown;
  const video = useRef(shown);
  const film = useRef<FilmPlayerHandle | null>(null);
  const [playback] = useState(shown.playback ?? nothing);
  const [start] = useState(() => readFilmLink(location.search));
  const [posterImage] = useState(() => document.querySelector<HTMLImageElement>("#poster") ?? undefined);
  const [hasBegun, setHasBegun] = useState(false);
  const views = useViewCount(code, hasBegun);
  const comments = useComments(code, hasBegun);
  const pins = useCommentPins(comments);
  const [openId, setOpenId] = useState<number | string | null>(null);
  const card = useLater(commentCard, comments.length > 0);
  const open = comments.find(({ id }) => id === openId);
  useEffect(() => {
    const timer = setTimeout(() => setHasBegun(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  function follow(state: FilmState): void {
    if (state !== "loading" && state !== "waiting") setHasBegun(true);
    if (state === "playing") setOpenId(null);
  }
  async function refresh(): Promise<FilmPlayback | null> {
    try {
      video.current = await call("GET /api/video-player", { query: { code } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
    // Access has expired: the page asks for the password.
    if (video.current.is_locked) location.reload();
    return video.current.playback ?? nothing;
  }
  function moment() {
    const { seconds = 0, view } = film.current ?? {};
    return {
      link: writeFilmLink(bareAddress(), { seconds, ...view }),
      label: t("player.sharing.moment", { at: clock(seconds) }),
    };
  }
  return (
    <FilmPlayer
      ref={film}
      playback={playback}
      title={title}
      duration={shown.duration}
      autoPlay={shown.auto_play}
      // Autoplay starts muted, as browsers require and as is polite in an office.
      muted={shown.muted || shown.auto_play}
      loop={shown.loop}
      start={start}
      posterImage={posterImage}
      isFlat={isFlatFilm(shown)}
      wheel={!isEmbedded}
      ownsPage
      pins={pins}
      isGrowing={() => video.current.status === "processing"}
      refresh={refresh}
      onState={follow}
      onPin={setOpenId}
      head={
        <PageHead
          page={page}
          title={title}
          facts={[
            shown.project,
            dayOf(shown.video_date, language),
            views > 0 && t("player.views", { count: views }),
          ]}
          moment={moment}
        />
      }
    >
      {/* Rendered before it has content: only then do screen readers announce changes. */}
      <div aria-live="polite">
        {open && card && <card.CommentCard comment={open} onClose={() => setOpenId(null)} />}
      </div>
    </FilmPlayer>
  );
}

/** 20 November 2026; empty when the instant cannot be read. */
function dayOf(instant: string, language: Language): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleDateString(localeOf(language), { dateStyle: "long" });
}
