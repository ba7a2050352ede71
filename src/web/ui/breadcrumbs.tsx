import { ChevronRight } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export interface Crumb {
  label: string;
  /** Absent for the current page. */
  href?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useText();
  return (
    <nav aria-label={t("common.breadcrumbs")}>
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-ink-muted">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href ?? crumb.label} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <Icon of={ChevronRight} size="sm" points className="text-ink-faint" />}
            {crumb.href === undefined ? (
              <span aria-current="page" className="own-direction truncate text-ink">
                {crumb.label}
              </span>
            ) : (
              <Link
                href={crumb.href}
                look="plain"
                className="hit-line own-direction truncate rounded-sm text-ink-muted hover:text-ink"
              >
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
