import type { SettingValues } from "#contract/settings.ts";
import type { PublicProfile } from "#contract/users.ts";
import { publicName } from "#server/platform/person-name.ts";
import type { Account, UsersRepository } from "./users.repository.ts";
import type { Address } from "./wire.ts";

/** Public view of a user: face and name, without contact details. */
export type PublicPerson = Pick<PublicProfile, "code" | "name" | "company" | "avatar">;

export interface PublicPersonsOptions {
  readonly repository: Pick<UsersRepository, "shown">;
  readonly settings: { get(): SettingValues };
  /** Content that a user has published. */
  readonly shared: { ofPerson(userId: number): Promise<PublicProfile["tours"]> };
  readonly address: Address;
}

/** Public views of users; undefined for an account that is not public. */
export function createPublicPersons({ repository, settings, shared, address }: PublicPersonsOptions) {
  const face = (person: Account): PublicPerson => ({
    code: person.code,
    name: publicName(person),
    company: settings.get().company_enable ? person.company : "",
    avatar: person.avatar === null ? null : address(person.avatar),
  });

  return {
    async publicProfile(code: string): Promise<PublicProfile | undefined> {
      const person = await repository.shown("code", code);
      if (person === undefined) return undefined;
      return {
        ...face(person),
        cover_image: person.cover_image === null ? null : address(person.cover_image),
        member_since: person.created_at.toISOString(),
        tours: await shared.ofPerson(person.id),
      };
    },

    async publicPerson(id: number): Promise<PublicPerson | undefined> {
      const person = await repository.shown("id", id);
      return person && face(person);
    },
  };
}
