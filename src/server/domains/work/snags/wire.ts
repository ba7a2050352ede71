import type { Snag, SnagComment, SnagPhoto, SnagStep } from "#contract/snags.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Pictures } from "#server/media/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { shownSender } from "./by-link.ts";
import type { SnagPhotoRow, SnagSummary } from "./snag-rows.ts";
import { snagFlags } from "./snags.policy.ts";
import type { CommentRow, StepRow } from "./snags.repository.ts";

export interface SnagWire {
  readonly pictures: Pick<Pictures, "thumbnail">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** The current day in a time zone, `2026-11-21`. */
  readonly today: (zone: string) => string;
}

/** Name, link and pictures of a visit are for users who may see visits; the room's name gives the snag's position. */
export const seesVisits = ({ grants }: Pick<SnagSummary, "grants">, user: SessionUser): boolean =>
  user.super_admin || grants?.includes("visits.view") === true;
export const seesSheets = ({ grants }: Pick<SnagSummary, "grants">, user: SessionUser): boolean =>
  user.super_admin || grants?.includes("sheets.view") === true;

/** Open past its due date. */
export const isOverdue = ({ due_date, status }: Pick<SnagSummary, "due_date" | "status">, today: string) =>
  due_date !== null && due_date < today && status !== "closed";

export function wireSnag(row: SnagSummary, user: SessionUser, wire: SnagWire): Snag {
  const { id, number, guid, id_project, project, title, text, status, priority, trade, version } = row;
  const { id_visit, visit, id_room, room, yaw, pitch, fov, id_sheet, sheet, x, y, due_date } = row;
  const mayWalk = seesVisits(row, user);
  return {
    id,
    id_annotation: id,
    number,
    guid,
    id_project,
    project,
    id_visit,
    visit,
    visit_code: mayWalk ? row.visit_code : null,
    id_room,
    room,
    title,
    text,
    status,
    priority,
    trade,
    assignee: row.assignee === null ? null : wirePerson(row.assignee, wire.address),
    invited: row.invited,
    crew: row.crew,
    dispute: status === "disputed" ? row.dispute : "",
    due_date,
    is_overdue: isOverdue(row, wire.today(row.time_zone)),
    yaw,
    pitch,
    fov,
    id_sheet,
    sheet,
    x,
    y,
    thumbnail: mayWalk && row.picture_sha256 !== null ? wire.pictures.thumbnail(row.picture_sha256) : null,
    author: row.author === null ? null : wirePerson(row.author, wire.address),
    photos: row.photos.map((photo) => wirePhoto(photo, wire.address)),
    comment_count: row.comment_count,
    version,
    created_at: row.created_at.toISOString(),
    captured_at: row.captured_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    can: snagFlags(row, user),
  };
}

export const wirePhoto = (
  { filename, kind, image, thumbnail, author, created_at, captured_at }: Omit<SnagPhotoRow, "id" | "id_user">,
  address: SnagWire["address"],
): SnagPhoto => ({
  filename,
  kind,
  url: address(image),
  thumbnail: address(thumbnail),
  author,
  created_at: new Date(created_at).toISOString(),
  captured_at: captured_at === null ? null : new Date(captured_at).toISOString(),
});

/** Users who may change everything about the snag may also delete other users' comments. */
export const wireComment = (
  { id, text, id_user, author, created_at, captured_at }: CommentRow,
  user: SessionUser,
  can: { readonly edit: boolean; readonly comment: boolean },
  address: SnagWire["address"],
): SnagComment => ({
  id,
  text,
  author: author === null ? null : wirePerson(author, address),
  created_at: created_at.toISOString(),
  captured_at: captured_at?.toISOString() ?? null,
  can: { delete: can.edit || (can.comment && id_user === user.id) },
});

/** `isWhole`: the reader may see the addresses of crews. */
export const wireStep = (
  { id, action, changes, author, by_link, created_at, captured_at }: StepRow,
  address: SnagWire["address"],
  isWhole: boolean,
): SnagStep => ({
  id,
  action: action as SnagStep["action"],
  changes,
  author: author === null ? null : wirePerson(author, address),
  by_link: by_link === null ? null : shownSender(by_link, isWhole),
  created_at: created_at.toISOString(),
  captured_at: captured_at?.toISOString() ?? null,
});
