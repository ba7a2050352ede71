import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { SnagStep } from "#contract/snags.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import { invitedName } from "./invited-assignees.ts";
import type { LinkSender, SnagsTable } from "./tables.ts";
import "./tables.ts";

export type SnagRow = Selectable<SnagsTable>;
export type Change = SnagStep["changes"][number];

/**
 * Editable fields of a snag. That its room, floor plan and assignee belong to the project is checked before
 * (`snag-position.ts`).
 */
export type SnagValues = Pick<
  SnagRow,
  | "title"
  | "text"
  | "status"
  | "priority"
  | "trade"
  | "id_assignee"
  | "id_invitation"
  | "id_crew"
  | "due_date"
  | "id_visit"
  | "id_room"
  | "yaw"
  | "pitch"
  | "fov"
  | "id_sheet"
  | "x"
  | "y"
>;

/** The acting user, and the action's name in the history. */
export interface Doing {
  /** Null for an answer by a link. */
  readonly id_user: number | null;
  readonly by_link?: LinkSender | undefined;
  readonly action: SnagStep["action"];
  /** Name of the external tool in which it was done; recorded among the changes of the step. */
  readonly via?: string | undefined;
  /** When it was done on a device. */
  readonly captured_at?: RawBuilder<Date | null> | undefined;
}

/** Returns the current row, locked until the transaction ends. Throws NOT_FOUND when it was deleted. */
export async function holdSnag(trx: Trx, id: number): Promise<SnagRow> {
  const row = await trx.selectFrom("snags").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/**
 * Inserts a snag with the project's next number and the first step of its history. The project's row is locked, so that
 * no number is used twice. `guid` and `created_at` for one that was created elsewhere. Throws SNAGS_FULL.
 */
export async function insertSnag(
  trx: Trx,
  projectId: number,
  values: Partial<SnagValues> &
    Pick<SnagValues, "title"> &
    Partial<Pick<Insertable<SnagsTable>, "guid" | "created_at">>,
  { id_user, action, captured_at }: Doing,
): Promise<{ id: number; number: number }> {
  const { snag_count: number } = await trx
    .updateTable("projects")
    .set({ snag_count: sql`snag_count + 1` })
    .where("id", "=", projectId)
    .returning("snag_count")
    .executeTakeFirstOrThrow();
  if (number > limits.snag.perProject) await refuseWhenFull(trx, projectId);
  const closed = values.status === "closed" ? { closed_at: sql<Date>`now()` } : {};
  const { id } = await trx
    .insertInto("snags")
    .values({ ...values, ...closed, id_project: projectId, number, id_user })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addStep(trx, id, { id_user, action, captured_at });
  return { id, number };
}

/** Numbers of deleted snags are not reused, but do not count towards the limit. */
async function refuseWhenFull(trx: Trx, projectId: number): Promise<void> {
  const { count } = await trx
    .selectFrom("snags")
    .select(sql<number>`count(*)`.as("count"))
    .where("id_project", "=", projectId)
    .executeTakeFirstOrThrow();
  const n = limits.snag.perProject;
  if (count >= n) throw new AppError("SNAGS_FULL", { values: { n } });
}

/**
 * Updates the fields that differ and writes them to the history in readable form. `before` is from `holdSnag`. Returns
 * what changed; writes nothing when nothing did. `said`: further lines of the same step, which is then written in any
 * case.
 */
export async function updateSnag(
  trx: Trx,
  before: SnagRow,
  wanted: Partial<SnagValues>,
  { via, ...doing }: Doing,
  said: readonly Change[] = [],
): Promise<Change[]> {
  const entries = Object.entries(wanted) as [keyof SnagValues, SnagRow[keyof SnagValues] | undefined][];
  const different = entries.filter(([field, value]) => value !== undefined && value !== before[field]);
  if (different.length === 0) {
    if (said.length > 0) await addStep(trx, before.id, doing, said);
    if (said.length > 0) await touchSnag(trx, before.id);
    return [];
  }
  const values = Object.fromEntries(different) as Partial<SnagValues>;
  const changes = await tell(trx, before, { ...before, ...values });
  await trx
    .updateTable("snags")
    .set({
      ...values,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      // The reason of a crew belongs to the status that its answer set.
      ...(values.status !== undefined && {
        closed_at: values.status === "closed" ? sql`now()` : null,
        dispute: "",
      }),
      // A new date has no reminders yet.
      ...(values.due_date !== undefined && { reminded: sql`'{}'` }),
    })
    .where("id", "=", before.id)
    .execute();
  const told = [...changes, ...said, ...(via === undefined ? [] : [{ field: "via", from: null, to: via }])];
  await addStep(trx, before.id, doing, told);
  return changes;
}

export async function addStep(
  trx: Trx,
  id_snag: number,
  { id_user, action, by_link, captured_at = sql<null>`null::timestamptz` }: Doing,
  changes: readonly Change[] = [],
): Promise<void> {
  await trx
    .insertInto("snag_steps")
    .values({
      id_snag,
      id_user,
      action,
      captured_at,
      changes: JSON.stringify(changes),
      ...(by_link !== undefined && { by_link: JSON.stringify(by_link) }),
    })
    .execute();
}

/** Something was added to or removed from it: it counts as changed, also for users who have it open. */
export async function touchSnag(trx: Trx, id: number): Promise<void> {
  await trx.updateTable("snags").set({ updated_at: sql`now()` }).where("id", "=", id).execute();
}

/**
 * Values before and after. Statuses and priorities are the values of the contract, which every page translates; users,
 * rooms and floor plans are stored by name, because they may be deleted when the history is read.
 */
export async function tell(trx: Trx, before: SnagRow, after: SnagRow): Promise<Change[]> {
  const plain = (["title", "text", "status", "priority", "trade", "due_date"] as const).map((field) => ({
    field: field as string,
    from: before[field] === "" ? null : before[field],
    to: after[field] === "" ? null : after[field],
  }));
  const named = [
    await assigneeChange(trx, before, after),
    await crewChange(trx, before.id_crew, after.id_crew),
    await nameChange(trx, "room", before.id_room, after.id_room),
    await nameChange(trx, "sheet", before.id_sheet, after.id_sheet),
  ];
  const places = [
    { field: "direction", from: direction(before), to: direction(after) },
    { field: "place", from: place(before), to: place(after) },
  ];
  return [...plain, ...named, ...places].filter(({ from, to }) => from !== to);
}

type Assigned = Pick<SnagRow, "id_assignee" | "id_invitation">;

async function assigneeChange(trx: Trx, before: Assigned, after: Assigned): Promise<Change> {
  const field = "assignee";
  if (before.id_assignee === after.id_assignee && before.id_invitation === after.id_invitation)
    return { field, from: null, to: null };
  const name = async ({ id_assignee, id_invitation }: Assigned) =>
    id_invitation === null ? nameOf(trx, field, id_assignee) : invitedName(trx, id_invitation);
  return { field, from: await name(before), to: await name(after) };
}

async function crewChange(trx: Trx, from: number | null, to: number | null): Promise<Change> {
  const field = "crew";
  if (from === to) return { field, from: null, to: null };
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from crews where id = any (${[from, to]}::bigint[])`.execute(trx);
  const nameOfCrew = (id: number | null) => rows.find((crew) => crew.id === id)?.name ?? null;
  return { field, from: nameOfCrew(from), to: nameOfCrew(to) };
}

async function nameChange(
  trx: Trx,
  field: "room" | "sheet",
  from: number | null,
  to: number | null,
): Promise<Change> {
  if (from === to) return { field, from: null, to: null };
  return { field, from: await nameOf(trx, field, from), to: await nameOf(trx, field, to) };
}

async function nameOf(
  db: Database | Trx,
  field: "assignee" | "room" | "sheet",
  id: number | null,
): Promise<string | null> {
  if (id === null) return null;
  const row =
    field === "assignee"
      ? await db
          .selectFrom("users")
          .select(personName("users").as("name"))
          .where("id", "=", id)
          .executeTakeFirst()
      : await db
          .selectFrom(field === "room" ? "rooms" : "sheets")
          .select("name")
          .where("id", "=", id)
          .executeTakeFirst();
  return row?.name ?? null;
}

/** Degrees to the right and upwards, `12°, -20°`. */
const direction = ({ yaw, pitch }: SnagRow): string | null =>
  yaw === null || pitch === null ? null : `${round(yaw)}°, ${round(pitch)}°`;
/** Relative to the floor plan's width and height, `25%, 50%`. */
const place = ({ x, y }: SnagRow): string | null =>
  x === null || y === null ? null : `${round(x * 100)}%, ${round(y * 100)}%`;
const round = (value: number): number => Math.round(value * 10) / 10;
