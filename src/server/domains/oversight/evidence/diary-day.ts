import { sql } from "kysely";
import { personJson } from "#server/domains/sites/projects/people.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import { type AttachedPhoto, type AttachedVoice, photoFile, voiceFile } from "./attached-files.ts";
import type { CustodySubject } from "./custody-subjects.ts";
import { deviceJson } from "./device-capture.ts";

interface DayRow {
  /** Of its entries, oldest first. */
  readonly ids: readonly number[];
  readonly authors: string;
  readonly project: string;
}

/** Finds a day of the site diary with the photos and voice notes of all its entries. Throws NOT_FOUND without entries. */
export async function findDiaryDay(db: Database, id_project: number, day: string): Promise<CustodySubject> {
  const { rows } = await sql<DayRow>`
    select array_agg(e.id order by e.id)::float8[] as ids, coalesce(string_agg(${personName("u")}, ', ' order by e.id), '') as authors,
      p.name as project
    from diary_entries e join projects p on p.id = e.id_project left join users u on u.id = e.id_user
    where e.id_project = ${id_project} and e.day = ${day}::date group by p.name`.execute(db);
  const [row] = rows;
  const id = row?.ids[0];
  if (row === undefined || id === undefined) throw new AppError("NOT_FOUND");
  const { ids, authors, project } = row;
  const { rows: photos } = await sql<AttachedPhoto & { readonly thumbnail: string }>`
    select f.id, f.image, f.thumbnail, f.came_sha256, f.came_bytes, f.came_name, f.created_at as received_at,
      ${personJson("u")} as received_by, ${deviceJson("diary_photo", "f.id")} as device
    from diary_photos f join diary_entries e on e.id = f.id_entry left join users u on u.id = e.id_user
    where e.id = any(${ids}::bigint[]) order by f.id`.execute(db);
  const { rows: notes } = await sql<AttachedVoice>`
    select n.id, n.key, n.bytes, n.came_sha256, n.came_name, n.created_at as received_at,
      ${personJson("u")} as received_by, ${deviceJson("diary_voice", "n.id")} as device
    from voice_notes n left join users u on u.id = n.id_user
    where n.id_entry = any(${ids}::bigint[]) and n.deleted_at is null order by n.id`.execute(db);
  return {
    kind: "diary",
    id,
    name: day,
    within: authors,
    id_project,
    project,
    path: `/diary/${id_project}_${day}`,
    thumbnail: photos[0]?.thumbnail ?? null,
    files: [...photos.map(photoFile), ...notes.map(voiceFile)],
    subjects: ids.map((entry) => ({ kind: "diary", id: entry })),
    // All entries of a day are viewed at once.
    seenAs: { kind: "diary", id },
  };
}
