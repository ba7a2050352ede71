import type { Language } from "#contract/languages.ts";
import arCrews from "#i18n/ar/work/crews.json" with { type: "json" };
import arSnags from "#i18n/ar/work/snags.json" with { type: "json" };
import arReports from "#i18n/ar/work/snags.reports.json" with { type: "json" };
import enCrews from "#i18n/en/work/crews.json" with { type: "json" };
import enSnags from "#i18n/en/work/snags.json" with { type: "json" };
import enReports from "#i18n/en/work/snags.reports.json" with { type: "json" };
import { fillText } from "#server/platform/mail/text.ts";
import type { ReportSnag } from "./snag.ts";

type Counted = "count" | "overdue" | "earlier";

export interface ReportWords {
  readonly language: Language;
  readonly isRtl: boolean;
  /** Texts of the report. */
  readonly say: typeof enReports;
  readonly statuses: (typeof enSnags)["statuses"];
  readonly priorities: (typeof enSnags)["priorities"];
  /** `21 Nov 2026` for a day or an instant (in UTC, as a report contains no times). */
  day(at: string | Date): string;
  longDay(at: Date): string;
  fill(text: string, values: Readonly<Record<string, string | number>>): string;
  counted(what: Counted, count: number): string;
  /** The assignee and the crew; empty for no one. */
  assigned(snag: Pick<ReportSnag, "assignee" | "invited" | "crew">): string;
  /** Label of the crew. */
  readonly crew: string;
}

const texts = {
  en: { say: enReports, snags: enSnags, crew: enCrews.crew },
  ar: { say: arReports, snags: arSnags, crew: arCrews.crew },
} as const;

/** Gregorian months and Western digits in both languages. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export function reportWords(language: Language): ReportWords {
  const { say, snags, crew } = texts[language];
  const format = (style: "medium" | "long") =>
    new Intl.DateTimeFormat(locales[language], {
      day: "numeric",
      month: style === "long" || language === "ar" ? "long" : "short",
      year: "numeric",
      timeZone: "UTC",
    });
  const [medium, long] = [format("medium"), format("long")];
  const plurals = new Intl.PluralRules(language);
  const fill: ReportWords["fill"] = (text, values) =>
    fillText(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])));
  return {
    language,
    isRtl: language === "ar",
    say,
    statuses: snags.statuses,
    priorities: snags.priorities,
    day: (at) => medium.format(typeof at === "string" ? new Date(`${at}T00:00:00Z`) : at),
    longDay: (at) => long.format(at),
    fill,
    crew,
    assigned: ({ assignee, invited: name, crew: team }) =>
      [name === "" ? assignee : fill(snags.invited_person, { name }), team]
        .filter((part) => part !== "")
        .join(" · "),
    counted(what, count) {
      const forms = say as Readonly<Record<string, unknown>>;
      const form = forms[`${what}_${plurals.select(count)}`] ?? forms[`${what}_other`];
      return fill(String(form), { count });
    },
  };
}
