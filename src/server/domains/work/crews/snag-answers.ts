import { sql } from "kysely";
import type { AnswerKind } from "#contract/choices.ts";
import type { SnagAnswer } from "#contract/crews.ts";
import { shownSender } from "#server/domains/work/snags/by-link.ts";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/work/snags/tables.ts";

interface AnswerRow {
  readonly id: number;
  readonly guid: string;
  readonly kind: AnswerKind;
  readonly text: string;
  readonly name: string;
  readonly crew: string;
  readonly sent_to: string;
  readonly device: string;
  readonly is_late: boolean;
  readonly captured_at: Date | null;
  readonly created_at: Date;
  readonly photos: readonly { readonly image: string; readonly thumbnail: string }[];
}

/** Answers to a snag, oldest first. `isWhole`: the reader may see the addresses of crews. */
export async function answersTo(
  db: Database,
  snagId: number,
  { address, isWhole }: { readonly address: (objectKey: string) => string; readonly isWhole: boolean },
): Promise<SnagAnswer[]> {
  const { rows } = await sql<AnswerRow>`
    select w.id, w.guid, w.kind, w.text, w.name, w.crew, w.sent_to, w.device, w.is_late, w.captured_at, w.created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('image', f.image, 'thumbnail', f.thumbnail) order by f.id), '[]')
        from snag_answer_photos f where f.id_answer = w.id) as photos
    from snag_answers w where w.id_snag = ${snagId} order by w.id limit 500`.execute(db);
  return rows.map(({ id, guid, kind, text, device, is_late, ...row }) => ({
    id,
    guid,
    kind,
    text,
    by: shownSender(row, isWhole),
    device,
    photos: row.photos.map(({ image, thumbnail }) => ({
      url: address(image),
      thumbnail: address(thumbnail),
    })),
    is_late,
    created_at: row.created_at.toISOString(),
    captured_at: row.captured_at?.toISOString() ?? null,
  }));
}
