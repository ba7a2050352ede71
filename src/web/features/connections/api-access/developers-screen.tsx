import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export const developerParts = ["tokens", "webhooks", "reference"] as const;
export type DeveloperPart = (typeof developerParts)[number];

const addresses: Readonly<Record<DeveloperPart, string>> = {
  tokens: "/developers",
  webhooks: "/developers/webhooks",
  reference: "/developers/reference",
};

export interface DevelopersScreenProps {
  part: DeveloperPart;
  children: ReactNode;
}

/** For developers of integrations: tokens, webhooks, and the API reference. Each part has its own address. */
export function DevelopersScreen({ part, children }: DevelopersScreenProps) {
  const t = useText();
  return (
    <>
      <PageHeader title={t("api_access.title")} note={t("api_access.intro")} className="print:hidden" />
      <nav aria-label={t("api_access.parts.label")} className="mb-6 border-b border-line print:hidden">
        <ul className="flex gap-5 overflow-x-auto [scrollbar-width:none]">
          {developerParts.map((one) => (
            <li key={one} className="shrink-0">
              <Link
                href={addresses[one]}
                look="plain"
                {...(one === part && { "aria-current": "page" as const })}
                className={cx(
                  "-mb-px flex h-10 items-center border-b-2 text-sm transition-colors focus-visible:-outline-offset-2 fingertip touch:justify-center",
                  one === part
                    ? "border-accent-text font-strong text-ink"
                    : "border-transparent text-ink-muted hover:text-ink",
                )}
              >
                {t(`api_access.parts.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
