import { z } from "zod";
import { answerKinds, crewLanguages } from "./choices.ts";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { crewLimits as limits } from "./crews.limits.ts";
import { defineApi, endpoint } from "./endpoint.ts";

/** Languages of a crew's emails and of its answer page, which has more than the application. */
export const CrewLanguage = z.enum(crewLanguages);
export type CrewLanguage = z.output<typeof CrewLanguage>;

const name = (error: string, most: number) => z.string({ error }).trim().min(1, { error }).max(most);
const CrewName = name("crews.name_required", limits.name);
const Trade = z.string().trim().max(limits.trade);
const Email = z.preprocess(
  (value) => (value === "" ? null : value),
  z
    .email({ error: "crews.email_invalid" })
    .max(limits.email, { error: "crews.email_invalid" })
    .transform((email) => email.toLowerCase())
    .nullable(),
);
/** E.164, as `+966501234567`; spaces, dashes, dots and brackets are ignored, and `00` means `+`. */
const Phone = z.preprocess(
  (value) =>
    typeof value === "string"
      ? value
          .replaceAll(/[\s().-]/g, "")
          .replace(/^00/, "+")
          .trim() || null
      : value,
  z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: "crews.phone_invalid" })
    .nullable(),
);

const personFields = {
  name: name("crews.person_required", limits.person),
  email: Email.default(null),
  phone: Phone.default(null),
  language: CrewLanguage.default("en"),
};
const addressed = (person: { email: string | null; phone: string | null }) =>
  person.email !== null || person.phone !== null;
const noAddress = { error: "crews.address_required", path: ["email"] };
/** A new person of a crew. */
export const CrewPersonInput = z.object(personFields).refine(addressed, noAddress);

/** A person of a crew; never an account. */
export const CrewPerson = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked (`a•••@e•••.com`, `+966•••••67`) for callers who may not edit the crew. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: CrewLanguage,
  /** Whether emails are sent: false once the person switched them off. */
  digest: z.boolean(),
});
export type CrewPerson = z.output<typeof CrewPerson>;

/** Workers who are addressed together and answer by links. */
export const Crew = z.object({
  id: z.number(),
  name: z.string(),
  trade: z.string(),
  is_archived: z.boolean(),
  people: z.array(CrewPerson),
  /** Projects that the crew is attached to, as far as the caller may see them. */
  projects: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Its snags that are not closed, in those projects. */
  open_snags: z.number(),
  /** Incremented by every change of name, trade or people. */
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** `edit`: change, archive and delete it, see the addresses of its people, attach and detach it. */
  can: Can,
});
export type Crew = z.output<typeof Crew>;

/** Why a row of a CSV file was not added. */
export const crewRowProblems = ["name", "email", "phone", "language", "address", "double", "full"] as const;

/** Settings of a project for links. */
const linkSettings = {
  /** A code by email is asked on each new device. Persons without an email address then cannot answer. */
  ask_code: Flag,
  end_days: z.coerce.number().int().min(limits.endDays.min).max(limits.endDays.max),
  digest_hour: z.coerce.number().int().min(limits.digestHour.min).max(limits.digestHour.max),
};
export const CrewLinkSettings = z.object({
  ...linkSettings,
  ask_code: z.boolean(),
  /** IANA zone of the digest hour, as `Asia/Riyadh`: that of the project. */
  time_zone: z.string(),
  /** Whether text messages can be sent from here: the operator has set a gateway. */
  has_sms: z.boolean(),
  can: Can,
});
export type CrewLinkSettings = z.output<typeof CrewLinkSettings>;

/** `none`: not created yet, because the crew has no snag. `ended`: its last snag was closed long enough ago. */
export const crewLinkStates = ["none", "active", "revoked", "ended"] as const;

/** The link of one person in one project. */
export const CrewLink = z.object({
  /** Of the person; the link has no other name. */
  id_person: z.number(),
  person: z.string(),
  id_crew: z.number(),
  crew: z.string(),
  language: CrewLanguage,
  /** Masked for callers who may not manage the team. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: z.enum(crewLinkStates),
  /** Snags that are not closed. */
  open_snags: z.number(),
  sent_at: z.string().nullable(),
  /** When the page was last shown to a person, which opening the address alone does not count as. */
  seen_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  /** The last email could not be delivered. */
  failed_at: z.string().nullable(),
  /** Devices that entered a code. */
  devices: z.number(),
  /** `send`, `share`, `renew`, `revoke`. */
  can: Can,
});
export type CrewLink = z.output<typeof CrewLink>;

/** Text ready to be sent by hand. It contains the working link. */
export const CrewLinkShare = z.object({
  url: z.string(),
  /** In the language of the person. */
  text: z.string(),
  language: CrewLanguage,
  /** `https://wa.me/…?text=…`; without a phone number WhatsApp asks for the recipient. */
  whatsapp: z.string(),
  /** `sms:+966…?body=…` */
  sms: z.string(),
  mailto: z.string().nullable(),
});
export type CrewLinkShare = z.output<typeof CrewLinkShare>;

/** Sender of an answer, as recorded: not a member, but the recipient of a link. */
export const ByLink = z.object({
  name: z.string(),
  crew: z.string(),
  /** Address that the link was sent to; masked for callers who may not manage the team. */
  sent_to: z.string(),
});
export type ByLink = z.output<typeof ByLink>;

/** An answer as visible to the members of the project. */
export const SnagAnswer = z.object({
  id: z.number(),
  guid: z.string(),
  kind: z.enum(answerKinds),
  text: z.string(),
  by: ByLink,
  /** Browser and system, as far as they are known. */
  device: z.string(),
  photos: z.array(z.object({ url: z.string(), thumbnail: z.string() })),
  /** Arrived after the snag was closed: recorded without changing its status. */
  is_late: z.boolean(),
  created_at: z.string(),
  captured_at: z.string().nullable(),
});
export type SnagAnswer = z.output<typeof SnagAnswer>;

const Project = z.object({ id: Id });
const InProject = z.object({ id: Id, person: Id });
const OfCrew = z.object({ id: Id, person: Id });
/** Crews: for members of a project. */
export const crewsApi = defineApi(
  {
    "GET /api/crews": endpoint({
      access: "user",
      summary:
        "Crews that the caller may view: of a project, or of all projects of the caller. Archived ones with `archived`.",
      query: z.object({ ...PageQuery, id_project: Id.optional(), archived: Flag.default(false) }),
      response: page(Crew),
    }),
    "GET /api/crews/{id}": endpoint({
      access: { can: "crew.view", by: "id" },
      summary: "One crew.",
      params: IdParams,
      response: Crew,
    }),
    "POST /api/crews": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Create a crew in the account of the project's owner, and attach it to the project.",
      body: z.object({
        id_project: Id,
        name: CrewName,
        trade: Trade.default(""),
        people: z.array(CrewPersonInput).max(limits.people).default([]),
      }),
      response: Crew,
      status: 201,
    }),
    "PUT /api/crews/{id}": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary:
        "Rename, archive or restore a crew; only the fields sent change. The links of an archived crew do not open until it is restored.",
      params: IdParams,
      body: z
        .object({ name: CrewName, trade: Trade, is_archived: Flag })
        .partial()
        .extend({ version: z.coerce.number().int().optional() }),
      response: Crew,
    }),
    "DELETE /api/crews/{id}": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary: "Delete a crew: its links end, its snags have no crew any more, its answers stay.",
      params: IdParams,
      response: Empty,
    }),
    "POST /api/crews/{id}/people": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary:
        "Add a person to a crew. They are sent a link for each project in which the crew has open snags.",
      params: IdParams,
      body: CrewPersonInput,
      response: Crew,
      status: 201,
    }),
    "POST /api/crews/{id}/people/import": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary:
        "Add people from CSV with the columns name, email, phone and language, in any order, separated by commas, semicolons or tabs. With `check`, nothing is added.",
      params: IdParams,
      body: z.object({
        csv: z.string().max(limits.csvCharacters),
        check: Flag.default(false),
      }),
      response: z.object({
        added: z.number(),
        /** Rows that were not added; `row` is the line of the file, from 1. */
        skipped: z.array(z.object({ row: z.number(), name: z.string(), problem: z.enum(crewRowProblems) })),
        crew: Crew,
      }),
    }),
    "PUT /api/crews/{id}/people/{person}": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary:
        "Change a person of a crew; only the fields sent change. Another email address or phone number ends the links sent to the old one and sends new ones.",
      params: OfCrew,
      body: z
        .object({
          name: personFields.name,
          email: Email,
          phone: Phone,
          language: CrewLanguage,
          digest: Flag,
        })
        .partial(),
      response: Crew,
    }),
    "DELETE /api/crews/{id}/people/{person}": endpoint({
      access: { can: "crew.edit", by: "id" },
      summary: "Remove a person from a crew: their links end at once.",
      params: OfCrew,
      response: Crew,
    }),
    "PUT /api/projects/{id}/crews/{crew}": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary:
        "Attach a crew to another project of the same owner. The caller must be able to edit the crew.",
      params: z.object({ id: Id, crew: Id }),
      body: Empty,
      response: Crew,
    }),
    "DELETE /api/projects/{id}/crews/{crew}": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary:
        "Detach a crew from a project: its links there end, and its snags there have no crew any more.",
      params: z.object({ id: Id, crew: Id }),
      response: Empty,
    }),
    "GET /api/projects/{id}/crew-links": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "The people of a project's crews, and the state of their links.",
      params: Project,
      query: z.object({ ...PageQuery, id_crew: Id.optional() }),
      response: page(CrewLink),
    }),
    "GET /api/projects/{id}/crew-settings": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "Settings of a project for links.",
      params: Project,
      response: CrewLinkSettings,
    }),
    "PUT /api/projects/{id}/crew-settings": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary: "Change the settings of a project for links; only the fields sent change.",
      params: Project,
      body: z.object(linkSettings).partial(),
      response: CrewLinkSettings,
    }),
    "POST /api/projects/{id}/crew-links/{person}/share": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary:
        "Text with the link of a person, for WhatsApp or a text message. It is recorded, because the link works for its reader.",
      params: InProject,
      body: Empty,
      response: CrewLinkShare,
    }),
    "POST /api/projects/{id}/crew-links/{person}/send": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary:
        "Send a person their snags and link now, by email, or by text message without an email address.",
      params: InProject,
      body: Empty,
      response: CrewLink,
    }),
    "POST /api/projects/{id}/crew-links/{person}/renew": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary: "End a link that was forwarded or lost, with all its devices, and send the person a new one.",
      params: InProject,
      body: Empty,
      response: CrewLink,
    }),
    "POST /api/projects/{id}/crew-links/{person}/revoke": endpoint({
      access: { can: "project.manage_team", by: "id" },
      summary: "End a link until a new one is sent to the person by hand.",
      params: InProject,
      body: Empty,
      response: CrewLink,
    }),
    "GET /api/annotations/{id}/answers": endpoint({
      access: { can: "snag.view", by: "id" },
      summary: "Answers to a snag by links, oldest first.",
      params: IdParams,
      response: z.array(SnagAnswer),
    }),
  },
  "snags",
);
