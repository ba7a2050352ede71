import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { chipLine, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import type { ListFilter } from "./news.ts";
import { kindIcon, kinds } from "./notification.ts";

export interface ListToolsProps {
  filter: ListFilter;
  change: (change: Partial<ListFilter>) => void;
}

/** Filters of the notifications. */
export function ListTools({ filter, change }: ListToolsProps) {
  const t = useText();
  return (
    <div className={cx(chipLine, "items-center")}>
      <SegmentedControl
        label={t("notifications.list.show")}
        value={filter.read ?? "all"}
        onChange={(read) => change({ read: read === "all" ? null : read })}
        segments={(["all", "unread", "read"] as const).map((value) => ({
          value,
          label: t(`notifications.list.${value}`),
        }))}
        className="shrink-0"
      />
      <Menu
        placement="bottom start"
        selected={filter.kind ?? "any"}
        trigger={
          <FilterChipButton
            isSet={filter.kind !== null}
            label={t(
              filter.kind === null ? "notifications.list.kind" : `profile.notices.kinds.${filter.kind}`,
            )}
          />
        }
      >
        <MenuItem id="any" label={t("notifications.list.kind")} onAction={() => change({ kind: null })} />
        {kinds.map((kind) => (
          <MenuItem
            key={kind}
            id={kind}
            icon={kindIcon(kind)}
            label={t(`profile.notices.kinds.${kind}`)}
            onAction={() => change({ kind })}
          />
        ))}
      </Menu>
    </div>
  );
}
