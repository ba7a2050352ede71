import type { FilmPlayback, PlayerVideo } from "#contract/videos.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { countViews } from "#web/lib/count-views.ts";
import { element } from "#web/lib/element.ts";
import { clock } from "#web/player/clock.ts";
import { openFilmPlayer } from "#web/player/film/film-player.ts";
import type { FilmPlayer } from "#web/player/film/film-types.ts";
import { readFilmLink, writeFilmLink } from "./film-link.ts";
import { bareAddress, openPage, type Page, pageHead } from "./page.ts";

const nothing: FilmPlayback = { hls: null, mp4: null, poster: null, renditions: [], expires_at: "" };

/** `/video/{code}`: a film that whoever has the link may watch. */
function start(): void {
  const page = openPage<PlayerVideo>();
  const { boot, speaker, stage, isEmbedded } = page;
  let video = boot.shown;
  const { code, title, north, duration } = video;
  const player = openFilmPlayer(stage, {
    playback: video.playback ?? nothing,
    title,
    north,
    duration,
    autoPlay: video.auto_play,
    // What begins by itself begins quietly, as browsers want it and as people in offices do.
    muted: video.muted || video.auto_play,
    loop: video.loop,
    start: readFilmLink(location.search),
    language: speaker.language,
    posterImage: document.querySelector<HTMLImageElement>("#poster") ?? undefined,
    wheel: !isEmbedded,
    ownsPage: true,
    isGrowing: () => video.status === "processing",
    refresh: async () => {
      try {
        video = await call("GET /api/video-player", { query: { code } }, { toast: false });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
      // The pass is over: the page asks for the password.
      if (video.is_locked) location.reload();
      return video.playback ?? nothing;
    },
  });
  const views = element("span", { hidden: true });
  const moment = () => writeFilmLink(bareAddress(), { seconds: player.seconds, ...player.view() });
  const head = pageHead(page, {
    title,
    facts: [video.project, speaker.date(video.video_date), views],
    address: moment,
    share: () => void share(page, player, moment()),
  });
  player.element.append(head);
  later(player, code, page, (count) => {
    views.hidden = count === 0;
    views.textContent = speaker.count("views", count);
  });
}

/** Nothing beyond watching may delay the first frame. */
function later(
  player: FilmPlayer,
  code: string,
  { speaker }: Page<PlayerVideo>,
  show: (count: number) => void,
): void {
  const { signal } = new AbortController();
  let isDone = false;
  const begin = () => {
    if (isDone) return;
    isDone = true;
    count(code, show, signal);
    void import("./comments.ts")
      .then(({ showComments }) => showComments(player, code, speaker, signal))
      // Without a line the film is as good to watch.
      .catch(() => undefined);
  };
  player.on("state", (state) => {
    if (state !== "loading" && state !== "waiting") begin();
  });
  setTimeout(begin, 4000);
}

function count(code: string, show: (count: number) => void, life: AbortSignal): void {
  const body = { video_code: code };
  countViews(
    {
      begin: () => call("POST /api/viewer-count/log-video", { body }, { toast: false }),
      // `sendBeacon` knows POST alone; a call that outlives the page does the same.
      beat: (session, duration_seconds, isLast) =>
        isLast
          ? call(
              "PUT /api/three60videos/{id}/access-logs/end-session",
              { params: { id: code }, body: { session, duration_seconds } },
              { toast: false, keepalive: true },
            )
          : call(
              "PUT /api/viewer-count/update-activity",
              { body: { ...body, session, duration_seconds } },
              { toast: false },
            ),
    },
    show,
    life,
  );
}

async function share({ boot, speaker }: Page<PlayerVideo>, player: FilmPlayer, moment: URL): Promise<void> {
  const { openShare } = await import("./share.ts");
  openShare({
    root: player.element,
    speaker,
    title: boot.shown.title,
    providers: boot.settings.share_providers,
    link: bareAddress(),
    moment: { link: moment, label: speaker.say("sharing.moment", { at: clock(player.seconds) }) },
  });
}

start();
