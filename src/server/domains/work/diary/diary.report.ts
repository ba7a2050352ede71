import type { DiaryEntry } from "#contract/diary.ts";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/diary.json" with { type: "json" };
import en from "#i18n/en/work/diary.json" with { type: "json" };
import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import { dayIn } from "#server/domains/sites/exports/words.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { PlainDocument, PlainSection } from "#server/platform/pdf/plain-document.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type VoiceRow, voiceLine, voiceWords } from "../voice-notes/voice-rows.ts";
import { type DiaryFullRow, fullEntries } from "./diary.repository.ts";

const words = { en, ar } satisfies Record<Language, object>;
const USUAL_BYTES = 250_000;

const lines = (texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n");
const joined = (parts: readonly (string | number)[]): string =>
  parts.filter((part) => part !== "").join(" · ");

/** Each field in readable form: on paper, in tables, and as the previous value in a correction. */
export function fieldTexts(
  row: Pick<DiaryFullRow, "weather" | "people" | "plant" | "deliveries" | "work" | "delays" | "notes">,
  language: Language,
) {
  const say = words[language];
  const { text, low, high, rain, wind } = row.weather;
  const measured = (key: keyof typeof say.units, value: number | null) =>
    value === null ? "" : fillText(say.units[key], { value: String(value) });
  return {
    weather: joined([
      text,
      measured("low", low),
      measured("high", high),
      measured("rain", rain),
      measured("wind", wind),
    ]),
    people: lines(row.people.map(({ company, trade, count }) => joined([company, trade, count]))),
    plant: lines(row.plant.map(({ name, count }) => joined([name, count]))),
    deliveries: lines(row.deliveries.map(({ what, from }) => joined([what, from]))),
    work: row.work,
    delays: lines(
      row.delays.map(({ cause, hours, text: why }) =>
        joined([say.causes[cause], fillText(say.units.hours, { value: String(hours) }), why]),
      ),
    ),
    notes: row.notes,
  };
}

export type FieldTexts = ReturnType<typeof fieldTexts>;

/** Changed fields of a closed entry; empty when the texts are the same. */
export const changesBetween = (
  before: FieldTexts,
  after: FieldTexts,
): DiaryEntry["corrections"][number]["changes"] =>
  (Object.keys(before) as (keyof FieldTexts)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));

interface DayParts {
  readonly day: string;
  readonly project: string;
  readonly site: string;
  readonly rows: readonly DiaryFullRow[];
  readonly voices: readonly VoiceRow[];
  /** Opens the day on this platform. */
  readonly link: string;
}

/** A day of the diary as a document. */
export function dayDocument(
  { day, project, site, rows, voices, link }: DayParts,
  language: Language,
  at: Date,
): PlainDocument {
  const say = words[language];
  const linesOf = (entry: number) =>
    voices.filter(({ id_entry }) => id_entry === entry).map((note) => voiceLine(note, link, language));
  return {
    language,
    title: `${say.title} – ${dayIn(language, new Date(`${day}T00:00:00Z`))}`,
    subtitle: project,
    about: joined([site, project]),
    page: say.page,
    at,
    sections:
      rows.length === 0
        ? [{ heading: say.nothing_title }]
        : rows.flatMap((row) => sectionsOf(row, linesOf(row.id), language)),
  };
}

function sectionsOf(row: DiaryFullRow, voices: readonly string[], language: Language): PlainSection[] {
  const say = words[language];
  const texts = fieldTexts(row, language);
  const facts = [
    [say.fields.weather, texts.weather],
    [say.fields.people, texts.people],
    [say.fields.plant, texts.plant],
    [say.fields.deliveries, texts.deliveries],
    [say.fields.work, texts.work],
    [say.fields.delays, texts.delays],
    [say.fields.notes, texts.notes],
    [say.fields.snags, lines(row.snag_list.map(({ number, title }) => `#${number} ${title}`))],
    [say.fields.visits, lines(row.visit_list.map(({ name }) => name))],
    [voiceWords[language].title, lines(voices)],
  ] as const;
  return [
    {
      heading: row.author?.name ?? say.no_author,
      note:
        row.closed_at === null
          ? say.draft
          : fillText(say.closed_on, { date: dayIn(language, row.closed_at) }),
      facts: facts.filter(([, text]) => text !== ""),
      photos: row.photos.map(({ image }) => image),
    },
    ...row.corrections.map(({ at, author, reason, is_applied, changes }) => ({
      heading: fillText(is_applied ? say.correction_of : say.not_applied_of, {
        date: dayIn(language, new Date(at)),
      }),
      note: author,
      text: is_applied ? reason : say.not_applied_text,
      facts: changes.map(
        ({ field, from, to }) =>
          [say.fields[field as keyof typeof say.fields], `${from || "–"}\n→ ${to || "–"}`] as const,
      ),
    })),
  ];
}

/** Export part: every entry as a row of a table and as JSON, with its photos. */
export function diaryExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "diary",
    needs: "snags.view",
    async estimate({ project }) {
      const rows = await fullEntries(db, project.id);
      return rows.reduce((sum, { photos }) => sum + photos.length, 0) * USUAL_BYTES;
    },
    async read({ project, language }, paths) {
      const say = words[language];
      const rows = await fullEntries(db, project.id);
      const photos = rows.flatMap((row) =>
        row.photos.map((photo) => ({
          ...photo,
          day: row.day,
          file: paths.file(`diary/${row.day}`, photo.filename.replace(".webp", ""), "photo", ".webp"),
        })),
      );
      const fileOf = new Map(photos.map(({ filename, file }) => [filename, file]));
      return {
        facts: rows.map(({ author, snag_list, visit_list, ...row }) => ({
          ...row,
          // An export contains people's names, not their ids.
          id_user: undefined,
          id_project: undefined,
          author: author?.name ?? "",
          snags: snag_list,
          visits: visit_list,
          photos: row.photos.map(({ filename }) => fileOf.get(filename) ?? ""),
        })),
        tables: [
          {
            name: "diary",
            columns: [
              say.fields.day,
              say.fields.author,
              ...Object.keys(fieldsOf(say)).map((name) => fieldsOf(say)[name] ?? ""),
              say.fields.closed,
              say.fields.photos,
            ],
            rows: rows.map((row) => [
              row.day,
              row.author?.name ?? "",
              ...Object.values(fieldTexts(row, language)),
              row.closed_at,
              row.photos.map(({ filename }) => fileOf.get(filename) ?? "").join("\n"),
            ]),
          },
        ],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { file, image, day } of photos)
            yield {
              path: file,
              modifiedAt: new Date(`${day}T00:00:00Z`),
              isPacked: true,
              open: async () => (await archive.keptFile(image))?.open(),
            };
        },
      };
    },
  };
}

const fieldsOf = ({ fields }: typeof en): Readonly<Record<string, string>> => {
  const { weather, people, plant, deliveries, work, delays, notes } = fields;
  return { weather, people, plant, deliveries, work, delays, notes };
};

/** Totals of the entries of a day. */
export const summaryOf = (entries: readonly DiaryEntry[]) => ({
  entries: entries.length,
  closed: entries.filter(({ closed_at }) => closed_at !== null).length,
  people: entries.flatMap(({ people }) => people).reduce((sum, { count }) => sum + count, 0),
  delay_hours: entries.flatMap(({ delays }) => delays).reduce((sum, { hours }) => sum + hours, 0),
  photos: entries.reduce((sum, { photos }) => sum + photos.length, 0),
});

export function wireEntry(
  row: DiaryFullRow,
  user: SessionUser,
  address: (objectKey: string) => string,
): DiaryEntry {
  const { id, guid, weather, people, plant, deliveries, work, delays, notes, corrections, version } = row;
  return {
    id,
    guid,
    weather,
    people,
    plant,
    deliveries,
    work,
    delays,
    notes,
    corrections,
    version,
    author: row.author === null ? null : wirePerson(row.author, address),
    is_own: row.id_user === user.id,
    closed_at: row.closed_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    snags: row.snag_list.map((snag) => ({
      id: snag.id,
      name: `#${snag.number} ${snag.title}`,
      url: `/snags/${snag.id}`,
    })),
    visits: row.visit_list.map((visit) => ({ id: visit.id, name: visit.name, url: `/viewer/${visit.code}` })),
    photos: row.photos.map(({ filename, image, thumbnail }) => ({
      filename,
      url: address(image),
      thumbnail: address(thumbnail),
    })),
  };
}
