import { describe, expect, it } from "vitest";
import { fold } from "./fold.ts";
import { markPieces } from "./marks.ts";
import { match } from "./palette/match.ts";
import { rank } from "./rank.ts";

const marked = (text: string, typed: string) =>
  markPieces(text, typed)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join("");

describe("folding", () => {
  it("unifies letters that people use interchangeably", () => {
    expect(fold("  Façade NORTH ")).toBe("facade north");
    expect(fold("مَبْنَى الإدارة")).toBe(fold("مبني الاداره"));
    expect(fold("بـــرج ٤٢")).toBe("برج 42");
    expect(fold("آبار ۱۲")).toBe("ابار 12");
  });
});

describe("marking", () => {
  it("marks the search text wherever it occurs, ignoring case", () => {
    expect(marked("Tower B", "tow")).toBe("[Tow]er B");
    expect(marked("Tower B", "ower b")).toBe("T[ower B]");
    expect(marked("Bridge over the bridge", "BRIDGE")).toBe("[Bridge] over the [bridge]");
    expect(marked("Tower B", "crane")).toBe("Tower B");
  });

  it("marks each of several separate words, once where they overlap", () => {
    expect(marked("Tower B, level 3", "level tower")).toBe("[Tower] B, [level] 3");
    expect(marked("banana", "anana ban")).toBe("[banana]");
  });

  it("keeps the vowel marks of Arabic with their letters", () => {
    expect(marked("مَبْنَى الإدارة", "مبني")).toBe("[مَبْنَى] الإدارة");
    expect(marked("برج الإمارة", "الاماره")).toBe("برج [الإمارة]");
  });
});

describe("ranking", () => {
  const titles = (list: readonly string[], typed: string, locale = "en-GB") =>
    rank(
      list.map((title) => ({ title, code: title === "Cellar" ? "B1" : "x" })),
      typed,
      locale,
    ).map(({ title }) => title);

  it("puts exact titles and codes first, ignoring case and surrounding space, then sorts by title", () => {
    expect(titles(["Tower B", "B", "A"], " b ")).toEqual(["B", "A", "Tower B"]);
    expect(titles(["Annex", "Cellar"], "b1")).toEqual(["Cellar", "Annex"]);
  });

  it("sorts titles as the reader's language does, digits by their value", () => {
    expect(titles(["Zone", "école", "Dock", "Fort"], "x")).toEqual(["Dock", "école", "Fort", "Zone"]);
    expect(titles(["Level 10", "Level 2"], "level")).toEqual(["Level 2", "Level 10"]);
    expect(titles(["ياسمين", "أبراج", "برج"], "x", "ar")).toEqual(["أبراج", "برج", "ياسمين"]);
  });
});

describe("matching of commands", () => {
  const order = (typed: string, ...labels: string[]) =>
    labels
      .flatMap((label) => {
        const fit = match(label, "", typed);
        return fit === null ? [] : [{ label, score: fit.score }];
      })
      .sort((a, b) => b.score - a.score)
      .map(({ label }) => label);

  it("prefers the start of the label, then of a word, then the middle, then scattered letters", () => {
    expect(order("pro", "Approve", "My Profile", "Projects")).toEqual(["Projects", "My Profile", "Approve"]);
    expect(order("np", "New Project", "Input", "Projects")).toEqual(["New Project", "Input"]);
    expect(order("edpr", "Edit Profile", "Deep red")).toEqual(["Edit Profile"]);
  });

  it("requires every word to match, and finds by words that are not in the label", () => {
    expect(match("Switch to dark mode", "theme night", "dark theme")).not.toBeNull();
    expect(match("Switch to dark mode", "theme night", "dark visit")).toBeNull();
    expect(match("Switch to dark mode", "theme night", "ight")).toBeNull();
  });

  it("does not match scattered letters", () => {
    expect(match("Show keyboard shortcuts", "", "soar")).toBeNull();
    expect(match("Notifications", "", "xn")).toBeNull();
  });

  it("matches Arabic as people type it, with or without the article", () => {
    expect(order("زيار", "الزيارات", "المشاريع", "زيارة جديدة")).toEqual(["زيارة جديدة", "الزيارات"]);
    expect(match("الإعدادات", "", "اعدادات")).not.toBeNull();
    expect(match("المحفوظات", "", "مشاريع")).toBeNull();
  });

  it("marks the matched letters", () => {
    const pieces = match("New Project", "", "np")?.pieces ?? [];
    expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(["N", "P"]);
  });
});
