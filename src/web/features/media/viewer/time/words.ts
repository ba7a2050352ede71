import type { Moment } from "#contract/viewer.ts";
import type { Speaker } from "../texts.ts";

/** The texts of one date among others. */
export interface DateWords {
  /** 12 March 2026, with the hour where two visits were on one day. */
  readonly long: string;
  /** 12 Mar, with the year where another one begins; the hour where the preceding visit was on the same day. */
  readonly short: string;
}

/** Dates oldest first. */
export function dateWords(moments: readonly Moment[], { language }: Speaker): readonly DateWords[] {
  const locale = language === "ar" ? "ar-u-ca-gregory-nu-latn" : "en-GB";
  const words = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return ({ visit_date }: Moment) => format.format(new Date(visit_date));
  };
  const [long, hour, year] = [
    words({ dateStyle: "long" }),
    words({ timeStyle: "short" }),
    words({ year: "numeric" }),
  ];
  const day = words({ day: "numeric", month: "short" });
  const dayOfYear = words({ day: "numeric", month: "short", year: "numeric" });
  const isOneYear = new Set(moments.map(year)).size < 2;
  return moments.map((moment, index) => {
    const before = moments[index - 1];
    const isSameDay = (other: Moment | undefined) => other !== undefined && long(other) === long(moment);
    const isSameYear = isOneYear || (before !== undefined && year(before) === year(moment));
    return {
      long:
        isSameDay(before) || isSameDay(moments[index + 1])
          ? `${long(moment)}${language === "ar" ? "، " : ", "}${hour(moment)}`
          : long(moment),
      short: isSameDay(before) ? hour(moment) : isSameYear ? day(moment) : dayOfYear(moment),
    };
  });
}
