import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commentsIn, faultsInComment, titlesIn } from "./comment-rules.ts";

const root = join(import.meta.dirname, "..");
const folders = ["bench", "client", "demo", "e2e", "scripts", "src", "test"];
const filesIn = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });

describe("comments and names of tests", () => {
  it.each(folders)("use plain words in %s", (folder) => {
    const faults = filesIn(folder).flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      const texts = [
        ...commentsIn(source),
        ...(/\.(?:test|spec)\.tsx?$/u.test(file) ? titlesIn(source) : []),
      ];
      return texts.flatMap((text) => faultsInComment(text).map((fault) => `${file}: ${fault}: ${text}`));
    });
    expect(faults.join("\n")).toBe("");
  });
});

describe("a comment", () => {
  it("is read as a whole, whatever its form", () => {
    const source = [
      "/** One line. */",
      "  /**",
      "   * First line",
      "   * and second.",
      "   */",
      "const a = 1; // left out",
      "// Of two",
      "// lines.",
      "{/* In JSX. */}",
    ].join("\n");
    expect(commentsIn(source)).toEqual(["One line.", "First line and second.", "Of two lines.", "In JSX."]);
  });

  it.each([
    ["Nobody reads this.", "Nobody"],
    ["Returns what he may see.", "he"],
    ["The wish of a client.", "wish"],
    ["The film is stored.", "film"],
    ["Owners are told once.", "told"],
    ["Who waits is served in order.", "Who w"],
    ["The list is looked at.", "looked at"],
  ])("may not say %s", (text, word) => {
    expect(faultsInComment(text).map((fault) => fault.split(" → ")[0])).toEqual([word]);
  });

  it("may name code and quote texts", () => {
    for (const text of ["Calls `tellOwner` of `film.ts`.", "Shows “Nobody yet”.", "What is the default?"])
      expect(faultsInComment(text), text).toEqual([]);
  });
});

describe("the name of a test", () => {
  it("is found in every form", () => {
    const source = 'it("one", () => 1); test.each([1])("two %s", () => 2); describe(`three ${x}`, () => 3);';
    expect(titlesIn(source)).toEqual(["one", "two %s", "three x"]);
  });
});
