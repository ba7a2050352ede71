import type { Translate } from "#web/lib/use-text.ts";
import { type Extra, type Field, type Group, groups, isField } from "./groups.ts";
import { hinted, hintOf, labelOf } from "./setting-texts.ts";

/** Groups with those of their settings whose texts, in the reader's language, or key contain every search word. */
export function findSettings(search: string, t: Translate): Group[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const holds = (text: string) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
  return groups.flatMap((group) => {
    const title = t(`settings.groups.${group.id}`);
    const parts = group.parts.filter((part) => holds(`${title} ${wordsOf(part, t)}`));
    return parts.length === 0 ? [] : [{ ...group, parts }];
  });
}

function wordsOf(part: Field | Extra, t: Translate): string {
  if (isField(part)) return `${part.key} ${labelOf(part.key, t)} ${hintOf(part.key, t, hinted) ?? ""}`;
  if (part === "brand-pictures")
    return `${t("settings.labels.logo")} ${t("settings.labels.small_logo")} ${t("settings.labels.background")}`;
  if (part === "profile-fields") return t("settings.profile_fields");
  if (part === "test-mail") return t("settings.test_mail.title");
  // Found only with the whole group; alone it would be a title without content.
  if (part.startsWith("part-")) return "";
  return part.startsWith("test-") ? t("settings.test.button") : t("settings.callback");
}

/** Ignores case, accents and the vowel signs of Arabic. */
const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
