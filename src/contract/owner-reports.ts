import { z } from "zod";
import { Can, Code, Empty, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import {
  deliveryStates,
  reportLimits as limits,
  reportPeriods,
  reportSections,
} from "./owner-reports.limits.ts";

const degrees = (most: number) => z.coerce.number().min(-most).max(most);

/** A view into a room: `yaw` and `pitch` in degrees, `fov` vertical. */
const View = z.object({
  id_room: Id,
  yaw: degrees(180),
  pitch: degrees(90),
  fov: z.coerce.number().min(20).max(90).default(65),
});
export type ReportViewPoint = z.output<typeof View>;

const email = z
  .string({ error: "owner_reports.email_invalid" })
  .trim()
  .pipe(z.email({ error: "owner_reports.email_invalid" }).max(254, { error: "owner_reports.email_invalid" }));

/** A member of the project, or the address of a person without an account. */
const Recipient = z.union([
  z.object({ id_user: Id }),
  z.object({ email, name: z.string().trim().max(limits.name).default(""), language: Language }),
]);

const settingsFields = {
  /** Off: nothing is sent by itself. */
  is_on: z.boolean(),
  period: z.enum(reportPeriods),
  /** Day on which a weekly report is sent; 0 is Sunday. */
  weekday: z.coerce.number().int().min(0).max(6),
  /** Day on which a monthly report is sent; in shorter months the last one. */
  month_day: z.coerce.number().int().min(1).max(31),
  /** Hour in the project's time zone. */
  hour: z.coerce.number().int().min(0).max(23),
  sections: z
    .array(z.enum(reportSections))
    .min(1, { error: "owner_reports.sections_empty" })
    .transform((chosen) => reportSections.filter((section) => chosen.includes(section))),
  /** Views whose photos are always shown, in this order. */
  views: z.array(View).max(limits.views, { error: "owner_reports.views_full" }),
};

const ReportRecipient = z.object({
  id: z.number(),
  /** Null for a person without an account. */
  id_user: z.number().nullable(),
  name: z.string(),
  email: z.string(),
  language: Language,
  /** Stopped by the recipient. */
  unsubscribed_at: z.string().nullable(),
  /** Why the last email to it was rejected; empty if it was not. */
  problem: z.string(),
});
export type ReportRecipient = z.output<typeof ReportRecipient>;

export const OwnerReportSettings = z.object({
  ...settingsFields,
  views: z.array(View.extend({ name: z.string(), visit_code: z.string() })),
  recipients: z.array(ReportRecipient),
  /** Zone of the project, as `Asia/Riyadh`. */
  time_zone: z.string(),
  /** When the next report is sent; null while none is. */
  next_at: z.string().nullable(),
  /** Whether the installation can send emails. */
  has_mail: z.boolean(),
  version: z.number(),
  can: Can,
});
export type OwnerReportSettings = z.output<typeof OwnerReportSettings>;

const Days = z.object({ from: z.string(), to: z.string() });

/** One of the two photos of a pair. */
const PairSide = z.object({
  day: z.string(),
  visit: z.string(),
  /** Opens the exact view; null for readers who may not open it. */
  link: z.string().nullable(),
  /** The view as a JPEG; null once the photo was removed. */
  picture: z.string().nullable(),
});

const Counts = { opened: z.number(), closed: z.number(), open: z.number(), overdue: z.number() };

/**
 * The figures of a report as frozen. A section that was not selected, or that the reader may not see, is null. Days are
 * those of the project's time zone.
 */
export const ReportFigures = z.object({
  visits: z.object({ visits: z.number(), rooms: z.number(), last: z.string().nullable() }).nullable(),
  progress: z
    .object({
      /** Whole percent at the end of the period, and before it; null without entries. */
      percent: z.number().nullable(),
      before: z.number().nullable(),
      floors: z.array(
        z.object({
          id_sheet: z.number(),
          name: z.string(),
          percent: z.number().nullable(),
          before: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
  snags: z
    .object({
      ...Counts,
      /** Median days from creation to closing of those closed in the period; null without any. */
      days_to_close: z.number().nullable(),
      /** By trade, most open first; the rest are together in a line without a name. */
      trades: z.array(z.object({ trade: z.string(), ...Counts })),
      /** Overdue the longest. */
      late: z.array(
        z.object({
          id: z.number(),
          number: z.number(),
          title: z.string(),
          due: z.string(),
          days: z.number(),
        }),
      ),
    })
    .nullable(),
  coverage: z
    .object({
      spots: z.number(),
      /** Photographed in the period. */
      seen: z.number(),
      due: z.number(),
      overdue: z.number(),
      /** Not photographed for the longest; `days` is null for never. */
      unseen: z.array(
        z.object({
          name: z.string(),
          floor: z.string(),
          last: z.string().nullable(),
          days: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
  cameras: z
    .array(
      z.object({
        id: z.number(),
        name: z.string(),
        is_online: z.boolean(),
        /** Percent of the checks in the period that it answered; null without any. */
        up: z.number().nullable(),
        photos: z.number(),
      }),
    )
    .nullable(),
  schedule: z
    .object({
      planned: z.number(),
      actual: z.number().nullable(),
      finish: z.string().nullable(),
      /** Leaf tasks planned to be finished by then that are not; the longest ago first. */
      late_count: z.number(),
      late: z.array(
        z.object({ name: z.string(), finish: z.string(), percent: z.number(), days: z.number() }),
      ),
    })
    .nullable(),
  diary: z
    .object({
      days: z.number(),
      entries: z.number(),
      /** People on site, summed over the days. */
      people: z.number(),
      delay_hours: z.number(),
      photos: z.number(),
      delays: z.array(z.object({ cause: z.string(), hours: z.number() })),
    })
    .nullable(),
});
export type ReportFigures = z.output<typeof ReportFigures>;

/** A report as its reader sees it: the same figures as in its PDF and its email. */
export const OwnerReport = z.object({
  /** Null for a preview. */
  id: z.number().nullable(),
  period: z.enum(reportPeriods),
  ...Days.shape,
  time_zone: z.string(),
  frozen_at: z.string(),
  project: z.object({ name: z.string(), location: z.string() }),
  language: Language,
  /** Nothing happened: `sentences` says so in one line. */
  is_empty: z.boolean(),
  /** Sentences about the changes, in the requested language. */
  sentences: z.array(z.string()),
  pairs: z.array(
    z.object({
      /** Its position, from 1. */
      n: z.number(),
      name: z.string(),
      floor: z.string(),
      /** Selected by a person. */
      is_fixed: z.boolean(),
      /** The view that would be fixed; null for readers by link. */
      view: View.nullable(),
      before: PairSide,
      after: PairSide,
    }),
  ),
  figures: ReportFigures,
  /** The figures as text in the requested language, section by section: the same lines as in PDF and email. */
  lines: z.array(
    z.object({
      section: z.enum(reportSections),
      heading: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
});
export type OwnerReport = z.output<typeof OwnerReport>;

const Delivery = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  is_member: z.boolean(),
  language: Language,
  state: z.enum(deliveryStates),
  sent_at: z.string().nullable(),
  /** Why it was rejected. */
  problem: z.string(),
  views: z.number(),
  viewed_at: z.string().nullable(),
  /** Whether the link of a person without an account still works. */
  link: z.enum(["none", "open", "revoked", "expired"]),
  questions: z.number(),
  /** `retry`: it was not sent, and its recipient still gets the report. */
  can: Can,
});
export type ReportDelivery = z.output<typeof Delivery>;

export const ReportRun = z.object({
  id: z.number(),
  period: z.enum(reportPeriods),
  ...Days.shape,
  /** `waiting` for its figures, `sending`, `sent`; `stopped`: the project was closed before it was sent. */
  state: z.enum(["waiting", "sending", "sent", "stopped"]),
  is_empty: z.boolean(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** Only for those who manage the report. */
  deliveries: z.array(Delivery).nullable(),
});
export type ReportRun = z.output<typeof ReportRun>;

const Project = z.object({ id: Id });
const RunParams = Project.extend({ run: Id });
const Lang = z.object({ lang: Language.optional() });
const CodeParams = z.object({ code: Code });

export const ownerReportsApi = defineApi({
  "GET /api/projects/{id}/owner-report": endpoint({
    access: { can: "project.edit", by: "id" },
    summary: "Settings and recipients of the report of a project.",
    params: Project,
    response: OwnerReportSettings,
  }),
  "PUT /api/projects/{id}/owner-report": endpoint({
    access: { can: "project.edit", by: "id" },
    summary:
      "Change the report of a project; only the fields sent change. `recipients` is the complete list: members by `id_user`, people without an account by `email`. A `version` that is not the current one is refused.",
    params: Project,
    body: z
      .object({
        ...settingsFields,
        recipients: z.array(Recipient).max(limits.recipients, { error: "owner_reports.recipients_full" }),
      })
      .partial()
      .extend({ version: z.coerce.number().int().optional() }),
    response: OwnerReportSettings,
  }),
  "GET /api/projects/{id}/owner-report/preview": endpoint({
    access: { can: "project.edit", by: "id" },
    summary:
      "The report as it would be sent now: from the end of the last one, at most 31 days, to today. Nothing is stored or sent.",
    params: Project,
    query: Lang,
    response: OwnerReport,
    cost: "report",
    perMinute: 20,
  }),
  "GET /api/projects/{id}/owner-report/views": endpoint({
    access: { can: "project.view_visits", by: "id" },
    summary: "A view into a room of the project as a JPEG, as reports show it.",
    params: Project,
    query: View,
    download: "image/jpeg",
    inline: true,
    response: Empty,
    perMinute: 240,
  }),
  "GET /api/projects/{id}/owner-report/runs": endpoint({
    access: { can: "project.follow", by: "id" },
    summary: "Earlier reports of a project, newest first; recipients only for those who manage the report.",
    params: Project,
    query: z.object({ page: PageQuery.page, per_page: PageQuery.per_page }),
    response: page(ReportRun).extend({
      /** `manage`: change the report, send it, see its recipients and revoke links. */
      can: Can,
    }),
  }),
  "POST /api/projects/{id}/owner-report/runs": endpoint({
    access: { can: "project.edit", by: "id" },
    summary: "Send the report now to all recipients; at most five times a day.",
    params: Project,
    status: 201,
    response: ReportRun,
  }),
  "GET /api/projects/{id}/owner-report/runs/{run}": endpoint({
    access: { can: "project.follow", by: "id" },
    summary: "One report, without the sections that the caller may not see.",
    params: RunParams,
    query: Lang,
    response: OwnerReport,
  }),
  "GET /api/projects/{id}/owner-report/runs/{run}/pdf": endpoint({
    access: { can: "project.follow", by: "id" },
    summary: "One report as a PDF, without the sections that the caller may not see.",
    params: RunParams,
    query: Lang,
    download: "application/pdf",
    response: Empty,
  }),
  "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry": endpoint({
    access: { can: "project.edit", by: "id" },
    summary:
      "Send a copy again that was rejected, or that was due while the installation could not send emails; to the current address of its recipient, at most five times a day.",
    params: Project.extend({ delivery: Id }),
    response: Delivery,
  }),
  "POST /api/projects/{id}/owner-report/revoke": endpoint({
    access: { can: "project.edit", by: "id" },
    summary:
      "Revoke links of people without an account, by the ids of their deliveries: they stop working at once.",
    params: Project,
    body: z.object({ deliveries: z.array(Id).min(1).max(500) }),
    response: z.object({ revoked: z.number() }),
  }),
  "GET /api/owner-reports/{code}": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "The report that a link opens. A revoked, expired or unknown link is NOT_FOUND.",
    params: CodeParams,
    query: Lang,
    response: OwnerReport.extend({
      recipient: z.object({ name: z.string(), is_subscribed: z.boolean() }),
      expires_at: z.string(),
      /** `ask`: there is a person to answer, and the limit is not reached. */
      can: Can,
    }),
  }),
  "GET /api/owner-reports/{code}/pdf": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "The report that a link opens, as a PDF.",
    params: CodeParams,
    query: Lang,
    download: "application/pdf",
    response: Empty,
    perMinute: 10,
  }),
  "GET /api/owner-reports/{code}/pictures/{pair}": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "A photo of a pair of the report that a link opens, as a JPEG.",
    params: CodeParams.extend({ pair: z.coerce.number().int().min(1).max(limits.pairs) }),
    query: z.object({ side: z.enum(["before", "after"]) }),
    download: "image/jpeg",
    inline: true,
    response: Empty,
    perMinute: 120,
  }),
  "POST /api/owner-reports/{code}/views": endpoint({
    access: "public",
    closesWith: "viewer",
    openToDemo: true,
    whenOverdue: "open",
    summary: "Count a view of the report that a link opens; sent by its page once it was shown for a moment.",
    params: CodeParams,
    response: Empty,
    perMinute: 20,
  }),
  "POST /api/owner-reports/{code}/questions": endpoint({
    access: "public",
    closesWith: "viewer",
    whenOverdue: "open",
    summary:
      "Ask a question about the report that a link opens; it arrives in the inbox of the project's owner.",
    params: CodeParams,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, { error: "owner_reports.question_required" })
        .max(limits.question, { error: "owner_reports.question_long" }),
    }),
    status: 201,
    response: Empty,
    perMinute: 10,
  }),
  "POST /api/owner-reports/{code}/unsubscribe": endpoint({
    access: "public",
    closesWith: "never",
    openToDemo: true,
    whenOverdue: "open",
    summary: "Stop sending this report to the recipient of the link. Repeating it changes nothing.",
    params: CodeParams,
    response: Empty,
    perMinute: 20,
  }),
});
