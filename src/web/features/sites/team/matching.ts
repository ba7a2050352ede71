import type { TeamMember } from "#contract/team.ts";

/** Normalizes text, without case, accents and Arabic vowel signs. */
const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** Members whose name, address or company contains every word. */
export function membersMatching(members: readonly TeamMember[], typed: string): readonly TeamMember[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return members;
  return members.filter(({ name, email, company }) => {
    const text = fold(`${name} ${email ?? ""} ${company}`);
    return words.every((word) => text.includes(word));
  });
}
