import type { VideoStatus } from "#contract/choices.ts";
import type { PlayerVideo, PublicVideo, Video } from "#contract/videos.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpenVideo } from "./open-video.ts";
import { videoFlags } from "./videos.policy.ts";
import type { FilmFacts, VideoSummary } from "./videos.repository.ts";

/** Where a video stands: who hides one needs not wait for its film. */
export const statusOf = ({
  is_hidden,
  state,
}: Pick<FilmFacts, "state"> & { readonly is_hidden: boolean }): VideoStatus => (is_hidden ? "hidden" : state);

/** The call that answers with the original; asked for by those who may download it. */
export const streamOf = ({ code }: { readonly code: string }) => `/api/three60videos/${code}/stream`;

/** The address behind a key of the object store. */
export type Address = (objectKey: string) => string;
const pictureOf = (key: string | null, address: Address) => (key === null ? null : address(key));

export function wireVideo(video: VideoSummary, user: SessionUser, address: Address): Video {
  const can = videoFlags(video, user);
  const thumbnail = pictureOf(video.thumbnail, address);
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
    problem: video.problem,
    progress: video.progress,
    file: can.download ? streamOf(video) : null,
    thumbnail,
    thumbnail_path: thumbnail,
    duration: video.seconds,
    width: video.width,
    height: video.height,
    file_size: video.bytes,
    mime_type: "video/mp4",
    metadata: { ...video.metadata },
    views: video.views,
    comment_count: video.comment_count,
    open_comments: video.open_comments,
    created_at: video.created_at.toISOString(),
    updated_at: video.updated_at.toISOString(),
    can,
  };
}

export function wirePlayer(
  video: OpenVideo,
  user: SessionUser | null,
  playback: PlayerVideo["playback"],
): PlayerVideo {
  return {
    code: video.code,
    id_video: video.isMember ? video.id : null,
    id_project: video.isMember ? video.id_project : null,
    title: video.title,
    description: video.description,
    project: video.project,
    video_date: video.video_date.toISOString(),
    duration: video.seconds,
    width: video.width,
    height: video.height,
    north: video.north,
    auto_play: video.auto_play,
    muted: video.muted,
    loop: video.loop,
    status: statusOf(video),
    is_protected: video.is_protected,
    is_locked: video.isLocked,
    playback: video.isLocked ? null : playback,
    can: videoFlags(video, user),
  };
}

/** A row of the list for everybody. */
export interface PublicRow {
  readonly code: string;
  readonly title: string;
  readonly description: string;
  readonly project: string;
  readonly video_date: Date;
  readonly seconds: number;
  readonly is_protected: boolean;
  readonly thumbnail: string | null;
}

/** A still of what is protected would show what its password hides. */
export const wirePublic = (
  { seconds, video_date, thumbnail, ...row }: PublicRow,
  address: Address,
): PublicVideo => ({
  ...row,
  video_date: video_date.toISOString(),
  duration: seconds,
  thumbnail: row.is_protected ? null : pictureOf(thumbnail, address),
});
