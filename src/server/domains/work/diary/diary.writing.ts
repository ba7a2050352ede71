import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import type { DiaryFields, diaryApi } from "#contract/diary.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { claimCapture, refuseCapture, settleCapture, splitCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { closedNotice, pageOf } from "./diary.drafts.ts";
import { changesBetween, fieldTexts } from "./diary.report.ts";
import { type DiaryRow, holdOwn, stored, tidy } from "./diary.repository.ts";
import { refused } from "./diary.weather.ts";

export interface Writing {
  readonly subject: { readonly id: number; readonly name: string };
  readonly day: string;
  readonly body: z.output<(typeof diaryApi)["PUT /api/projects/{id}/diary/{day}"]["body"]>;
  readonly user: SessionUser;
  readonly address: string;
}

interface Options {
  readonly db: Database;
  readonly notices: Notices;
}

/**
 * Writes the caller's own entry: a draft, its closing, or a correction; once for each capture. Throws CONFLICT and
 * VALIDATION.
 */
export async function writeEntry({ db, notices }: Options, writing: Writing): Promise<void> {
  const { subject, day, user } = writing;
  const [capture, body] = splitCapture(writing.body);
  const doing = { id_user: user.id, kind: "diary_change" } as const;
  const conflict = await db.transaction().execute(async (trx) => {
    if (capture !== undefined && (await claimCapture(trx, capture, doing)) !== null) return undefined;
    const before = await holdOwn(trx, { id_project: subject.id, id_user: user.id, day });
    const { from, ...rest } = body;
    const sent = from === undefined ? rest : { ...rest, ...merged(before, rest, tidy(from)) };
    const field = from === undefined ? undefined : conflictIn(before, tidy(sent), tidy(from));
    if (field !== undefined) {
      // Returned instead of thrown: what was sent is kept.
      const isFirst = capture !== undefined && (await refuseCapture(trx, capture));
      return refuse(trx, { before, sent: tidy(sent), field, user, isFirst });
    }
    await writeFields({ trx, notices }, { ...writing, body: sent }, before);
    if (capture !== undefined) await settleCapture(trx, capture, before.id);
    return undefined;
  });
  if (conflict !== undefined) throw conflict;
}

const linked = ["snags", "visits"] as const;

type Sent = Partial<{ [K in keyof DiaryFields]: DiaryFields[K] | undefined }>;

/**
 * Fields that a form sends as they were are no changes. Links to snags and visits only add: those of both devices stay.
 */
function merged(before: DiaryRow, sent: Sent, from: Partial<DiaryFields>): Sent {
  const tidied = tidy(sent);
  const same = (Object.keys(from) as (keyof DiaryFields)[]).filter((field) =>
    isDeepStrictEqual(tidied[field], from[field]),
  );
  const links = linked.filter((field) => tidied[field] !== undefined && from[field] !== undefined);
  return {
    ...Object.fromEntries(
      links.map((field) => {
        const removed = from[field]?.filter((id) => tidied[field]?.includes(id) === false) ?? [];
        const all = new Set([...before[field], ...(tidied[field] ?? [])]);
        return [field, [...all].filter((id) => !removed.includes(id))];
      }),
    ),
    ...Object.fromEntries(same.map((field) => [field, undefined])),
  };
}

/** The first field that has another value than at the beginning of the change, and would get a third one. */
const conflictIn = (before: DiaryRow, sent: Partial<DiaryFields>, from: Partial<DiaryFields>) =>
  (Object.keys(from) as (keyof DiaryFields)[]).find(
    (field) =>
      !linked.some((links) => links === field) &&
      sent[field] !== undefined &&
      !isDeepStrictEqual(before[field], from[field]) &&
      !isDeepStrictEqual(before[field], sent[field]),
  );

async function refuse(
  trx: Trx,
  {
    before,
    sent,
    field,
    user,
    isFirst,
  }: {
    before: DiaryRow;
    sent: Partial<DiaryFields>;
    field: keyof DiaryFields;
    user: SessionUser;
    isFirst: boolean;
  },
): Promise<AppError> {
  const changes = changesBetween(
    fieldTexts(before, user.language),
    fieldTexts({ ...before, [field]: sent[field] }, user.language),
  );
  if (isFirst)
    await trx
      .insertInto("diary_corrections")
      .values({
        id_entry: before.id,
        id_user: user.id,
        reason: "",
        is_applied: false,
        changes: JSON.stringify(changes),
      })
      .execute();
  const [change] = changes;
  return new AppError("CONFLICT", {
    values: {
      field,
      now: JSON.stringify({ [field]: before[field] }),
      shown: change?.from ?? "",
      sent: change?.to ?? "",
      // The entry is the caller's own: it was another device of theirs.
      by: "",
      at: before.updated_at.toISOString(),
    },
  });
}

/** Writes an entry that is locked, within a transaction. Throws CONFLICT and VALIDATION. */
export async function writeFields(
  { trx, notices }: { trx: Trx; notices: Notices },
  { subject, day, body, user, address }: Writing,
  before: DiaryRow,
): Promise<void> {
  const { close = false, correction, version, ...sent } = body;
  if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
  const isClosed = before.closed_at !== null;
  if (isClosed && correction === undefined) throw refused("correction", "diary.correction_required");
  const after = { ...before, ...tidy(sent) };
  const isClosing = close && !isClosed;
  const changes = changesBetween(fieldTexts(before, user.language), fieldTexts(after, user.language));
  if (isClosed && changes.length === 0) return;
  await trx
    .updateTable("diary_entries")
    .set({
      ...stored(tidy(sent)),
      version: before.version + 1,
      updated_at: sql`now()`,
      ...(isClosing && { closed_at: sql`now()` }),
    })
    .where("id", "=", before.id)
    .execute();
  if (isClosed)
    await trx
      .insertInto("diary_corrections")
      .values({
        id_entry: before.id,
        id_user: user.id,
        reason: correction ?? "",
        changes: JSON.stringify(changes),
      })
      .execute();
  if (!isClosing && !isClosed) return;
  await recordActivity(trx, {
    id_user: user.id,
    action: isClosing ? "diary.closed" : "diary.corrected",
    subject: { kind: "diary", id: before.id, name: day },
    changed: isClosing ? [] : changes.map(({ field }) => field),
    id_project: subject.id,
    address,
  });
  if (isClosing)
    await notices.notify(trx, {
      to: sql<number>`select id_user from project_members where id_project = ${subject.id} and 'snags.view' = any (grants)`,
      by: user.id,
      sort: closedNotice,
      values: { day, project: subject.name },
      link: pageOf(subject.id, day),
      fold: `diary ${subject.id} ${day}`,
    });
}
