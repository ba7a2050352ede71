import type { TeamMember } from "#contract/team.ts";

/** Letters alike, whatever their case, accents or Arabic vowel signs. */
const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** Members in whose name, address or company every one of the words is found. */
export function membersMatching(members: readonly TeamMember[], typed: string): readonly TeamMember[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return members;
  return members.filter(({ name, email, company }) => {
    const text = fold(`${name} ${email ?? ""} ${company}`);
    return words.every((word) => text.includes(word));
  });
}
