import { type RawBuilder, sql } from "kysely";

/** A kind of viewed item, and the tables of its views. */
export interface ViewKind {
  /** Used in purposes of signatures and names of rate limits. */
  readonly name: "visit" | "video";
  /** The table of the items, that of their views, and that of the daily statistics. */
  readonly things: RawBuilder<unknown>;
  readonly views: RawBuilder<unknown>;
  readonly days: RawBuilder<unknown>;
  /** The column of both that names the item. */
  readonly id: RawBuilder<unknown>;
  /** Whether views record rooms. */
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
