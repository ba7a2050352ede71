import type { AuditFinding } from "#contract/audit.ts";
import type { EvidenceLine } from "#contract/evidence.ts";
import type { Language } from "#contract/languages.ts";
import arEvidence from "#i18n/ar/oversight/evidence.json" with { type: "json" };
import enEvidence from "#i18n/en/oversight/evidence.json" with { type: "json" };
import type enProfile from "#i18n/en/people/profile.json";
import { readTexts } from "#i18n/text-files.ts";
import { fillText } from "#server/platform/mail/text.ts";

/** Texts of actions, for the subjects of every domain. */
const doesIn = (language: Language) =>
  (readTexts(language)["profile"] as unknown as typeof enProfile).activity.does;
const texts = {
  en: { say: enEvidence, does: doesIn("en") },
  ar: { say: arEvidence, does: doesIn("ar") },
} as const;

/** Gregorian months and Western figures in both languages. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export type EvidenceWords = ReturnType<typeof evidenceWords>;

/** Texts of a chain-of-custody report, in one language. */
export function evidenceWords(language: Language) {
  const { say, does } = texts[language];
  const moments = new Intl.DateTimeFormat(locales[language], {
    dateStyle: language === "ar" ? "long" : "medium",
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: "UTC",
  });
  const numbers = new Intl.NumberFormat(locales[language]);
  const plurals = new Intl.PluralRules(language);
  const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
    fillText(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])));

  return {
    language,
    isRtl: language === "ar",
    say,
    fill,
    number: (value: number) => numbers.format(value),
    /** `21 Nov 2026, 10:00:05 UTC`: explicit, for readers in other time zones. */
    moment: (at: string | Date) => `${moments.format(new Date(at))} UTC`,
    /** The action, worded as in the log. */
    sentence({ action, subject }: EvidenceLine): string {
      const [kind = "", verb = ""] = action.split(".");
      const text = (does as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>)[kind]?.[
        verb
      ];
      return text === undefined ? action : fill(text, { name: subject });
    },
    who({ who, is_guest, action }: EvidenceLine): string {
      if (who !== "") return who;
      if (is_guest) return say.guest;
      return action.endsWith(".purged") ? say.server : say.gone;
    },
    seen(count: number): string {
      const forms = say as unknown as Readonly<Record<string, string>>;
      const form = count === 0 ? "zero" : plurals.select(count);
      return fill(forms[`seen_count_${form}`] ?? say.seen_count_other, { count });
    },
    problem({ problem, id_line, id_seal }: AuditFinding): string {
      const where =
        id_line !== null && id_seal !== null
          ? fill(say.of_line, { n: id_line, seal: id_seal })
          : id_line !== null
            ? fill(say.of_line_only, { n: id_line })
            : id_seal !== null
              ? fill(say.of_seal, { seal: id_seal })
              : "";
      return [say.problems[problem], where].filter((part) => part !== "").join(" – ");
    },
  };
}

/** A checksum in readable groups of eight, always from left to right. */
export const grouped = (hash: string): string => `\u2066${hash.match(/.{1,8}/g)?.join(" ") ?? ""}\u2069`;
