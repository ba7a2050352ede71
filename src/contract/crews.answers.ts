import { z } from "zod";
import { answerKinds, snagPhotoKinds, snagPriorities, snagStatuses } from "./choices.ts";
import { Can, Captured, Code, Empty, Flag, Id } from "./common.ts";
import { crewLimits as limits } from "./crews.limits.ts";
import { CrewLanguage } from "./crews.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Picture } from "./visits.ts";

/** A photo of a snag on the answer page. */
const AnswerPhoto = z.object({
  url: z.string(),
  thumbnail: z.string(),
  kind: z.enum(snagPhotoKinds),
});

/** A snag as visible by a link: nothing of the project beyond it. */
export const AnswerSnag = z.object({
  id: z.number(),
  number: z.number(),
  title: z.string(),
  text: z.string(),
  status: z.enum(snagStatuses),
  priority: z.enum(snagPriorities),
  trade: z.string(),
  due_date: z.string().nullable(),
  is_overdue: z.boolean(),
  room: z.string(),
  photos: z.array(AnswerPhoto),
  /** Flat crop of the 360 photo around the pin, with the pin drawn in the middle: for `<img>`. */
  crop: z.string().nullable(),
  /** The one 360 photo with the pin, for turning around in it. No other photo of the visit can be opened by it. */
  view: z.object({ picture: Picture, yaw: z.number(), pitch: z.number(), fov: z.number() }).nullable(),
  /** The floor plan with the pin (`image`, an ordinary image). `x` and `y` are shares of that image. */
  plan: z
    .object({ name: z.string(), floor: z.string(), image: z.string(), x: z.number(), y: z.number() })
    .nullable(),
  /** Own answers of the crew, newest first, at most twenty. */
  answers: z.array(
    z.object({
      guid: z.string(),
      kind: z.enum(answerKinds),
      text: z.string(),
      /** Name of the person, as in the crew. */
      by: z.string(),
      photos: z.array(AnswerPhoto),
      created_at: z.string(),
    }),
  ),
  /** Not reported as seen by this person yet. */
  is_new: z.boolean(),
  updated_at: z.string(),
  /** `answer`: false once it is closed. */
  can: Can,
});
export type AnswerSnag = z.output<typeof AnswerSnag>;

/** The page of a link. */
export const AnswerPage = z.object({
  /** `code`: this device has to enter a code from an email first; until then names and snags are empty. */
  state: z.enum(["open", "code"]),
  project: z.string(),
  crew: z.string(),
  person: z.string(),
  language: CrewLanguage,
  /** Masked address for the code, and of the digest; null without an email address. */
  email: z.string().nullable(),
  /** Whether emails are sent. */
  digest: z.boolean(),
  /** Not closed ones first, by due date; then those answered or closed in the last two weeks. At most 200. */
  snags: z.array(AnswerSnag),
  /** Not closed ones in total, including those beyond the 200. */
  open: z.number(),
  /** The current day of the project. */
  today: z.string(),
});
export type AnswerPage = z.output<typeof AnswerPage>;

const ByCode = z.object({ code: Code });
const Guid = z.uuid({ error: "crews.guid_required" }).transform((guid) => guid.toLowerCase());

/** For everyone who has a link: no account, and no token. An unknown code is NOT_FOUND, an ended one ANSWER_ENDED. */
export const answersApi = defineApi({
  "GET /api/answers/{code}": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "The snags of a link. Changes nothing, because programs that check emails open links.",
    params: ByCode,
    response: AnswerPage,
  }),
  "POST /api/answers/{code}/seen": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "Report that a person saw the page: after a press, or three seconds of a visible page.",
    params: ByCode,
    body: z.object({ snags: z.array(Id).max(limits.shown).default([]) }),
    response: z.object({ seen: z.number() }),
    openToDemo: true,
    whenOverdue: "open",
  }),
  "POST /api/answers/{code}/snags/{snag}/photos": endpoint({
    access: "public",
    closesWith: "viewer",
    summary:
      "Send a photo for an answer that follows. It appears nowhere until the answer names its guid; a repeat with the same guid adds nothing.",
    params: ByCode.extend({ snag: Id }),
    body: z.object({ guid: Guid }),
    upload: {
      file: {
        maxBytes: limits.photoBytes,
        tooLarge: "IMAGE_TOO_LARGE",
        accept: ["image/jpeg", "image/png", "image/webp"],
      },
    },
    response: z.object({ guid: z.string(), thumbnail: z.string() }),
    status: 201,
    openToDemo: true,
    whenOverdue: "open",
  }),
  "POST /api/answers/{code}/snags/{snag}": endpoint({
    access: "public",
    closesWith: "viewer",
    summary:
      "Answer a snag: `started` sets it in work, `done` ready for review, `disputed` disputed, with a reason as `text`. A repeat with the same guid changes nothing and is answered like the first.",
    params: ByCode.extend({ snag: Id }),
    body: z
      .object({
        guid: Guid,
        kind: z.enum(answerKinds),
        text: z.string().trim().max(limits.text).default(""),
        /** Guids of photos sent before. */
        photos: z.array(Guid).max(limits.photos).default([]),
        captured_at: Captured.captured_at,
        clock_offset: Captured.clock_offset,
      })
      .refine(({ kind, text }) => kind !== "disputed" || text !== "", {
        error: "crews.reason_required",
        path: ["text"],
      }),
    response: AnswerSnag,
    status: 201,
    openToDemo: true,
    whenOverdue: "open",
  }),
  "POST /api/answers/{code}/device": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "Send the code for a new device to the address of the person.",
    params: ByCode,
    body: Empty,
    /** Masked. */
    response: z.object({ email: z.string() }),
    openToDemo: true,
    whenOverdue: "open",
  }),
  "POST /api/answers/{code}/device/confirm": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "Enter the code from the email: this device is remembered by a cookie.",
    params: ByCode,
    body: z.object({
      device_code: z
        .string({ error: "crews.device_code_wrong" })
        .trim()
        .regex(/^\d{6}$/, { error: "crews.device_code_wrong" }),
    }),
    response: z.object({ confirmed: z.boolean() }),
    openToDemo: true,
    whenOverdue: "open",
  }),
  "POST /api/answers/{code}/renew": endpoint({
    access: "public",
    closesWith: "viewer",
    summary:
      "For the person: end this link, which others may have too, and send a new one to the address it was sent to.",
    params: ByCode,
    body: Empty,
    /** Masked. */
    response: z.object({ email: z.string() }),
    openToDemo: true,
    whenOverdue: "open",
  }),
  "PUT /api/answers/{code}/settings": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "For the person: language of the page and of the emails, and whether the daily email is sent.",
    params: ByCode,
    body: z.object({ language: CrewLanguage, digest: Flag }).partial(),
    response: z.object({ language: CrewLanguage, digest: z.boolean() }),
    openToDemo: true,
    whenOverdue: "open",
  }),
});
