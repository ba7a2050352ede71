import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "../videos/tables.ts";
import type { CommentStatistics } from "./comments.repository.ts";

/** On `video_comments c` with its first comment `b`: when the whole thread was resolved. */
export const resolved = sql<Date | null>`coalesce(b.resolved_at, c.resolved_at)`;

/** Statistics of the comments on a video. */
export const commentFigures = (db: Database) => ({
  async timeline(videoId: number, interval: number) {
    const { rows: buckets } = await sql<{ from: number; total: number; resolved: number }>`
      select floor(c.seconds / ${interval}::float8) * ${interval}::float8 as from, count(*)::int as total,
        count(${resolved})::int as resolved
      from video_comments c left join video_comments b on b.id = c.id_parent
      where c.id_video = ${videoId} group by 1 order by 1`.execute(db);
    return buckets.map((bucket) => ({ ...bucket, to: bucket.from + interval }));
  },

  async statistics(videoId: number): Promise<CommentStatistics> {
    type Sums = Omit<CommentStatistics, "last_at"> & { readonly last: Date | null };
    const { rows: found } = await sql<Sums>`
      select count(*)::int as total,
        (count(*) filter (where id_parent is null and resolved_at is not null))::int as resolved,
        (count(*) filter (where id_parent is null and resolved_at is null))::int as open,
        (count(id_parent))::int as replies, count(distinct id_user)::int as people, max(created_at) as last
      from video_comments where id_video = ${videoId}`.execute(db);
    const none: Sums = { total: 0, resolved: 0, open: 0, replies: 0, people: 0, last: null };
    const { last, ...sums } = found[0] ?? none;
    return { ...sums, last_at: last?.toISOString() ?? null };
  },
});
