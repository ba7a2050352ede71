import { changeLanguage, languageName, useLanguage } from "#web/lib/language.ts";
import { useSettings } from "#web/lib/session.ts";

/** The other language under its own name: the switcher of pages outside the dashboard, where a menu is too heavy. */
export function LanguageLink() {
  const other = useLanguage() === "en" ? "ar" : "en";
  if (useSettings()?.languages_enabled === false) return null;
  return (
    <button
      type="button"
      lang={other}
      onClick={() => void changeLanguage(other)}
      className="hit-area h-9 rounded-md px-3 text-ink-muted transition-colors hover:bg-hover hover:text-ink"
    >
      {languageName(other)}
    </button>
  );
}
