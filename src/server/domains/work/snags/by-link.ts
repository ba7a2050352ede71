import type { ByLink } from "#contract/crews.ts";
import { standingsIn } from "#server/domains/sites/projects/projects.policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnagRecord } from "./snags.policy.ts";
import type { LinkSender } from "./tables.ts";

const dots = "•••";

const initialOf = (text: string): string => /^./u.exec(text)?.[0] ?? "";

/** `a•••@e•••.com`, `+966•••67`: enough for a reader who knows the address. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address.length < 8 ? dots : `${address.slice(0, 4)}${dots}${address.slice(-2)}`;
  const domain = address.slice(at + 1);
  const ending = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  return `${initialOf(address)}${dots}@${initialOf(domain)}${dots}${ending}`;
}

/** The name of a crew's person: an email address as a name is shown in part only. */
export const linkName = (name: string): string => (name.includes("@") ? maskAddress(name) : name);

/** `isWhole`: for readers who manage the team. */
export const shownSender = ({ name, crew, sent_to }: LinkSender, isWhole: boolean): ByLink => ({
  name: linkName(name),
  crew,
  sent_to: isWhole ? sent_to : maskAddress(sent_to),
});

/** Whether this user may see the addresses of crews: they manage the team of the snag's project. */
export const seesAddresses = (snag: SnagRecord, user: SessionUser): boolean =>
  user.super_admin || standingsIn(snag).includes("team.edit");
