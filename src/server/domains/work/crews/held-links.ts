import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { openSnagsOf } from "./link-snags.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import "./tables.ts";

type Links = Pick<LinksRepository, "ofCrew" | "ofPerson" | "reopen">;

/** The link of a person, created where it is missing. Throws NOT_FOUND for a person of a crew that is not attached. */
export async function attachedLink(
  trx: Trx,
  links: Links,
  projectId: number,
  personId: number,
): Promise<LinkRow & { readonly is_archived: boolean }> {
  const person = await trx
    .selectFrom("crew_people as q")
    .innerJoin("crew_projects as j", "j.id_crew", "q.id_crew")
    .innerJoin("crews as c", "c.id", "q.id_crew")
    .select(["q.id_crew", "c.archived_at"])
    .where("q.id", "=", personId)
    .where("j.id_project", "=", projectId)
    .executeTakeFirst();
  if (person === undefined) throw new AppError("NOT_FOUND");
  await links.ofCrew(trx, person.id_crew, projectId);
  const link = await links.ofPerson(personId, projectId, trx);
  if (link === undefined) throw new AppError("NOT_FOUND");
  return { ...link, is_archived: person.archived_at !== null };
}

/** The same for a link that will be sent. Throws CREW_NO_SNAGS for one without open snags. */
export async function holdLink(
  trx: Trx,
  links: Links,
  projectId: number,
  personId: number,
): Promise<LinkRow> {
  const link = await attachedLink(trx, links, projectId, personId);
  if (link.is_archived || (await openSnagsOf(trx, link.id)).length === 0) throw new AppError("CREW_NO_SNAGS");
  return link;
}

/** A link that can be sent: one that is revoked or over gets a new code. */
export async function usableLink(
  trx: Trx,
  links: Links,
  projectId: number,
  personId: number,
): Promise<LinkRow> {
  const link = await holdLink(trx, links, projectId, personId);
  if (link.is_open) return link;
  await links.reopen(trx, link.id);
  return (await links.ofPerson(personId, projectId, trx)) ?? link;
}
