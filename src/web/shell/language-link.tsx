import { changeLanguage, languageName, useLanguage } from "#web/lib/language.ts";
import { useSettings } from "#web/lib/session.ts";
import { cx } from "#web/ui/classes.ts";

/** The other language under its own name: the switcher of pages outside the dashboard, where a menu is too heavy. */
export function LanguageLink() {
  const other = useLanguage() === "en" ? "ar" : "en";
  if (useSettings()?.languages_enabled === false) return null;
  return (
    <button
      type="button"
      lang={other}
      onClick={() => void changeLanguage(other)}
      className={cx(
        "hit-area h-9 cursor-default rounded-md px-3 text-sm text-ink-muted transition-colors hovered:bg-hover hovered:text-ink",
        // One word is not worth 160 KB of Arabic font to English readers.
        other === "ar" && "font-system",
      )}
    >
      {languageName(other)}
    </button>
  );
}
