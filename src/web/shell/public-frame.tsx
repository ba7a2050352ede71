import { LogIn } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useSettings, useUser } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { applyTheme } from "#web/lib/theme.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Brand } from "./brand.tsx";
import { EntranceAnnouncement, EntranceLinks } from "./entrance-extras.tsx";
import { LanguageLink } from "./language-link.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

export interface PublicFrameProps {
  /** In the header, before the tools of every page. */
  tools?: ReactNode;
  /** Where a guest continues after sign-in; this page by default. */
  onwards?: string;
  children: ReactNode;
}

/** The content column of a public page. */
export const publicColumn = "mx-auto w-full max-w-285 px-5 sm:px-8";

/** Frame of public pages: brand, language, theme, and a sign-in link. Nothing of the application. */
export function PublicFrame({ tools, onwards, children }: PublicFrameProps) {
  const t = useText();
  const site = useSettings()?.website_name ?? "Sitewalk";
  const isGuest = useUser() === null;
  useEffect(paperIsWhite, []);
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <header className={cx(publicColumn, "flex h-16 shrink-0 items-center gap-1")}>
        <a
          href={isGuest ? "/" : "/dashboard"}
          className="hit-area me-auto flex min-w-0 rounded-md"
          aria-label={t("sharing.links.to_site", { site })}
        >
          <Brand />
        </a>
        <span className="flex items-center gap-1 print:hidden">
          {tools}
          <ThemeToggle />
          <LanguageLink />
          {isGuest && <SignInLink onwards={onwards ?? location.pathname} />}
        </span>
      </header>
      <EntranceAnnouncement />
      <main id="content" className="flex flex-1 flex-col">
        {children}
      </main>
      <footer className="mt-16 border-t border-line print:hidden">
        <div
          className={cx(
            publicColumn,
            "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 text-xs text-ink-muted",
          )}
        >
          <span>
            {site} © {year}
          </span>
          <EntranceLinks className="text-xs" />
        </div>
      </footer>
    </div>
  );
}

/** As of when the page was opened. */
const year = new Date().getFullYear();

/** Links to the sign-in page, and from there back to `onwards`. */
export function SignInLink({
  onwards,
  isMain = false,
  children,
}: {
  onwards: string;
  isMain?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <a
      href="/login"
      // The browser follows the link; the path to return to is stored before.
      onClick={() => remember(storageKeys.redirect, onwards)}
      className={cx(
        buttonClass(isMain ? { variant: "primary", size: "lg" } : { variant: "quiet" }),
        !isMain && "max-sm:px-2.5",
      )}
    >
      <Icon of={LogIn} points size="sm" />
      {children ?? <span className={isMain ? "" : "max-sm:sr-only"}>{t("sharing.links.sign_in")}</span>}
    </a>
  );
}

/** Prints a dark page in the light colours, for the duration of printing. */
function paperIsWhite(): () => void {
  const before = () => {
    document.documentElement.dataset["theme"] = "light";
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", applyTheme);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", applyTheme);
  };
}
