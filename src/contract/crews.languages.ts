import type { crewLanguages } from "./choices.ts";

interface LanguageLook {
  /** In its own script, as the switcher shows it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Gregorian calendar and Western digits, as on the drawings and papers of a site. */
  readonly locale: string;
}

/** The languages of the answer page, in the order of the switcher. */
export const crewLanguageLooks: Readonly<Record<(typeof crewLanguages)[number], LanguageLook>> = {
  en: { name: "English", direction: "ltr", locale: "en-GB" },
  ar: { name: "العربية", direction: "rtl", locale: "ar-u-ca-gregory-nu-latn" },
  ur: { name: "اردو", direction: "rtl", locale: "ur-PK-u-ca-gregory-nu-latn" },
  hi: { name: "हिन्दी", direction: "ltr", locale: "hi-IN-u-ca-gregory-nu-latn" },
  bn: { name: "বাংলা", direction: "ltr", locale: "bn-BD-u-ca-gregory-nu-latn" },
};
