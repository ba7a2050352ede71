import type { Plugin } from "vite";

/**
 * React Aria includes its own texts in 34 languages and loads them all. The interface has two, so the other
 * dictionaries are replaced by empty ones; React Aria then falls back to English, which is never reached.
 */
export function twoLanguagesOnly(): Plugin {
  const dictionary = /react-(?:aria|stately|aria-components)\/.*\/intl\/.*\/([a-z]{2})-[A-Z]{2}\.m?js$/;
  return {
    name: "sitewalk:two-languages-only",
    enforce: "pre",
    load(id) {
      const language = dictionary.exec(id)?.[1];
      return language === undefined || language === "en" || language === "ar" ? null : "export default {};";
    },
  };
}
