import { useText } from "#web/lib/use-text.ts";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import type { PhotoListState } from "./photos.queries.ts";

interface PhotoFiltersProps {
  state: PhotoListState;
  change: (next: Partial<PhotoListState>) => void;
  sheets: readonly { id: number; name: string; floor: string; photos: number }[];
  authors: readonly { id_user: number; name: string; photos: number }[];
}

/** Filters of the photos: floor plan, position, author and dates. */
export function PhotoFilters({ state, change, sheets, authors }: PhotoFiltersProps) {
  const t = useText();
  const placed = sheets.filter(({ id }) => id !== 0);
  const { sheet } = state;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className={chipLine}>
        {(placed.length > 0 || (sheet !== null && sheet !== 0)) && (
          <ChoiceChip
            label={t("photos.filter_floor")}
            choices={placed.map(({ id, name, floor, photos }) => ({
              value: id,
              label: t("photos.filter_floor_choice", {
                name: [floor, name].filter(Boolean).join(" · "),
                count: photos,
              }),
            }))}
            value={sheet === 0 ? null : sheet}
            onChange={(next) => change({ sheet: next })}
          />
        )}
        <FilterChip
          label={t("photos.no_position")}
          isOn={sheet === 0}
          onChange={(isOn) => change({ sheet: isOn ? 0 : null })}
        />
        {(authors.length > 1 || state.author !== null) && (
          <ChoiceChip
            label={t("photos.filter_author")}
            choices={authors.map(({ id_user, name }) => ({ value: id_user, label: name }))}
            value={state.author}
            onChange={(author) => change({ author })}
          />
        )}
      </div>
      <div className="flex gap-4 max-md:grid max-md:w-full max-md:grid-cols-2 md:*:w-40">
        <DateField label={t("photos.from")} value={state.from} onChange={(from) => change({ from })} />
        <DateField label={t("photos.to")} value={state.to} onChange={(to) => change({ to })} />
      </div>
    </div>
  );
}
