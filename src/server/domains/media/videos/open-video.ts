import type { IncomingHttpHeaders } from "node:http";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { isOpenVisit } from "#server/domains/sites/projects/open-visits.ts";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import { type FilmPart, filmColumns } from "#server/media/index.ts";
import { linkBearer, setBearer } from "#server/platform/bearers.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { linkMark } from "#server/platform/link-mark.ts";
import type { Passes } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VideosTable } from "./tables.ts";
import { videoFlags } from "./videos.policy.ts";

/** A visitor of a video. */
export interface VideoVisitor {
  /** Null for a guest. */
  readonly user: SessionUser | null;
  /** Headers of their browser: its cookies prove the passwords it has given. */
  readonly headers?: IncomingHttpHeaders | undefined;
}

/** A video with the data that decides who may open it. */
type FoundVideo = Selectable<VideosTable> &
  ProjectStanding &
  FilmPart & {
    readonly project: string;
    readonly is_project_public: boolean;
    /** Whether a guest may open each visit that it shows. */
    readonly visits_are_open: boolean;
  };

/** The same, after the access check. */
export type OpenVideo = FoundVideo & {
  /** Whether the visitor may see all videos of the project; otherwise they only have this one's code. */
  readonly isMember: boolean;
  /** Its password is required first: the name may be shown, the content may not. */
  readonly isLocked: boolean;
};

export interface VideoDoor {
  /**
   * The only access to a video by its code or number. Throws NOT_FOUND when there is none, when it is not public,
   * hidden or broken, when its project is closed to the public at present, and for guests who use a number: a number
   * can be guessed. Members of the project always have access; editors of its videos need no password.
   */
  open(key: string | number, visitor: VideoVisitor): Promise<OpenVideo>;
  /** The same; VIDEO_PASSWORD when it is locked. */
  enter(key: string | number, visitor: VideoVisitor): Promise<OpenVideo>;
}

export interface VideoDoorOptions {
  readonly db: Database;
  readonly passes: Pick<Passes, "has">;
  readonly key: AppKey;
}

export function createVideoDoor({ db, passes, key: appKey }: VideoDoorOptions): VideoDoor {
  const find = (key: string | number, user: SessionUser | null): Promise<FoundVideo | undefined> =>
    db
      .selectFrom("videos as t")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .innerJoin("films", "films.sha256", "t.film_sha256")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
      )
      .selectAll("t")
      .select(filmColumns)
      .select(["p.name as project", "p.is_public as is_project_public"])
      .select(["p.active", "p.validated", "m.role", "m.grants", visitsAreOpen().as("visits_are_open")])
      .where(typeof key === "number" ? sql<boolean>`t.id = ${key}` : sql<boolean>`t.code = ${key}`)
      .where("p.deleted_at", "is", null)
      .executeTakeFirst();

  const open = async (key: string | number, { user, headers }: VideoVisitor): Promise<OpenVideo> => {
    const video = await find(key, user);
    if (video === undefined) throw new AppError("NOT_FOUND");
    const { view: isMember, download: isEditor } = videoFlags(video, user);
    if (!isMember && (typeof key === "number" || !isForGuests(video))) throw new AppError("NOT_FOUND");
    const { id, password_hash: hash } = video;
    const isLocked = video.is_protected && !isEditor && !passes.has({ id, hash }, headers);
    // Media addresses of a viewer who depends on the link or its password are valid as long as these stay.
    if (!isMember || (video.is_protected && !isEditor)) {
      const mark = linkMark(appKey, "f", { id, hash: video.is_protected ? hash : null });
      setBearer(linkBearer("f", id, mark, isMember ? user?.id : 0));
    }
    return { ...video, isMember, isLocked };
  };

  return {
    open,
    async enter(key, visitor) {
      const video = await open(key, visitor);
      if (video.isLocked) throw new AppError("VIDEO_PASSWORD");
      return video;
    },
  };
}

/**
 * Whether guests may open each visit that `videos t` shows, by the visit's own link; true for a video of no visits. Asked
 * every time, so that a link that expires, gets a password or is closed closes the video with it.
 */
export function visitsAreOpen(): RawBuilder<boolean> {
  return sql<boolean>`(not t.is_withheld and (not t.of_visits or not exists (
    select from video_dates d left join visits v on v.id = d.id_visit and v.deleted_at is null and ${isOpenVisit()}
    where d.id_video = t.id and v.id is null)))`;
}

const isForGuests = (video: FoundVideo): boolean =>
  video.is_public &&
  video.visits_are_open &&
  !video.is_hidden &&
  video.state !== "failed" &&
  video.active &&
  video.validated;

/** The same condition on `videos t`, `films` and `projects p`, for public lists. */
export const openToGuests = sql<boolean>`(
  t.is_public and ${visitsAreOpen()} and not t.is_hidden and films.state <> 'failed' and p.active and p.validated and p.deleted_at is null)`;
