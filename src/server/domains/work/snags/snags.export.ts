import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/snags.json" with { type: "json" };
import en from "#i18n/en/work/snags.json" with { type: "json" };
import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import type { ExportPaths } from "#server/domains/sites/exports/paths.ts";
import { wordsIn } from "#server/domains/sites/exports/words.ts";
import type { Archive } from "#server/media/index.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/database.ts";
import { fillText } from "#server/platform/mail/text.ts";
import { personName } from "#server/platform/person-name.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import { linkName, shownSender } from "./by-link.ts";
import { invitedOf } from "./invited-assignees.ts";
import "./tables.ts";

/** Approximate size of a picture of a snag, stored as WebP. */
const USUAL_BYTES = 250_000;

const words = { en, ar } satisfies Record<Language, object>;

/** Export part: every snag with its comments, history and pictures. */
export function snagsExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "snags",
    needs: "snags.view",
    async estimate({ project }) {
      const { count } = await photosOf(db, project.id)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count * USUAL_BYTES;
    },
    async read({ project, holds, language }, paths) {
      const mayWalk = holds.includes("visits.view");
      const [rows, photos, comments, steps] = await Promise.all([
        snagsOf(db, project.id),
        photosOf(db, project.id)
          .leftJoin("users as u", "u.id", "f.id_user")
          .select(["f.id_snag", "f.kind", "f.image", "f.created_at", personName("u").as("author")])
          .orderBy("f.id")
          .execute(),
        commentsOf(db, project.id),
        stepsOf(db, project.id),
      ]);
      // The visit's name is for users who see visits; the room gives the position.
      const snags = rows.map(({ invited, ...row }) => ({
        ...row,
        visit: mayWalk ? row.visit : "",
        invited: invited?.name ?? "",
      }));
      const named = nameFiles(snags, photos, paths);
      const [filesBySnag, commentsBySnag, stepsBySnag] = [grouped(named), grouped(comments), grouped(steps)];
      return {
        facts: snags.map(({ id, ...snag }) => ({
          id,
          ...snag,
          photos: (filesBySnag.get(id) ?? []).map(({ file, kind, author, created_at }) => ({
            file,
            kind,
            author,
            created_at: created_at.toISOString(),
          })),
          comments: (commentsBySnag.get(id) ?? []).map(({ text, author, created_at }) => ({
            text,
            author,
            created_at,
          })),
          history: (stepsBySnag.get(id) ?? []).map(({ action, changes, author, by_link, created_at }) => ({
            action,
            changes,
            author: author ?? (by_link === null ? null : linkName(by_link.name)),
            // Addresses of crews are for those who manage the team.
            by_link: by_link === null ? null : shownSender(by_link, holds.includes("team.edit")),
            created_at,
          })),
        })),
        tables: [table(language, snags, filesBySnag)],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { file, image, created_at } of named)
            yield {
              path: file,
              modifiedAt: created_at,
              isPacked: true,
              open: async () => (await archive.keptFile(image))?.open(),
            };
        },
      };
    },
  };
}

/** Like `SnagSummary`, for a user who may see all snags of the project. */
const snagsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("snags as s")
    .leftJoin("visits as v", "v.id", "s.id_visit")
    .leftJoin("rooms as r", "r.id", "s.id_room")
    .leftJoin("room_positions as t", "t.id_room", "s.id_room")
    .leftJoin("sheets as h", (join) => join.on("h.id", "=", sql`coalesce(s.id_sheet, t.id_sheet)`))
    .leftJoin("users as a", "a.id", "s.id_assignee")
    .leftJoin("users as u", "u.id", "s.id_user")
    .select(["s.id", "s.number", "s.guid", "s.title", "s.text", "s.status", "s.priority", "s.trade"])
    .select([
      personName("a").as("assignee"),
      invitedOf.as("invited"),
      sql<string>`coalesce((select c.name from crews c where c.id = s.id_crew), '')`.as("crew"),
      "s.due_date",
      "s.id_visit",
      "s.id_room",
      "s.yaw",
      "s.pitch",
      "s.fov",
    ])
    .select([
      sql<string>`coalesce(v.name, s.visit_name)`.as("visit"),
      sql<string>`coalesce(r.name, s.room_name)`.as("room"),
      sql<number | null>`h.id`.as("id_sheet"),
      sql<string>`coalesce(h.name, '')`.as("sheet"),
      sql<number | null>`coalesce(s.x, t.x)`.as("x"),
      sql<number | null>`coalesce(s.y, t.y)`.as("y"),
    ])
    .select([personName("u").as("author"), "s.created_at", "s.updated_at", "s.closed_at"])
    .where("s.id_project", "=", projectId)
    .orderBy("s.number")
    .execute();

const photosOf = (db: Database, projectId: number) =>
  db
    .selectFrom("snag_photos as f")
    .where("f.id_project", "=", projectId)
    .where("f.id_snag", "is not", null)
    .$narrowType<{ id_snag: number }>();

const commentsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("snag_comments as k")
    .innerJoin("snags as s", "s.id", "k.id_snag")
    .leftJoin("users as u", "u.id", "k.id_user")
    .select(["k.id_snag", "k.text", personName("u").as("author"), "k.created_at"])
    .where("s.id_project", "=", projectId)
    .orderBy("k.id")
    .execute();

const stepsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("snag_steps as e")
    .innerJoin("snags as s", "s.id", "e.id_snag")
    .leftJoin("users as u", "u.id", "e.id_user")
    .select(["e.id_snag", "e.action", "e.changes", personName("u").as("author"), "e.by_link", "e.created_at"])
    .where("s.id_project", "=", projectId)
    .orderBy("e.id")
    .execute();

/** `invited` is the name of a person with a pending invitation; "" without one. */
type SnagRow = Omit<Awaited<ReturnType<typeof snagsOf>>[number], "invited"> & { readonly invited: string };
interface PhotoRow {
  readonly id_snag: number | null;
  readonly kind: "before" | "after";
  readonly image: string;
  readonly created_at: Date;
  readonly author: string | null;
}

/** `snags/012 Cracked tile 1.webp`. */
function nameFiles(snags: readonly SnagRow[], photos: readonly PhotoRow[], paths: ExportPaths) {
  const digits = Math.max(3, String(snags.at(-1)?.number ?? 0).length);
  const byId = new Map(snags.map((snag) => [snag.id, { ...snag, photos: 0 }]));
  return photos.flatMap((photo) => {
    const snag = byId.get(photo.id_snag ?? 0);
    if (snag === undefined) return [];
    snag.photos += 1;
    const number = String(snag.number).padStart(digits, "0");
    const plain = `${number} ${snag.photos}`;
    const file = paths.file("snags", `${number} ${snag.title.slice(0, 40)} ${snag.photos}`, plain, ".webp");
    return [{ ...photo, id_snag: snag.id, file }];
  });
}

function grouped<T extends { readonly id_snag: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.id_snag);
    if (group === undefined) groups.set(row.id_snag, [row]);
    else group.push(row);
  }
  return groups;
}

function table(
  language: Language,
  snags: readonly SnagRow[],
  files: ReadonlyMap<number, readonly { readonly file: string }[]>,
): CsvTable {
  const { columns } = wordsIn(language);
  const { fields, statuses, priorities, invited_person } = words[language];
  return {
    name: "snags",
    columns: [
      columns.number,
      fields.title,
      fields.text,
      fields.status,
      fields.priority,
      fields.trade,
      fields.assignee,
      fields.due_date,
      columns.visit,
      columns.room,
      columns.sheet,
      columns.snag_author,
      columns.created,
      columns.closed,
      columns.photos,
    ],
    rows: snags.map((snag) => [
      snag.number,
      snag.title,
      snag.text,
      statuses[snag.status],
      priorities[snag.priority],
      snag.trade,
      [
        snag.invited === "" ? (snag.assignee ?? "") : fillText(invited_person, { name: snag.invited }),
        snag.crew,
      ]
        .filter((name) => name !== "")
        .join(" · "),
      snag.due_date,
      snag.visit,
      snag.room,
      snag.sheet,
      snag.author,
      snag.created_at,
      snag.closed_at,
      (files.get(snag.id) ?? []).map(({ file }) => file).join("\n"),
    ]),
  };
}
