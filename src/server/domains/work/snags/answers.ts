import { sql } from "kysely";
import type { AnswerKind, SnagStatus } from "#contract/choices.ts";
import { crewLimits } from "#contract/crews.limits.ts";
import { limits } from "#contract/limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { capturedNow } from "#server/platform/captures.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import { linkName, maskAddress } from "./by-link.ts";
import { insertPhoto } from "./photos.repository.ts";
import type { createSnagPhotos } from "./photos.service.ts";
import type { SnagNews } from "./snag-news.ts";
import { holdSnag, type SnagRow, updateSnag } from "./snag-writes.ts";
import type { SnagService } from "./snags.service.ts";
import type { LinkSender } from "./tables.ts";
import "./tables.ts";

/** The person of a link, and what their crew's answers are recorded as. */
export interface LinkAuthor extends LinkSender {
  readonly id_link: number;
  readonly id_person: number;
  readonly id_crew: number;
  readonly id_project: number;
  /** Network address of the call. */
  readonly address: string;
}

export interface LinkAnswer {
  /** Chosen by the page: a repeat changes nothing. */
  readonly guid: string;
  readonly kind: AnswerKind;
  readonly text: string;
  /** Guids of photos that were sent before. */
  readonly photos: readonly string[];
  readonly device: string;
  readonly captured_at?: string | undefined;
  readonly clock_offset?: number | undefined;
}

export interface AnswersOptions {
  readonly db: Database;
  readonly news: Pick<SnagNews, "answered">;
  readonly announce: SnagService["announce"];
  readonly photos: Pick<ReturnType<typeof createSnagPhotos>, "keep">;
}

const statusOf = {
  started: "in_work",
  done: "ready",
  disputed: "disputed",
} as const satisfies Record<AnswerKind, SnagStatus>;

/** Answers to snags by the links of crews, whose people have no account. */
export function createSnagAnswers({ db, news, announce, photos }: AnswersOptions) {
  return {
    /**
     * Records an answer once. Throws NOT_FOUND for a snag of another crew or project, and for a guid of someone else;
     * ANSWER_CLOSED for a closed snag, unless the answer was given before that.
     */
    answer: (snagId: number, answer: LinkAnswer, author: LinkAuthor): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await holdSnag(trx, snagId);
        assertOwn(before, author);
        const added = await insertAnswer(trx, before, answer, author);
        if (added === null) return;
        const { id, is_late } = added;
        await attach(trx, before, { id, ...answer }, author);
        const { name, crew, sent_to } = author;
        const by_link = { name, crew, sent_to };
        const wanted = is_late ? {} : { status: statusOf[answer.kind] };
        const said = [
          { field: "answer", from: null, to: answer.kind },
          ...(answer.text === "" ? [] : [{ field: "reason", from: null, to: answer.text }]),
        ];
        const doing = {
          id_user: null,
          action: "answered",
          by_link,
          captured_at: capturedNow(answer),
        } as const;
        await updateSnag(trx, before, wanted, doing, said);
        if (answer.kind === "disputed" && !is_late)
          await trx.updateTable("snags").set({ dispute: answer.text }).where("id", "=", snagId).execute();
        await announce(trx, [before]);
        await recordAnswer(trx, before, answer, author);
        await news.answered(trx, answer.kind, before, { name: linkName(name), crew });
      }),

    /** Stores a photo for an answer that follows, once. Returns the key of its thumbnail. */
    async keepPhoto(snagId: number, guid: string, file: UploadedFile, author: LinkAuthor): Promise<string> {
      const known = await photoOf(db, guid);
      if (known === undefined) {
        const { filename: _filename, ...kept } = await photos.keep(file);
        await db.transaction().execute(async (trx) => {
          const snag = await holdSnag(trx, snagId);
          assertOwn(snag, author);
          await trx
            .insertInto("snag_answer_photos")
            .values({ ...kept, guid, id_snag: snagId, id_link: author.id_link })
            .onConflict((conflict) => conflict.column("guid").doNothing())
            .execute();
        });
      }
      const photo = known ?? (await photoOf(db, guid));
      if (photo === undefined || photo.id_link !== author.id_link || photo.id_snag !== snagId)
        throw new AppError("NOT_FOUND");
      return photo.thumbnail;
    },
  };
}

export type SnagAnswers = ReturnType<typeof createSnagAnswers>;

const photoOf = (db: Database, guid: string) =>
  db
    .selectFrom("snag_answer_photos")
    .select(["id_link", "id_snag", "thumbnail"])
    .where("guid", "=", guid)
    .executeTakeFirst();

/** A link shows the snags of its crew in its project: any other does not exist for it. */
function assertOwn(snag: SnagRow, author: Pick<LinkAuthor, "id_crew" | "id_project">): void {
  if (snag.id_crew !== author.id_crew || snag.id_project !== author.id_project)
    throw new AppError("NOT_FOUND");
}

/** Null for a repeat. */
async function insertAnswer(
  trx: Trx,
  snag: SnagRow,
  { guid, kind, text, device, ...capture }: LinkAnswer,
  { id_person, id_crew, name, crew, sent_to }: LinkAuthor,
): Promise<{ readonly id: number; readonly is_late: boolean } | null> {
  const { rows } = await sql<{ id: number; is_late: boolean; at: Date | null }>`
    insert into snag_answers (guid, id_snag, id_person, id_crew, kind, text, name, crew, sent_to, device, is_late,
      captured_at)
    values (${guid}, ${snag.id}, ${id_person}, ${id_crew}, ${kind}, ${text}, ${name}, ${crew}, ${sent_to}, ${device},
      ${snag.status === "closed"}, ${capturedNow(capture)})
    on conflict (guid) do nothing
    returning id, is_late, captured_at as at`.execute(trx);
  const [row] = rows;
  if (row === undefined) {
    const known = await trx
      .selectFrom("snag_answers")
      .select(["id_person", "id_snag"])
      .where("guid", "=", guid)
      .executeTakeFirst();
    if (known?.id_person !== id_person || known.id_snag !== snag.id) throw new AppError("NOT_FOUND");
    return null;
  }
  const isBefore = row.at !== null && snag.closed_at !== null && row.at < snag.closed_at;
  if (row.is_late && !isBefore) throw new AppError("ANSWER_CLOSED");
  const { count } = await trx
    .selectFrom("snag_answers")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("id_snag", "=", snag.id)
    .executeTakeFirstOrThrow();
  const n = crewLimits.answersPerSnag;
  if (count > n) throw new AppError("ANSWERS_FULL", { values: { n } });
  return row;
}

/** The photos of an answer become photos of the snag, as far as it has room; the answer keeps all of them. */
async function attach(
  trx: Trx,
  snag: SnagRow,
  { id, kind, photos }: { readonly id: number } & Pick<LinkAnswer, "kind" | "photos">,
  { id_link }: LinkAuthor,
): Promise<void> {
  const wanted = [...new Set(photos)];
  if (wanted.length === 0) return;
  const found = await trx
    .selectFrom("snag_answer_photos")
    .select(["id", "image", "thumbnail", "came_sha256", "came_bytes", "came_name"])
    .where("guid", "in", wanted)
    .where("id_link", "=", id_link)
    .where("id_snag", "=", snag.id)
    .where("id_answer", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (found.length !== wanted.length)
    throw new AppError("VALIDATION", { fields: { photos: ["crews.photo_unknown"] } });
  const { count } = await trx
    .selectFrom("snag_photos")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("id_snag", "=", snag.id)
    .executeTakeFirstOrThrow();
  const room = Math.max(0, limits.snag.photos - count);
  for (const [at, { id: id_own, ...photo }] of found.entries()) {
    const id_photo =
      at < room
        ? await insertPhoto(trx, {
            ...photo,
            filename: `${newCode(24)}.webp`,
            kind: kind === "done" ? "after" : "before",
            id_snag: snag.id,
            id_project: snag.id_project,
            id_visit: snag.id_visit,
            id_user: null,
          })
        : null;
    await trx
      .updateTable("snag_answer_photos")
      .set({ id_answer: id, id_photo })
      .where("id", "=", id_own)
      .execute();
  }
}

/** The log holds the address in part: more people read it than may see the crew's addresses. */
const recordAnswer = (trx: Trx, snag: SnagRow, { kind }: LinkAnswer, author: LinkAuthor): Promise<void> =>
  recordActivity(trx, {
    id_user: null,
    action: "snag.answered",
    subject: { kind: "snag", id: snag.id, name: snag.title },
    id_project: snag.id_project,
    details: {
      number: String(snag.number),
      answer: kind,
      person: linkName(author.name),
      crew: author.crew,
      sent_to: maskAddress(author.sent_to),
    },
    address: author.address,
  });

/** Deletes photos whose answer never came. */
export async function pruneAnswerPhotos(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * 86_400_000);
  await db
    .deleteFrom("snag_answer_photos")
    .where("id_answer", "is", null)
    .where("created_at", "<", before)
    .execute();
}
