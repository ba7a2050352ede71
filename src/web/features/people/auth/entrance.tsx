import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Brand } from "#web/shell/brand.tsx";
import { EntranceAnnouncement, EntranceLinks } from "#web/shell/entrance-extras.tsx";
import { LanguageLink } from "#web/shell/language-link.tsx";
import { ThemeToggle } from "#web/shell/theme-toggle.tsx";
import { EntrancePicture } from "./entrance-picture.tsx";

/**
 * Layout of the sign-in pages: a full-bleed picture of a site and a panel beside it. On phones the picture is a strip
 * above the panel, so that the form is fully visible without scrolling.
 */
export function Entrance({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col bg-surface lg:flex-row">
      <header className="relative flex h-[clamp(7rem,19dvh,13rem)] shrink-0 items-end overflow-hidden lg:sticky lg:top-0 lg:h-dvh lg:flex-1">
        <EntrancePicture />
        <p className="relative max-w-120 p-5 text-lg text-balance text-white max-lg:pb-9 lg:p-12 lg:text-xl">
          {t("shell.tagline")}
        </p>
      </header>
      <main className="relative flex flex-1 flex-col bg-surface max-lg:-mt-4 max-lg:rounded-t-lg lg:w-120 lg:max-w-120 lg:flex-none">
        <div className="flex items-center justify-between gap-2 py-3 ps-6 pe-3 lg:ps-12 lg:pe-6 lg:pt-6">
          <Brand />
          <span className="flex">
            <ThemeToggle />
            <LanguageLink />
          </span>
        </div>
        <EntranceAnnouncement />
        <div className="flex flex-1 flex-col px-6 pt-4 pb-10 lg:justify-center lg:px-12 lg:pb-24">
          <div className="mx-auto w-full max-w-100">{children}</div>
        </div>
        <EntranceLinks />
      </main>
    </div>
  );
}
