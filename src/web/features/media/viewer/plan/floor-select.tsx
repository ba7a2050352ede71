import { ChevronDown } from "lucide-react";
import type { ViewerSheet } from "#contract/viewer.ts";
import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

export interface FloorSelectProps {
  sheets: readonly ViewerSheet[];
  value: number;
  onChange: (id: number) => void;
  isLarge?: boolean;
}

/** Selects among several floors. */
export function FloorSelect({ sheets, value, onChange, isLarge = false }: FloorSelectProps) {
  const t = useText();
  return (
    <span className={cx("relative min-w-0", isLarge ? "w-fit max-w-full" : "flex-1")}>
      <select
        aria-label={t("viewer.plan.floor")}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className={cx(
          "w-full min-w-11 cursor-default appearance-none truncate rounded-md pe-6 font-strong touch:h-11 [&>option]:bg-raised [&>option]:text-ink",
          isLarge ? "h-10 bg-glass-hover ps-2.5 text-sm" : "h-8 ps-1.5 text-xs",
        )}
      >
        {sheets.map(({ id_sheet, name, floor }) => (
          <option key={id_sheet} value={id_sheet}>
            {floor === "" || floor === name ? name : name + comma() + floor}
          </option>
        ))}
      </select>
      <Icon
        of={ChevronDown}
        size="sm"
        className="pointer-events-none absolute inset-y-0 end-1.5 my-auto text-ink-muted"
      />
    </span>
  );
}
