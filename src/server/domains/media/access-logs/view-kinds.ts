import { type RawBuilder, sql } from "kysely";

/** What is looked at, and where its views are written down. */
export interface ViewKind {
  /** In purposes of signatures and names of counts. */
  readonly name: "visit" | "video";
  /** The table of the things, that of their views, and that of the figures of days. */
  readonly things: RawBuilder<unknown>;
  readonly views: RawBuilder<unknown>;
  readonly days: RawBuilder<unknown>;
  /** The column of both that names the thing. */
  readonly id: RawBuilder<unknown>;
  /** Whether rooms are walked there. */
  readonly hasRooms: boolean;
}

export const visitViews: ViewKind = {
  name: "visit",
  things: sql.table("visits"),
  views: sql.table("visit_views"),
  days: sql.table("visit_view_days"),
  id: sql.ref("id_visit"),
  hasRooms: true,
};

export const videoViews: ViewKind = {
  name: "video",
  things: sql.table("videos"),
  views: sql.table("video_views"),
  days: sql.table("video_view_days"),
  id: sql.ref("id_video"),
  hasRooms: false,
};
