import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { addressOf, type Section, sectionIcons } from "./sections.ts";

export interface SectionNavProps {
  sections: readonly Section[];
  current: Section;
}

function bringIntoSight(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The parts of the page: a list at its side, on phones a line to push along. */
export function SectionNav({ sections, current }: SectionNavProps) {
  const t = useText();
  return (
    <nav
      aria-label={t("profile.sections_label")}
      className="max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:sticky md:top-20 md:self-start"
    >
      <ul className="flex gap-1 md:flex-col">
        {sections.map((section) => (
          <li key={section} ref={section === current ? bringIntoSight : null}>
            <Link
              href={addressOf(section)}
              look="plain"
              {...(section === current && { "aria-current": "page" as const })}
              className={cx(
                "flex h-9 items-center gap-2.5 rounded-md px-3 text-sm whitespace-nowrap transition-colors touch:h-11",
                section === current
                  ? "bg-press font-strong text-ink"
                  : "text-ink-muted hovered:bg-hover hovered:text-ink",
              )}
            >
              <Icon of={sectionIcons[section]} size="sm" />
              {t(`profile.sections.${section}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
