import type { DelayCause } from "#contract/diary.ts";
import type { Language } from "#contract/languages.ts";
import arDiary from "#i18n/ar/work/diary.json" with { type: "json" };
import ar from "#i18n/ar/work/owner_reports.json" with { type: "json" };
import enDiary from "#i18n/en/work/diary.json" with { type: "json" };
import en from "#i18n/en/work/owner_reports.json" with { type: "json" };
import { isolate } from "#i18n/isolate.ts";
import { fillText } from "#server/platform/mail/text.ts";

const texts = { en, ar } satisfies Record<Language, object>;
const causes = { en: enDiary.causes, ar: arDiary.causes };

/** Gregorian months and Western digits in both languages. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export interface ReportWords {
  readonly language: Language;
  readonly say: typeof en;
  /** Fills the `{{places}}`; names of the other script cannot break the sentence. */
  fill(text: string, values: Readonly<Record<string, string | number>>): string;
  /** One of the sentences that depend on a count. */
  counted(what: Counted, count: number, values?: Readonly<Record<string, string | number>>): string;
  /** `2026-11-21` as 21 November 2026. */
  day(day: string): string;
  /** Two days, without what they have in common. */
  period(from: string, to: string): string;
  percent(percent: number): string;
  number(value: number): string;
  /** Day and time in a zone. */
  moment(at: Date, zone: string): string;
  cause(cause: string): string;
  list(parts: readonly string[]): string;
}

export type Counted =
  | "visits"
  | "rooms"
  | "snags_opened"
  | "snags_closed"
  | "snags_open"
  | "snags_overdue"
  | "coverage"
  | "late"
  | "cameras";

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

export function reportWords(language: Language): ReportWords {
  const say = texts[language];
  const locale = locales[language];
  const plurals = new Intl.PluralRules(language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(locale);
  const fill: ReportWords["fill"] = (text, values) =>
    fillText(
      text,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      (value) => isolate(value, language),
    );
  return {
    language,
    say,
    fill,
    counted(what, count, values = {}) {
      const forms: Readonly<Record<string, unknown>> = say.sentences;
      // A zero form of its own, where the language has one.
      const zero = count === 0 ? forms[`${what}_zero`] : undefined;
      const form = zero ?? forms[`${what}_${plurals.select(count)}`] ?? forms[`${what}_other`];
      return fill(String(form), { ...values, count: numbers.format(count) });
    },
    day: (day) => days.format(asDate(day)),
    period: (from, to) =>
      from === to ? days.format(asDate(from)) : days.formatRange(asDate(from), asDate(to)),
    percent: (percent) => `${numbers.format(percent)}%`,
    number: (value) => numbers.format(value),
    moment: (at, zone) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: "long",
        timeStyle: "short",
        hourCycle: "h23",
        timeZone: zone,
      }).format(at),
    cause: (cause) => causes[language][cause as DelayCause] ?? cause,
    list: (parts) => list.format(parts),
  };
}
