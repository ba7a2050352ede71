import { useText } from "#web/lib/use-text.ts";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

/** Stands for all sets. */
export const everySet = " ";

interface DrawingFiltersProps {
  search: string;
  onSearch: (search: string) => void;
  sets: readonly string[];
  set: string;
  onSet: (set: string) => void;
  /** Number of remaining drawings. */
  count: number;
}

export function DrawingFilters({ search, onSearch, sets, set, onSet, count }: DrawingFiltersProps) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ListSearch
        label={t("autodesk.sheets.search")}
        value={search}
        onSearch={onSearch}
        className="w-full md:w-80"
      />
      {sets.length > 1 && (
        <Menu
          label={t("autodesk.sheets.set")}
          placement="bottom start"
          selected={set}
          trigger={
            <FilterChipButton
              isSet={set !== everySet}
              label={set === everySet ? t("autodesk.sheets.every_set") : set}
            />
          }
        >
          {[everySet, ...sets].map((name) => (
            <MenuItem
              key={name}
              id={name}
              label={name === everySet ? t("autodesk.sheets.every_set") : name}
              onAction={() => onSet(name)}
            />
          ))}
        </Menu>
      )}
      <span className="ms-auto text-sm text-ink-muted tabular-nums">{t("common.results", { count })}</span>
    </div>
  );
}
