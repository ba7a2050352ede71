import { describe, expect, it } from "vitest";
import { crewLanguages } from "#contract/choices.ts";
import ar from "#i18n/crew-letters/ar.json" with { type: "json" };
import bn from "#i18n/crew-letters/bn.json" with { type: "json" };
import en from "#i18n/crew-letters/en.json" with { type: "json" };
import hi from "#i18n/crew-letters/hi.json" with { type: "json" };
import ur from "#i18n/crew-letters/ur.json" with { type: "json" };

type Tree = { readonly [key: string]: string | Tree };
const letters: Readonly<Record<(typeof crewLanguages)[number], Tree>> = { en, ar, ur, hi, bn };

const flat = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  ) as [string, string][];
const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted().join();
/** Letters of the scripts of the languages. */
const scripts = {
  en: /\p{sc=Latn}/u,
  ar: /\p{sc=Arab}/u,
  ur: /\p{sc=Arab}/u,
  hi: /\p{sc=Deva}/u,
  bn: /\p{sc=Beng}/u,
};

describe("emails to crews", () => {
  it.each(crewLanguages)(
    "have the same texts with the same placeholders in %s, in its own script",
    (language) => {
      const texts = flat(letters[language]).filter(([key]) => key !== "review");
      expect(texts.map(([key, text]) => [key, places(text)])).toEqual(
        flat(en).map(([key, text]) => [key, places(text)]),
      );
      expect(texts.filter(([, text]) => !scripts[language].test(text))).toEqual([]);
    },
  );

  it("say which languages a native reader has not checked yet", () => {
    const open = crewLanguages.filter((language) => "review" in letters[language]);
    expect(open).toEqual(["ur", "hi", "bn"]);
  });
});
