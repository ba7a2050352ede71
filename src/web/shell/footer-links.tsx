import { lazy, Suspense, useState } from "react";
import type { PublicSettings } from "#contract/settings.ts";
import { useSettings } from "#web/lib/session.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";

const CookiePreferences = lazy(async () => ({
  default: (await import("./cookie-preferences.tsx")).CookiePreferences,
}));

interface FooterLink {
  readonly text: string;
  /** Null for text without a link. */
  readonly href: string | null;
}

/**
 * The settings' own links, then the legal pages of the platform: an external page, or one of ours that holds the text;
 * last the licences, always.
 */
export function footerLinks(settings: PublicSettings, t: Translate): FooterLink[] {
  const own = ([1, 2, 3] as const).map((n) => {
    const [href, text] = [settings[`footer_link_${n}`], settings[`footer_value_${n}`]];
    return {
      text: text === "" ? href.replace(/^https?:\/\/(www\.)?/, "") : text,
      href: href === "" ? null : href,
    };
  });
  const papers = [
    { text: t("shell.footer.terms"), paper: settings.terms_and_conditions, page: "/terms" },
    { text: t("shell.footer.privacy"), paper: settings.privacy_policy, page: "/privacy" },
  ].map(({ text, paper, page }) => {
    const words = paper.trim();
    return { text: words === "" ? "" : text, href: /^https?:\/\/\S+$/.test(words) ? words : page };
  });
  const licences = { text: t("shell.titles.licences"), href: "/licences" };
  return [...own, ...papers, licences].filter(({ text }) => text !== "");
}

const linkClass =
  "hit-area rounded-sm text-ink-muted underline decoration-transparent underline-offset-3 transition-colors hover:text-ink hover:decoration-current";

/** The links below every page. Plain links: they leave the application. */
export function FooterLinks({ className }: { className?: string }) {
  const t = useText();
  const settings = useSettings();
  const [isAsking, setIsAsking] = useState(false);
  if (settings === null) return null;
  const links = footerLinks(settings, t);
  return (
    <>
      <ul
        aria-label={t("shell.footer.label")}
        className={`flex flex-wrap gap-x-4 gap-y-1 ${className ?? ""}`}
      >
        {links.map(({ text, href }) => (
          <li key={`${text} ${href ?? ""}`}>
            {href === null ? (
              <bdi>{text}</bdi>
            ) : (
              <a
                href={href}
                className={linkClass}
                {...(href.startsWith("http") && { target: "_blank", rel: "noopener" })}
              >
                <bdi>{text}</bdi>
              </a>
            )}
          </li>
        ))}
        {settings.cookie_consent && (
          <li>
            <button type="button" className={`${linkClass} cursor-default`} onClick={() => setIsAsking(true)}>
              {t("shell.footer.cookies")}
            </button>
          </li>
        )}
      </ul>
      {isAsking && (
        <Suspense>
          <CookiePreferences onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
