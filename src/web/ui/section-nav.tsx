import type { LucideIcon } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export interface SectionEntry {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly isCurrent: boolean;
  /** It contains an unsaved change. */
  readonly isChanged?: boolean;
}

export interface SectionNavProps {
  label: string;
  entries: readonly SectionEntry[];
  /** Also called when the current section is selected again. */
  onChoose?: () => void;
}

function bringIntoSight(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Sections of a long page, each with its own URL: a list at the side, a scrollable line where there is no room. */
export function SectionNav({ label, entries, onChoose }: SectionNavProps) {
  const t = useText();
  return (
    <nav
      aria-label={label}
      className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none]"
    >
      <ul className="flex gap-1 lg:flex-col">
        {entries.map((entry) => (
          <li key={entry.id} ref={entry.isCurrent ? bringIntoSight : null} className="shrink-0">
            <Link
              href={entry.href}
              look="plain"
              {...(entry.isCurrent && { "aria-current": "page" as const })}
              {...(onChoose && { onPress: onChoose })}
              className={cx(
                "flex min-h-9 items-center gap-2.5 rounded-md px-3 text-sm transition-colors max-lg:whitespace-nowrap lg:py-1.5 touch:min-h-11",
                entry.isCurrent
                  ? "bg-accent-soft font-strong text-accent-text"
                  : "text-ink-muted hover:bg-hover hover:text-ink",
              )}
            >
              <Icon of={entry.icon} size="sm" />
              {entry.label}
              {entry.isChanged === true && (
                // Relative: otherwise the hidden text in it widens the page by the scrolled width of the line.
                <span className="relative ms-auto size-1.5 rounded-full bg-accent-text">
                  <span className="sr-only">{t("common.changed")}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
