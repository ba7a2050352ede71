import { describe, expect, it } from "vitest";
import { wordsIn } from "./texts.ts";

const [{ speaker: english }, { speaker: arabic }] = await Promise.all([wordsIn("en"), wordsIn("ar")]);

describe("the viewer's texts", () => {
  it("fill placeholders and leave values alone that look like placeholders", () => {
    const { say } = english;
    expect(say("announce_room", { room: "{{n}}", n: 2, total: 5 })).toBe("{{n}}, room 2 of 5");
    expect(say("share.message", { visit: "$& $1", room: "Roof" })).toBe("$& $1: Roof");
  });

  it("use the English plural forms", () => {
    const { count } = english;
    expect([0, 1, 2, 11].map((n) => count("rooms.count", n))).toEqual([
      "0 rooms",
      "1 room",
      "2 rooms",
      "11 rooms",
    ]);
  });

  it("use the six Arabic plural forms", () => {
    const { count } = arabic;
    const forms = [0, 1, 2, 5, 11, 100].map((n) => count("rooms.count", n));
    expect(forms).toEqual(["لا غرف", "غرفة واحدة", "غرفتان", "5 غرف", "11 غرفة", "100 غرفة"]);
  });

  it("format dates with the month in words and Western digits in both languages", () => {
    expect(english.date("2026-08-21T09:30:00Z")).toBe("21 August 2026");
    expect(arabic.date("2026-08-21T09:30:00Z")).toMatch(/^21 .*[\u0600-\u06FF]+ 2026$/);
    expect(english.date("yesterday")).toBe("");
  });
});
