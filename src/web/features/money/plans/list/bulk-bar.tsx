import { Eye, EyeOff } from "lucide-react";
import type { Plan } from "#contract/plans.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { useSwitchedToast } from "../use-switched-toast.ts";

/** Actions for the selected plans. Floats over the foot of the list while there is a selection. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Plan[] }) {
  const t = useText();
  const { switchPlans, isPending } = useSwitchedToast();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));

  async function apply(active: boolean): Promise<void> {
    // When one is refused all stay selected, so that a retry is one press.
    if (await switchPlans(chosen, active)) selection.clear();
  }

  return (
    <ActionBar
      label={t("plans.bulk")}
      count={t("plans.selected", { count: chosen.length })}
      onClear={selection.clear}
    >
      <Button variant="quiet" icon={Eye} isDisabled={isPending} onPress={() => void apply(true)}>
        {t("plans.switch_on")}
      </Button>
      <Button variant="quiet" icon={EyeOff} isDisabled={isPending} onPress={() => void apply(false)}>
        {t("plans.switch_off")}
      </Button>
    </ActionBar>
  );
}
