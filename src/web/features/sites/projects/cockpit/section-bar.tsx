import type { MouseEvent } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { type Section, useSections } from "./use-sections.ts";

function bringIntoSight(entry: HTMLElement | null): void {
  // jsdom has no layout.
  entry?.scrollIntoView?.({ block: "nearest", inline: "center" });
}

/** Phones: the sections of a project's page in one row below the top bar, the current one marked. */
export function SectionBar({ sections }: { sections: readonly Section[] }) {
  const t = useText();
  const { shown, current } = useSections(sections);
  if (shown.length < 2) return null;
  return (
    <nav
      aria-label={t("projects.cockpit.sections")}
      className="sticky top-14 z-20 -mx-4 mb-5 overflow-x-auto border-b border-line bg-canvas px-3 [scrollbar-width:none] md:hidden print:hidden"
    >
      <ul className="flex gap-1">
        {shown.map(({ id, title }) => (
          <li key={id} ref={id === current ? bringIntoSight : null} className="shrink-0">
            <a
              href={`#${id}`}
              onClick={(event) => goTo(event, id)}
              {...(id === current && { "aria-current": "true" as const })}
              className={cx(
                "flex h-11 min-w-11 items-center justify-center px-2.5 text-sm whitespace-nowrap no-underline shadow-[inset_0_-2px_0_transparent]",
                id === current
                  ? "font-strong text-accent-text shadow-[inset_0_-2px_0_var(--accent-text)]"
                  : "text-ink-muted",
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls within the page and keeps the address shareable; bypasses the router, since the screen stays the same. */
function goTo(event: MouseEvent, id: string): void {
  const section = document.getElementById(id);
  if (section === null) return;
  event.preventDefault();
  section.scrollIntoView({ block: "start" });
  section.focus({ preventScroll: true });
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${id}`);
}
