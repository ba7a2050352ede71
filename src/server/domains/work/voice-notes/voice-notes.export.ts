import { sql } from "kysely";
import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { lengthText, typeOf, voiceNotesOf, voiceWords } from "./voice-rows.ts";

/** Export part: every voice note as a file, with its snag or its day, its length and its accepted text. */
export function voiceNotesExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "voice_notes",
    needs: "snags.view",
    async estimate({ project }) {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(bytes), 0)::float8 as bytes from voice_notes
        where id_project = ${project.id} and deleted_at is null`.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    async read({ project, language }, paths) {
      const say = voiceWords[language].export;
      const owners = await ownersOf(db, project.id);
      const notes = (await voiceNotesOf(db, { project: project.id })).map((row) => {
        const { snag = "", day = "" } = owners.get(row.id) ?? {};
        const name = snag === "" ? day : snag;
        const ending = row.key.endsWith(".weba") ? ".weba" : ".m4a";
        return { ...row, snag, day, file: paths.file("voice", `${name} ${row.id}`, String(row.id), ending) };
      });
      return {
        facts: notes.map((note) => ({
          guid: note.guid,
          file: note.file,
          snag: note.snag,
          day: note.day,
          author: note.author?.name ?? "",
          type: typeOf(note.key),
          seconds: note.seconds,
          recorded_at: note.recorded_at?.toISOString() ?? null,
          created_at: note.created_at.toISOString(),
          sha256_uploaded: note.came_sha256,
          transcript: note.transcript,
          transcript_state: note.state,
        })),
        tables: [
          {
            name: "voice-notes",
            columns: [say.snag, say.day, say.author, say.length, say.created, say.transcript, say.file],
            rows: notes.map((note) => [
              note.snag,
              note.day,
              note.author?.name ?? "",
              lengthText(note.seconds),
              note.created_at,
              // An unchecked machine text is no record of the project.
              note.state === "accepted" ? note.transcript : "",
              note.file,
            ]),
          },
        ],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { file, key, created_at } of notes)
            yield {
              path: file,
              modifiedAt: created_at,
              isPacked: true,
              open: async () => (await archive.keptFile(key))?.open(),
            };
        },
      };
    },
  };
}

/** `012 Cracked tile` or a day, by note. */
async function ownersOf(db: Database, projectId: number) {
  const { rows } = await sql<{ id: number; snag: string; day: string }>`
    select n.id, coalesce(lpad(s.number::text, greatest(3, length(s.number::text)), '0') || ' ' || left(s.title, 40), '') as snag,
      coalesce(to_char(e.day, 'YYYY-MM-DD'), '') as day
    from voice_notes n left join snags s on s.id = n.id_snag left join diary_entries e on e.id = n.id_entry
    where n.id_project = ${projectId}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
