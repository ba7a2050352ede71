import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#server/domains/people/auth/accounts.ts";
import type { Trx } from "#server/platform/database.ts";
import { loadPersonName } from "#server/platform/person-name.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import { invitationsChanged } from "./team.events.ts";
import type { Caller, TeamOptions, TeamProject } from "./team-context.ts";

/** Parts of an invitation that depend on the current owner of the address. */
export interface Delivery {
  readonly id_user: number | null;
  readonly token_hash: Buffer | null;
  readonly is_mailed: boolean;
  /** Path of the link that creates an account, where no email carries it. */
  readonly link: string | null;
}

export interface Parcel {
  readonly project: Pick<TeamProject, "id" | "name">;
  readonly email: string;
  readonly person: UserRecord | undefined;
  readonly caller: Caller;
  /** The inviter's own message; may be empty. */
  readonly message: string;
}

const minutes = limits.team.invitationDays * 24 * 60;

/**
 * Delivers an invitation to its recipient:
 * - a person with an account gets a notification and an email. Where addresses are confirmed, the account of an
 * unconfirmed one is asked to confirm it first: otherwise a user who claims another person's address would be let into
 * that person's projects.
 * - a person whose account is pending, or who has none, is sent a link that opens it and the project at once.
 * - where no email is sent the link is handed to the inviter, but never one that opens an existing account: the inviter
 * would gain the rights that an administrator meant for another person.
 */
export function createDelivery({ bus, notices, mailer, settings, links }: TeamOptions) {
  return async (trx: Trx, { project, email, person, caller, message }: Parcel): Promise<Delivery> => {
    const { smtp_valid, validate_email } = settings.get();
    const none = { id_user: null, token_hash: null, is_mailed: false, link: null };
    if (person !== undefined && person.awaiting === null) {
      const isProved = person.email_verified_at !== null || !(validate_email && smtp_valid);
      if (!isProved) {
        await links.activations.create(trx, person);
        return none;
      }
      await tellInvited({ bus, notices }, trx, { project, id_user: person.id, by: caller.user.id, message });
      return { ...none, id_user: person.id };
    }
    if (!smtp_valid && person !== undefined) return none;
    const token = newToken();
    const link = `/activate/${token}`;
    const token_hash = hashToken(token);
    if (!smtp_valid) return { ...none, token_hash, link };
    const inviter = await loadPersonName(trx, caller.user.id);
    await mailer.queue(trx, {
      to: email,
      language: person?.language ?? caller.user.language,
      template: "project_invitation",
      values: { name: person?.first_name ?? "", inviter, project: project.name, minutes, message },
      link,
    });
    return { ...none, token_hash, is_mailed: true };
  };
}

/** Notifies a user with an account that a project awaits their answer. */
export async function tellInvited(
  { bus, notices }: Pick<TeamOptions, "bus" | "notices">,
  trx: Trx,
  about: {
    readonly project: Parcel["project"];
    readonly id_user: number;
    readonly by: number | null;
    readonly message: string;
  },
): Promise<void> {
  const { project, id_user, by, message } = about;
  await notices.notify(trx, {
    to: [id_user],
    ...(by !== null && { by }),
    sort: "project_invited",
    values: { actor: "", project: project.name, ...(message !== "" && { message }) },
    link: "/projects",
    fold: `invitation to ${project.id}`,
  });
  await bus.emit(trx, invitationsChanged, { id_user });
}
