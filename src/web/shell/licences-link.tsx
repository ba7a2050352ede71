import { useText } from "#web/lib/use-text.ts";

/** Of the links under a page. */
export const footerLinkClass =
  "hit-area rounded-sm text-ink-muted underline decoration-transparent underline-offset-3 transition-colors hovered:text-ink hovered:decoration-current";

/** Under every page, whatever the settings: where the works of others are named. */
export function LicencesLink() {
  const t = useText();
  return (
    <a href="/licences" className={footerLinkClass}>
      {t("shell.titles.licences")}
    </a>
  );
}
