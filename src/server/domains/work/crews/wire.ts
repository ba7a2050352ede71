import type { Crew } from "#contract/crews.ts";
import { linkName, maskAddress } from "#server/domains/work/snags/by-link.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { crewFlags } from "./crews.policy.ts";
import type { CrewRow } from "./crews.repository.ts";

const maskOr = (address: string | null, isWhole: boolean): string | null =>
  address === null || isWhole ? address : maskAddress(address);

/** Email and phone for a reader who may, or may not, see them whole. */
export const shownAddresses = (
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  isWhole: boolean,
) => ({ email: maskOr(email, isWhole), phone: maskOr(phone, isWhole) });

export function wireCrew(row: CrewRow, user: SessionUser): Crew {
  const { id, name, trade, projects, open_snags, version } = row;
  const can = crewFlags(row, user);
  return {
    id,
    name,
    trade,
    is_archived: row.archived_at !== null,
    people: row.people.map((person) => ({
      id: person.id,
      name: can.edit ? person.name : linkName(person.name),
      ...shownAddresses(person, can.edit),
      language: person.language,
      digest: person.digest,
    })),
    projects: [...projects],
    open_snags,
    version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: { ...can },
  };
}
