import { Columns3 } from "lucide-react";
import type { ColumnChoice, ColumnChoices } from "#web/lib/list-columns.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { Popover } from "./popover.tsx";

/** Selects the columns that a table shows. */
export function ColumnMenu<C extends ColumnChoice>({ columns }: { columns: ColumnChoices<C> }) {
  const t = useText();
  return (
    <Popover
      label={t("common.columns")}
      placement="bottom end"
      trigger={
        <Button variant="quiet" icon={Columns3}>
          {t("common.columns")}
        </Button>
      }
    >
      <div className="flex min-w-48 flex-col gap-3">
        {columns.all
          .filter(({ isFixed }) => isFixed !== true)
          .map(({ id, label }) => (
            <Checkbox key={id} isSelected={columns.isShown(id)} onChange={(isOn) => columns.toggle(id, isOn)}>
              {label}
            </Checkbox>
          ))}
        <Button size="sm" variant="quiet" isDisabled={columns.isPlain} onPress={columns.reset}>
          {t("common.columns_reset")}
        </Button>
      </div>
    </Popover>
  );
}
