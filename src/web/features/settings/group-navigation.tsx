import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type GroupId, groups } from "./groups.ts";

export interface GroupNavigationProps {
  /** Null while a search goes through all of them. */
  readonly selected: GroupId | null;
  /** Groups with changes that are not saved. */
  readonly changed: ReadonlySet<GroupId>;
  readonly onSelect: (id: GroupId) => void;
}

/** The groups: a column beside the form, a line above it where there is no room. */
export function GroupNavigation({ selected, changed, onSelect }: GroupNavigationProps) {
  const t = useText();
  return (
    <nav
      aria-label={t("settings.title")}
      className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none] lg:flex-col"
    >
      {groups.map(({ id, icon }) => (
        <button
          key={id}
          type="button"
          aria-current={selected === id ? "page" : undefined}
          onClick={() => onSelect(id)}
          className={cx(
            "flex h-9 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-start text-sm transition-colors touch:h-11",
            selected === id
              ? "bg-accent-soft font-strong text-accent-text"
              : "text-ink-muted hover:bg-hover hover:text-ink",
          )}
        >
          <Icon of={icon} size="sm" />
          {t(`settings.groups.${id}`)}
          {changed.has(id) && (
            <span className="ms-auto size-1.5 rounded-full bg-accent-text">
              <span className="sr-only">{t("common.changed")}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
