import { describe, expect, it } from "vitest";
import type { Moment } from "#contract/viewer.ts";
import { wordsIn } from "../texts.ts";
import { dateWords } from "./words.ts";

const [en, ar] = await Promise.all([wordsIn("en"), wordsIn("ar")]);
const speakers = { en: en.speaker, ar: ar.speaker };

const at = (...instants: string[]) => instants.map((visit_date) => ({ visit_date }) as Moment);
const shorts = (moments: Moment[], language: "en" | "ar" = "en") =>
  dateWords(moments, speakers[language]).map(({ short }) => short);

describe("the texts of dates", () => {
  it("are days within one year, and include the year where there are several", () => {
    expect(shorts(at("2026-02-18T12:00:00Z", "2026-04-08T12:00:00Z"))).toEqual(["18 Feb", "8 Apr"]);
    expect(shorts(at("2025-11-18T12:00:00Z", "2026-01-08T12:00:00Z", "2026-02-01T12:00:00Z"))).toEqual([
      "18 Nov 2025",
      "8 Jan 2026",
      "1 Feb",
    ]);
  });

  it("distinguish two visits of one day by the hour", () => {
    const two = at("2026-02-18T10:00:00Z", "2026-02-18T12:30:00Z", "2026-03-01T12:00:00Z");
    const words = dateWords(two, speakers.en);
    expect(words.map(({ short }) => short)).toEqual(["18 Feb", expect.stringMatching(/^\d\d:30$/), "1 Mar"]);
    expect(words.map(({ long }) => long)).toEqual([
      expect.stringMatching(/^18 February 2026, \d\d:00$/),
      expect.stringMatching(/^18 February 2026, \d\d:30$/),
      "1 March 2026",
    ]);
  });

  it("are Arabic, with the Gregorian month names and digits of the region", () => {
    expect(shorts(at("2026-02-18T12:00:00Z"), "ar")).toEqual(["18 فبراير"]);
    expect(dateWords(at("2026-04-08T12:00:00Z"), speakers.ar)[0]?.long).toBe("8 أبريل 2026");
  });
});
