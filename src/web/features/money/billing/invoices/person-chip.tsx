import { useText } from "#web/lib/use-text.ts";
import { PersonSelect } from "#web/shell/people/person-select.tsx";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Popover } from "#web/ui/popover.tsx";

/** Opens the search for a customer. */
export function PersonChip({ onChoose }: { onChoose: (id: number) => void }) {
  const t = useText();
  return (
    <Popover
      label={t("billing.invoices.customer")}
      trigger={<FilterChipButton label={t("billing.invoices.anybody")} />}
    >
      {(close) => (
        <PersonSelect
          label={t("billing.invoices.customer")}
          value={null}
          onChange={(id) => {
            if (id === null) return;
            close();
            onChoose(id);
          }}
          className="w-72 max-w-full"
        />
      )}
    </Popover>
  );
}
