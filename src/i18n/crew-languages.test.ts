import { describe, expect, it } from "vitest";
import { crewLanguages } from "#contract/choices.ts";
import { readTextFile } from "./text-files.ts";
import type { TextTree } from "./text-tree.ts";

const flat = (tree: TextTree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix + key}.`),
  );

const plural = /_(?:zero|one|two|few|many|other)$/;
const stemOf = (key: string) => key.replace(plural, "");
/** `review` is no text: it says that no native reader has checked the file. */
const textsOf = (language: string) =>
  new Map(flat(readTextFile(language, "work/crews.answer")).filter(([key]) => key !== "review"));
const english = textsOf("en");
const placeholders = (text = "") => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted();

/** The languages that only the page of crews has; English and Arabic are compared with everything else. */
const further = crewLanguages.filter((language) => language !== "en" && language !== "ar");
/** Letters of the script of each. */
const scripts: Readonly<Record<string, RegExp>> = {
  ur: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
};

describe.each(further)("the page of crews in %s", (language) => {
  const texts = textsOf(language);

  it("has the texts of the English page", () => {
    expect([...new Set([...texts.keys()].map(stemOf))].toSorted()).toEqual(
      [...new Set([...english.keys()].map(stemOf))].toSorted(),
    );
  });

  it("has every plural form that its language distinguishes", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const stems = [...english.keys()].filter((key) => key.endsWith("_other")).map(stemOf);
    const missing = stems.flatMap((stem) =>
      pluralCategories.map((form) => `${stem}_${form}`).filter((key) => !texts.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it("fills the placeholders of the English page", () => {
    const differing = [...texts].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(english.get(key)).join(),
    );
    expect(differing).toEqual([]);
  });

  it("is written in its own script", () => {
    expect([...texts].filter(([, text]) => scripts[language]?.test(text) !== true)).toEqual([]);
  });
});
