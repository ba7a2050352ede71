import { z } from "zod";
import { Can, Captured, calendarDay, Empty, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";

/** Causes of a delay. */
export const delayCauses = ["weather", "materials", "people", "access", "design", "other"] as const;
export type DelayCause = (typeof delayCauses)[number];

/** Limits of one entry. */
export const diaryLimits = {
  lines: 40,
  name: 100,
  text: 4000,
  people: 9999,
  hours: 24,
  links: 50,
  photos: 30,
  photoBytes: 20 * 1024 * 1024,
} as const;

const Name = z.string().trim().max(diaryLimits.name);
const Text = z.string().trim().max(diaryLimits.text);
const Count = z.coerce.number().int().min(0).max(diaryLimits.people);
const Hours = z.coerce.number().min(0).max(diaryLimits.hours);
const listOf = <T extends z.ZodType>(one: T) => z.array(one).max(diaryLimits.lines);
const temperature = z.coerce.number().min(-90).max(70).nullable();

export const DiaryWeather = z.object({
  /** As text: sunny, rain from noon. */
  text: Name,
  /** Degrees Celsius, millimetres for the day, kilometres per hour. */
  low: temperature,
  high: temperature,
  rain: z.coerce.number().min(0).max(2000).nullable(),
  wind: z.coerce.number().min(0).max(500).nullable(),
  /** Filled in by the weather service of the settings. */
  is_fetched: z.boolean(),
});
export type DiaryWeather = z.output<typeof DiaryWeather>;

/** Editable fields; the server drops lines without a name. */
const fields = {
  weather: DiaryWeather,
  people: listOf(z.object({ company: Name, trade: Name, count: Count })),
  plant: listOf(z.object({ name: Name, count: Count })),
  deliveries: listOf(z.object({ what: Name, from: Name })),
  work: Text,
  delays: listOf(z.object({ cause: z.enum(delayCauses), hours: Hours, text: Name })),
  notes: Text,
  /** Snags and visits of the project that the entry refers to. */
  snags: z.array(Id).max(diaryLimits.links),
  visits: z.array(Id).max(diaryLimits.links),
};
export const DiaryFields = z.object(fields);
export type DiaryFields = z.output<typeof DiaryFields>;

const Photo = z.object({ filename: z.string(), url: z.string(), thumbnail: z.string() });
const Linked = z.object({ id: z.number(), name: z.string(), url: z.string() });

export const DiaryEntry = DiaryFields.omit({ snags: true, visits: true }).extend({
  id: z.number(),
  guid: z.string(),
  author: ProjectPerson.nullable(),
  is_own: z.boolean(),
  /** From then on only corrections are allowed. */
  closed_at: z.string().nullable(),
  snags: z.array(Linked),
  visits: z.array(Linked),
  photos: z.array(Photo),
  /** Changes after closing, oldest first; values as text. */
  corrections: z.array(
    z.object({
      at: z.string(),
      reason: z.string(),
      author: z.string(),
      /** False for values of a draft that were sent late by a device and not applied: `from` stayed, `to` was sent. */
      is_applied: z.boolean(),
      changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
  version: z.number(),
  updated_at: z.string(),
});
export type DiaryEntry = z.output<typeof DiaryEntry>;

/** Totals of all entries of a day. */
const Summary = z.object({
  entries: z.number(),
  closed: z.number(),
  people: z.number(),
  delay_hours: z.number(),
  photos: z.number(),
});
const DiaryDay = z.object({ day: z.string(), weather: z.string(), ...Summary.shape });
export type DiaryDay = z.output<typeof DiaryDay>;

const day = calendarDay("diary.day_invalid");
/** A project and one of its days. */
export const DayParams = z.object({ id: Id, day });
const filename = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9]+\.webp$/, { error: "diary.photo_unknown" });

export const diaryApi = defineApi(
  {
    "GET /api/projects/{id}/diary": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "Days of the site diary of a project, newest first, with totals of their entries.",
      reads: "replica",
      params: z.object({ id: Id }),
      query: z.object({ ...PageQuery, from: day.optional(), to: day.optional() }),
      response: page(DiaryDay).extend({ can: Can }),
    }),
    "GET /api/projects/{id}/diary/{day}": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "One day of the site diary: entries, totals, and suggestions from earlier entries.",
      params: DayParams,
      response: z.object({
        day: z.string(),
        summary: Summary,
        entries: z.array(DiaryEntry),
        companies: z.array(z.string()),
        trades: z.array(z.string()),
        /** People on site in the caller's last entry before this day. */
        before: z.object({ day: z.string(), people: DiaryFields.shape.people }).nullable(),
        /** `write`: the caller's own entry, or a correction of it. `fetch_weather`: the settings name a weather service. */
        can: Can,
      }),
    }),
    "GET /api/projects/{id}/diary/{day}/weather": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "The weather of a day where the project is, from the weather service of the settings.",
      params: DayParams,
      query: z.object({ lang: Language.optional() }),
      response: DiaryWeather,
      perMinute: 30,
    }),
    "PUT /api/projects/{id}/diary/{day}": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary:
        "Create or update the caller's entry of a day; only the fields sent change. `close` closes the draft. A closed entry can only be changed with a `correction` (the reason), which keeps the earlier values. With `from`, the values with which the change began, it is merged field by field: CONFLICT names a field that has another value since.",
      params: DayParams,
      body: DiaryFields.partial().extend({
        close: z.boolean().optional(),
        correction: z.string().trim().min(1, { error: "diary.correction_required" }).max(500).optional(),
        version: z.coerce.number().int().optional(),
        from: DiaryFields.partial().optional(),
        ...Captured,
      }),
      response: DiaryEntry,
    }),
    "DELETE /api/projects/{id}/diary/{day}": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Delete the caller's draft of a day, if there is one. Closed entries cannot be deleted.",
      params: DayParams,
      response: Empty,
    }),
    "POST /api/projects/{id}/diary/{day}/photos": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Add a photo to the caller's draft of a day, creating the draft if needed.",
      params: DayParams,
      body: z.object({
        /** A photo that was uploaded in parts (`/api/uploads`, metadata `kind` = `attachment` and `id_project`). */
        upload: z.uuid().optional(),
        ...Captured,
      }),
      upload: {
        file: {
          optional: true,
          maxBytes: diaryLimits.photoBytes,
          tooLarge: "IMAGE_TOO_LARGE",
          accept: ["image/jpeg", "image/png", "image/webp"],
        },
      },
      response: DiaryEntry,
    }),
    "DELETE /api/projects/{id}/diary/{day}/photos": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Remove a photo from the caller's draft of a day.",
      params: DayParams,
      query: z.object({ filename }),
      response: Empty,
    }),
    "GET /api/projects/{id}/diary/{day}/pdf": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "One day of the site diary as a PDF, in the caller's language or in `lang`.",
      params: DayParams,
      query: z.object({ lang: Language.optional() }),
      download: "application/pdf",
      response: Empty,
    }),
  },
  "progress",
);
