import { describe, expect, it } from "vitest";
import { errors } from "#contract/errors.ts";
import { builtInTexts } from "#web/lib/built-in-texts.ts";
import { readTextFile, readTexts, textFiles } from "./text-files.ts";
import type { TextTree as Tree } from "./text-tree.ts";

const domains = textFiles("en");

/** `{ a: { b: "x" } }` as `[["a.b", "x"]]`. */
function flat(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix + key}.`),
  ) as [string, string][];
}

const plural = /_(zero|one|two|few|many|other)$/;
const singular = (key: string) => key.replace(plural, "");
const placeholders = (text: string) => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort();

/** The plural stems of a file: keys that have an `_other`. */
const stems = (texts: Map<string, string>) =>
  [...texts.keys()].filter((key) => key.endsWith("_other")).map(singular);

/** The same keys in both languages, plural forms counted once. */
const keys = (texts: Map<string, string>) => {
  const plurals = new Set(stems(texts));
  return [
    ...new Set([...texts.keys()].map((key) => (plurals.has(singular(key)) ? singular(key) : key))),
  ].sort();
};

describe("translations", () => {
  it("exist for the same domains in both languages", () => {
    expect(textFiles("ar")).toEqual(domains);
  });

  describe.each(domains)("%s", (domain) => {
    const en = new Map(flat(readTextFile("en", domain)));
    const ar = new Map(flat(readTextFile("ar", domain)));

    it("has the same keys in Arabic as in English", () => {
      expect(keys(ar)).toEqual(keys(en));
    });

    it("leaves no text empty", () => {
      expect([...en, ...ar].filter(([, text]) => text.trim() === "")).toEqual([]);
    });

    it("gives every counted text all plural forms of its language", () => {
      const missing = (texts: Map<string, string>, forms: string[]) =>
        stems(texts).flatMap((stem) =>
          forms.map((form) => `${stem}_${form}`).filter((key) => !texts.has(key)),
        );
      expect(missing(en, ["one", "other"])).toEqual([]);
      expect(missing(ar, ["zero", "one", "two", "few", "many", "other"])).toEqual([]);
    });

    it("fills the same placeholders in Arabic as in English", () => {
      const plurals = new Set([...stems(en), ...stems(ar)]);
      const differing = [...en].filter(([key, text]) => {
        const arabic = ar.get(key);
        // "نتيجتان" means two without the figure, so of counted texts only the general form must match.
        if (arabic === undefined || (plurals.has(singular(key)) && !key.endsWith("_other"))) return false;
        return placeholders(text).join() !== placeholders(arabic).join();
      });
      expect(differing).toEqual([]);
    });

    it("is written in Arabic letters, save for names and figures", () => {
      // Names of products, protocols and methods, in any script.
      const names =
        /\b(Google|WhatsApp|Telegram|Facebook|Twitter|LinkedIn|OpenID Connect|Autodesk|Trello|monday\.com|MS Project|ClickUp|STARTTLS|TLS|SHA-256|MediaMTX|AWS MediaLive|OBS Studio|Construction Cloud|BIM 360|WBS)\b/g;
      const words = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, "").replaceAll(names, "");
      // A language is offered under its own name.
      const foreign = [...ar].filter(
        ([, text]) => text !== "English" && !/[\u0600-\u06FF]/.test(text) && /[a-z]{3}/i.test(words(text)),
      );
      expect(foreign).toEqual([]);
    });
  });

  it("contain every error of the contract with its English message", () => {
    const codes = readTextFile("en", "errors")["code"] as Tree;
    const spoken = Object.fromEntries(
      Object.entries(errors).map(([code, { text }]) => [code, text.replaceAll(/\{(\w+)\}/g, "{{$1}}")]),
    );
    expect(codes).toEqual(spoken);
  });

  it("match the texts embedded in the page", () => {
    for (const language of ["en", "ar"] as const) {
      const texts = new Map(flat(readTexts(language)));
      const built = flat(builtInTexts[language]);
      expect(built.length).toBeGreaterThan(0);
      expect(built.filter(([key, text]) => texts.get(key) !== text)).toEqual([]);
    }
  });
});
