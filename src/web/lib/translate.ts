import type { CrewLanguage } from "#contract/crews.ts";
import { isolate } from "#i18n/isolate.ts";
import { type TextTree, textAt } from "#i18n/text-tree.ts";
import type { Elsewhere, Texts } from "./text-keys.ts";

export type { TextTree } from "#i18n/text-tree.ts";

/** Values that say how many, written with separators of thousands. Others may be numbers of things: "Snag 1234". */
const quantities = new Set(["count", "total", "all", "done", "limit", "max", "most"]);

type Form = "zero" | "one" | "two" | "few" | "many" | "other";

/** `visits_one` and `visits_other` are the forms of one text, `visits`; either name is accepted. */
type WithStem<Key extends string> = Key extends `${infer Stem}_${Form}` ? Stem | Key : Key;

type Leaves<Tree, Path extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${WithStem<Key>}`
    : Leaves<Tree[Key], `${Path}${Key}.`>;
}[keyof Tree & string];

/** A key of a text, checked against the English files: `visits.name_required`. */
export type TextKey =
  | Leaves<Texts>
  // Domain by domain: of a union only the common keys would count.
  | { [Domain in keyof Elsewhere]: Leaves<Elsewhere[Domain]> }[keyof Elsewhere];

/** Values for `{{name}}` in the text. `count` selects the plural form as well. */
export type TextValues = Readonly<Record<string, string | number>>;

export type Translate = (key: TextKey, values?: TextValues) => string;

/**
 * Translates a key: `{{name}}` is filled in and isolated from the direction of the sentence, and a `count` selects the
 * plural form of the language (Arabic has six). Quantities have separators of thousands. Keys are checked against the
 * files, so there is no further fallback; a key without a text is returned as it is, which makes it visible and
 * searchable.
 *
 * @param isPartial more texts are on their way: a key without one is empty until they are here.
 */
export function createTranslate(language: CrewLanguage, texts: TextTree, isPartial = false): Translate {
  // Both when first needed: the first use of `Intl` costs a slow phone a twentieth of a second before it shows anything.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return (key, values = {}) => {
    const { count } = values;
    // Zero has a text of its own in every language, though English counts it as plural.
    const counted =
      typeof count === "number"
        ? (textAt(
            texts,
            `${key}_${count === 0 ? "zero" : (rules ??= new Intl.PluralRules(language)).select(count)}`,
          ) ?? textAt(texts, `${key}_other`))
        : undefined;
    const text = counted ?? textAt(texts, key) ?? (isPartial ? "" : key);
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      const isQuantity = typeof value === "number" && quantities.has(name);
      const written = isQuantity
        ? (numbers ??= new Intl.NumberFormat(language, { numberingSystem: "latn" })).format(value)
        : String(value);
      return isolate(written, language);
    });
  };
}
