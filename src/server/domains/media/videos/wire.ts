import type { VideoStatus } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { PlayerVideo, PublicVideo, Video } from "#contract/videos.ts";
import type { FilmPart, Films, FilmView } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpenVideo } from "./open-video.ts";
import { videoFlags } from "./videos.policy.ts";
import type { VideoSummary } from "./videos.repository.ts";

/** Builds addresses: of video files for a limited time, of other pictures by their keys in the object store. */
export interface VideoWire {
  readonly films: Pick<Films, "filmPart">;
  readonly clock: Clock;
  address(objectKey: string): string;
}

/** Status of a video: hiding does not have to wait for its file. */
const statusOf = ({ is_hidden, state }: { is_hidden: boolean; state: FilmPart["state"] }): VideoStatus =>
  is_hidden ? "hidden" : state;

/** The uploaded picture, else a still of the video. */
const stillOf = (
  { thumbnail }: { readonly thumbnail: string | null },
  film: FilmView,
  { address }: VideoWire,
): string | null => (thumbnail === null ? film.thumbnail : address(thumbnail));

export function wireVideo(video: VideoSummary, user: SessionUser, wire: VideoWire): Video {
  const can = videoFlags(video, user);
  const film = wire.films.filmPart(video);
  const thumbnail = stillOf(video, film, wire);
  return {
    id: video.id,
    id_video: video.id,
    video_code: video.code,
    code: video.code,
    title: video.title,
    description: video.description,
    video_date: video.video_date.toISOString(),
    id_user: video.id_user ?? 0,
    author: video.author ?? "",
    id_project: video.id_project,
    project: video.project,
    starred: video.starred,
    is_public: video.is_public,
    is_protected: video.is_protected,
    auto_play: video.auto_play,
    muted: video.muted,
    loop: video.loop,
    north: video.north,
    status: statusOf(video),
    problem: film.problem,
    progress: film.progress,
    // Served by the route that logs the download.
    file: can.download ? `/api/evidence/videos/${video.id}/original` : null,
    thumbnail,
    thumbnail_path: thumbnail,
    duration: film.duration,
    width: film.width,
    height: film.height,
    file_size: film.file_size,
    mime_type: film.mime_type,
    metadata: { ...video.metadata },
    views: video.views,
    comment_count: video.comment_count,
    open_comments: video.open_comments,
    created_at: video.created_at.toISOString(),
    updated_at: video.updated_at.toISOString(),
    can,
  };
}

const hour = 3_600_000;

/** Data for a player; of a locked video, only what its password prompt shows. */
export function wirePlayer(video: OpenVideo, user: SessionUser | null, wire: VideoWire): PlayerVideo {
  const hours = video.is_protected ? limits.video.passHours : limits.video.linkHours;
  const expires = new Date(wire.clock.now().getTime() + hours * hour);
  const film = wire.films.filmPart(video, { expires });
  return {
    code: video.code,
    id_video: video.isMember ? video.id : null,
    id_project: video.isMember ? video.id_project : null,
    title: video.title,
    description: video.description,
    // A public video of a private project does not reveal the project.
    project: video.isMember || video.is_project_public ? video.project : "",
    video_date: video.video_date.toISOString(),
    duration: film.duration,
    width: film.width,
    height: film.height,
    north: video.north,
    auto_play: video.auto_play,
    muted: video.muted,
    loop: video.loop,
    status: statusOf(video),
    is_protected: video.is_protected,
    is_locked: video.isLocked,
    playback: video.isLocked ? null : film.playback,
    can: videoFlags(video, user),
  };
}

/** A row of the public list. */
export interface PublicRow extends FilmPart {
  readonly code: string;
  readonly title: string;
  readonly description: string;
  /** Empty where the project is private. */
  readonly project: string;
  readonly video_date: Date;
  readonly is_protected: boolean;
  readonly thumbnail: string | null;
}

/** A still of a protected video would reveal its content. */
export function wirePublic(row: PublicRow, wire: VideoWire): PublicVideo {
  const film = wire.films.filmPart(row);
  const { code, title, description, project, is_protected } = row;
  return {
    code,
    title,
    description,
    project,
    video_date: row.video_date.toISOString(),
    duration: film.duration,
    is_protected,
    thumbnail: is_protected ? null : stillOf(row, film, wire),
  };
}
