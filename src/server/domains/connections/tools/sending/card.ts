import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { SnagStatus } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/snags.json" with { type: "json" };
import en from "#i18n/en/work/snags.json" with { type: "json" };
import { snagLink } from "#server/domains/work/snags/links.ts";
import type { ToolFields } from "#server/integrations/tools/tool-client.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import "#server/media/tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/work/snags/tables.ts";
import "#server/domains/media/visits/tables.ts";

const words = { en, ar } satisfies Record<Language, object>;

export interface CardPhoto {
  /** Name of the file at the tool. Not its name here: knowing that name grants access to the picture. */
  readonly name: string;
  readonly type: "image/webp" | "image/jpeg";
  /** Key in the object store; null for the view of the room's picture. */
  readonly image: string | null;
}

/** The desired content of a snag's card. */
export interface WantedCard {
  readonly id_project: number;
  readonly title: string;
  readonly status: SnagStatus;
  readonly version: number;
  readonly fields: ToolFields;
  /** Hash of the fields: changes with any of them. */
  readonly hash: string;
  readonly photos: readonly CardPhoto[];
}

export interface CardOptions {
  readonly db: Database;
  /** Public address of this server, without a trailing slash. */
  readonly site: string;
}

/**
 * The address by which a card is found again. The suffix after the number keeps `/snags/1` from matching in
 * `/snags/12`.
 */
export const cardLink = (site: string, snagId: number): string => `${site}${snagLink(snagId)}?from=card`;

/** In the language of the account's owner. Undefined when the snag was deleted. */
export async function wantedCard(
  { db, site }: CardOptions,
  snagId: number,
  userId: number,
): Promise<WantedCard | undefined> {
  const snag = await db
    .selectFrom("snags as s")
    .innerJoin("projects as p", "p.id", "s.id_project")
    .leftJoin("visits as v", (join) => join.onRef("v.id", "=", "s.id_visit").on("v.deleted_at", "is", null))
    .leftJoin("rooms as r", "r.id", "s.id_room")
    .leftJoin("pictures as c", (join) =>
      join.onRef("c.sha256", "=", "r.picture_sha256").on("c.state", "=", "ready"),
    )
    .leftJoin("users as a", "a.id", "s.id_assignee")
    .select(["s.id", "s.id_project", "s.number", "s.title", "s.text", "s.status", "s.priority", "s.trade"])
    .select(["s.due_date", "s.version", "s.visit_name", "s.room_name", "p.name as project"])
    .select(["v.name as visit", "r.name as room", personName("a").as("assignee")])
    .select(sql<string | null>`(select w.name from crews w where w.id = s.id_crew)`.as("crew"))
    .select(({ and, eb }) =>
      and([eb("s.yaw", "is not", null), eb("v.id", "is not", null), eb("c.sha256", "is not", null)]).as(
        "has_view",
      ),
    )
    .where("s.id", "=", snagId)
    .executeTakeFirst();
  if (snag === undefined) return undefined;
  const photos = await db
    .selectFrom("snag_photos")
    .select(["id", "image"])
    .where("id_snag", "=", snagId)
    .orderBy("id")
    .execute();
  const person = await personOf(db, userId, snag.id_project);
  const hasView = snag.has_view === true && person.seesVisits;
  const say = words[person.language];
  const place = [snag.room ?? snag.room_name, snag.visit ?? snag.visit_name].filter((name) => name !== "");
  const facts = [
    [say.fields.project, snag.project],
    [say.fields.where, place.join(", ")],
    [say.fields.priority, say.priorities[snag.priority]],
    [say.fields.trade, snag.trade],
    [say.fields.assignee, [snag.assignee, snag.crew].filter(Boolean).join(" · ")],
  ] as const;
  const lines = facts.filter(([, value]) => value !== "").map(([label, value]) => `${label}: ${value}`);
  const fields: ToolFields = {
    title: `#${snag.number} ${snag.title}`,
    description: [snag.text, lines.join("\n")].filter((part) => part !== "").join("\n\n"),
    due: snag.due_date,
    link: cardLink(site, snag.id),
  };
  return {
    id_project: snag.id_project,
    title: snag.title,
    status: snag.status,
    version: snag.version,
    fields,
    hash: createHash("sha256").update(JSON.stringify(fields)).digest("base64url"),
    photos: [
      ...(hasView
        ? [{ name: `snag-${snag.number}-view.jpg`, type: "image/jpeg", image: null } as const]
        : []),
      ...photos.map(
        ({ id, image }) => ({ name: `snag-${snag.number}-${id}.webp`, type: "image/webp", image }) as const,
      ),
    ],
  };
}

/** The language of the sender, and whether they may share pictures of visits. */
async function personOf(db: Database, userId: number, projectId: number) {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_user", "=", "u.id").on("m.id_project", "=", projectId),
    )
    .select(["u.language", "u.role", "m.grants"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  const seesVisits = row?.role === "super_admin" || row?.grants?.includes("visits.view") === true;
  return { language: row?.language ?? "en", seesVisits } as const;
}
