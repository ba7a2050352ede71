import { sql } from "kysely";
import { type Capture, capturedNow, refuseCapture } from "#server/platform/captures.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import { addStep, type SnagRow, type SnagValues, tell } from "./snag-writes.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

/** Fields that are set by one action, with the names under which the history records them. */
const groups = {
  title: { fields: ["title"], steps: ["title"] },
  text: { fields: ["text"], steps: ["text"] },
  status: { fields: ["status"], steps: ["status"] },
  priority: { fields: ["priority"], steps: ["priority"] },
  trade: { fields: ["trade"], steps: ["trade"] },
  due_date: { fields: ["due_date"], steps: ["due_date"] },
  assignee: { fields: ["id_assignee", "id_invitation"], steps: ["assignee"] },
  crew: { fields: ["id_crew"], steps: ["crew"] },
  place: { fields: ["id_sheet", "x", "y"], steps: ["sheet", "place"] },
  direction: { fields: ["id_room", "yaw", "pitch"], steps: ["room", "direction"] },
} as const satisfies Record<
  string,
  { readonly fields: readonly (keyof SnagValues)[]; readonly steps: readonly string[] }
>;

type Group = keyof typeof groups;

/** Values with which a change began, as sent. */
export type Began = { readonly [K in keyof SnagValues]?: SnagValues[K] | undefined };

/** Fields that a form sends as they were are no changes. */
export const changedSince = <T extends object>(sent: T, from: Began): T =>
  Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => !(field in from) || from[field as keyof Began] !== value),
  ) as T;

/**
 * The first group of fields that another change has reached since `from`, and that `wanted` would set to something else;
 * undefined when everything can be merged.
 */
function conflictIn(before: SnagRow, wanted: Partial<SnagValues>, from: Began): Group | undefined {
  return (Object.keys(groups) as Group[]).find((name) => {
    const { fields } = groups[name];
    // Its position was that of its room: there was nothing to overwrite.
    if (name === "place" && before.id_sheet === null) return false;
    const isMoved = fields.some((field) => from[field] !== undefined && from[field] !== before[field]);
    const isOther = fields.some((field) => wanted[field] !== undefined && wanted[field] !== before[field]);
    return isMoved && isOther;
  });
}

/**
 * Returns CONFLICT for the first field that was changed since a change began: with the value that stands, who set it and
 * when. What a device sent is written to the history, at the first time. The error is to be thrown after the commit.
 */
export async function refuseOverwriting(
  trx: Trx,
  before: SnagRow,
  { wanted, from }: { readonly wanted: Partial<SnagValues>; readonly from: Began },
  { user, capture }: { readonly user: { readonly id: number }; readonly capture?: Capture | undefined },
): Promise<AppError | undefined> {
  const group = conflictIn(before, wanted, from);
  if (group === undefined) return undefined;
  const { fields, steps } = groups[group];
  const told = await tell(trx, before, { ...before, ...wanted });
  const changes = told.filter(({ field }) => steps.some((step) => step === field));
  if (capture !== undefined && (await refuseCapture(trx, capture))) {
    const doing = { id_user: user.id, action: "not_applied", captured_at: capturedNow(capture) } as const;
    await addStep(trx, before.id, doing, changes);
  }
  const last = await lastChange(trx, before.id, steps);
  return new AppError("CONFLICT", {
    values: {
      field: group,
      now: JSON.stringify(Object.fromEntries(fields.map((field) => [field, before[field]]))),
      shown: changes.map(({ from: stands }) => stands ?? "").join(", "),
      sent: changes.map(({ to }) => to ?? "").join(", "),
      by: last?.name ?? "",
      at: (last?.created_at ?? before.updated_at).toISOString(),
    },
  });
}

const lastChange = (trx: Trx, id_snag: number, fields: readonly string[]) =>
  trx
    .selectFrom("snag_steps as e")
    .leftJoin("users as u", "u.id", "e.id_user")
    .select(["e.created_at", personName("u").as("name")])
    .where("e.id_snag", "=", id_snag)
    .where("e.action", "in", ["changed", "imported", "answered"])
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(e.changes) c where c ->> 'field' = any (${fields}))`,
    )
    .orderBy("e.id", "desc")
    .executeTakeFirst();
