import type { SearchType } from "#contract/kinds.ts";

import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { typeIcon, types } from "../kinds.ts";
import type { SearchAddress } from "./address.ts";
import { useCounts } from "./use-pages.ts";

/** The server's maximum count. */
const countedTo = 100;

/** Shows one kind or all, with the number of each. */
export function TypeFilter({
  state,
  onChange,
}: {
  state: SearchAddress;
  onChange: (type: SearchType | null) => void;
}) {
  const t = useText();
  const format = useFormat();
  const counts = useCounts(state.q);
  const label = (type: SearchType) => {
    const name = t(`search.types.${type}`);
    const count = counts?.[type];
    if (counts === undefined) return name;
    const shown = format.number(Math.min(count ?? 0, countedTo)) + ((count ?? 0) >= countedTo ? "+" : "");
    return t("search.types.counted", { name, count: shown });
  };
  return (
    <fieldset className={`${chipLine} mb-4 min-w-0 print:hidden`}>
      <legend className="sr-only">{t("search.types.label")}</legend>
      <FilterChip label={t("search.types.all")} isOn={state.type === null} onChange={() => onChange(null)} />
      {types.map((type) => (
        <FilterChip
          key={type}
          label={label(type)}
          icon={typeIcon(type)}
          isOn={state.type === type}
          onChange={(isOn) => onChange(isOn ? type : null)}
        />
      ))}
    </fieldset>
  );
}
