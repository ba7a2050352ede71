import type { Language } from "#contract/languages.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type VoiceRow, voiceLine, voiceNotesOf } from "../../voice-notes/voice-rows.ts";
import { snagLink } from "../links.ts";
import type { SnagSummary } from "../snag-rows.ts";
import type { CommentRow, SnagsRepository } from "../snags.repository.ts";
import { isOverdue, seesSheets, seesVisits } from "../wire.ts";
import type { ReportPlan, ReportSnag, ReportView } from "./snag.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";

export interface ReadOptions {
  readonly db: Database;
  readonly repository: SnagsRepository;
  /** Public address of this server, without a trailing slash. */
  readonly site: string;
  /** The current day on site, `2026-11-21`. */
  readonly today: string;
  readonly language: Language;
}

/** Report data of these rows, limited to the user's rights. */
export async function readSnags(
  rows: readonly SnagSummary[],
  user: SessionUser,
  { db, repository, site, today, language }: ReadOptions,
): Promise<ReportSnag[]> {
  const [rooms, sheets, comments, voices] = await Promise.all([
    roomsOf(db, idsOf(rows, "id_room")),
    sheetsOf(db, idsOf(rows, "id_sheet")),
    repository.comments(rows.map(({ id }) => id)),
    voiceNotesOf(db, { snags: rows.map(({ id }) => id) }),
  ]);
  // A document cannot play a voice note: it is a comment that names it and its page.
  const said = Map.groupBy(
    [
      ...comments.map((row) => ({ id_snag: row.id_snag, comment: commentOf(row) })),
      ...voices.map((row) => ({
        id_snag: row.id_snag,
        comment: voiceOf(row, voiceLine(row, `${site}${snagLink(row.id_snag ?? 0)}`, language)),
      })),
    ].toSorted((a, b) => a.comment.at.getTime() - b.comment.at.getTime()),
    ({ id_snag }) => id_snag,
  );
  return rows.map((row): ReportSnag => {
    const room = rooms.find(({ id }) => id === row.id_room);
    const sheet = sheets.find(({ id }) => id === row.id_sheet);
    return {
      ...factsOf(row),
      isOverdue: isOverdue(row, today),
      view: seesVisits(row, user) ? viewOf(row, room) : null,
      plan: seesSheets(row, user) ? planOf(row, sheet) : null,
      comments: (said.get(row.id) ?? []).map(({ comment }) => comment),
      link: `${site}${linkOf(row, user)}`,
    };
  });
}

const idsOf = (rows: readonly SnagSummary[], name: "id_room" | "id_sheet"): number[] => [
  ...new Set(rows.flatMap((row) => row[name] ?? [])),
];

const roomsOf = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom("rooms as r")
    .leftJoin("pictures as c", (join) =>
      join.onRef("c.sha256", "=", "r.picture_sha256").on("c.state", "=", "ready"),
    )
    .leftJoin("room_positions as t", "t.id_room", "r.id")
    .select([
      "r.id",
      "r.north",
      "c.sha256",
      "c.levels",
      "c.area",
      "c.pose",
      "t.id_sheet",
      "t.x",
      "t.y",
      "t.heading",
    ])
    .where("r.id", "in", ids.length === 0 ? [0] : [...ids])
    .execute();

const sheetsOf = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom("sheets")
    .select(["id", "image", "width_metres"])
    .where("id", "in", ids.length === 0 ? [0] : [...ids])
    .execute();

type Room = Awaited<ReturnType<typeof roomsOf>>[number];
type Sheet = Awaited<ReturnType<typeof sheetsOf>>[number];

function factsOf(row: SnagSummary) {
  const { id, guid, number, title, text, status, priority, trade, due_date, visit, room, photos } = row;
  return {
    id,
    guid,
    number,
    title,
    text,
    status,
    priority,
    trade,
    visit,
    room,
    author: row.author?.name ?? "",
    assignee: row.assignee?.name ?? "",
    invited: row.invited?.name ?? "",
    crew: row.crew?.name ?? "",
    due: due_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    photos: photos.map(({ kind, image }) => ({ kind, image })),
  };
}

function viewOf({ yaw, pitch, fov, id_sheet }: SnagSummary, room: Room | undefined): ReportView | null {
  if (yaw === null || pitch === null || room === undefined) return null;
  const { sha256, levels, area, pose, north, x, y } = room;
  const isHere = room.id_sheet !== null && room.id_sheet === id_sheet;
  return {
    yaw,
    pitch,
    fov,
    north,
    picture:
      sha256 === null || levels === null || levels.length === 0 ? null : { sha256, levels, area, pose },
    heading: isHere ? room.heading : null,
    stands: isHere && x !== null && y !== null ? { x, y } : null,
  };
}

function planOf({ sheet: name, x, y }: SnagSummary, sheet: Sheet | undefined): ReportPlan | null {
  if (sheet === undefined || x === null || y === null) return null;
  return { name, image: sheet.image, widthMetres: sheet.width_metres, x, y };
}

const commentOf = ({ guid, text, author, created_at }: CommentRow) => ({
  guid,
  text,
  author: author?.name ?? "",
  at: created_at,
});

const voiceOf = ({ guid, author, created_at }: VoiceRow, text: string) => ({
  guid,
  text,
  author: author?.name ?? "",
  at: created_at,
});

/** Links into the picture, to the exact point; else to the list of snags. */
function linkOf(row: SnagSummary, user: SessionUser): string {
  const { id, visit_code, id_room, yaw, pitch, fov } = row;
  if (visit_code === null || id_room === null || yaw === null || pitch === null || !seesVisits(row, user))
    return snagLink(id);
  const tenth = (degrees: number) => String(Math.round(degrees * 10) / 10 + 0);
  const query = `yaw=${tenth(yaw)}&pitch=${tenth(pitch)}${fov === null ? "" : `&fov=${tenth(fov)}`}`;
  return `/viewer/${encodeURIComponent(visit_code)}/${id_room}/s${id}?${query}`;
}
