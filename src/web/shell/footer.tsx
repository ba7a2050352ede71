import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { FooterLinks } from "./footer-links.tsx";

/** As of when the page was opened. */
const year = new Date().getFullYear();

export function Footer() {
  const t = useText();
  const settings = useSettings();
  if (settings === null) return null;
  return (
    <footer className="mt-auto flex flex-wrap items-baseline gap-x-6 gap-y-1.5 pt-10 text-xs text-ink-faint">
      <span>
        {settings.website_name} © {year}
      </span>
      <FooterLinks />
      {settings.version !== undefined && (
        <span className="ms-auto">{t("shell.footer.version", { version: settings.version })}</span>
      )}
    </footer>
  );
}
