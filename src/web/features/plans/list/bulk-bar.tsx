import { Eye, EyeOff, X } from "lucide-react";
import type { Plan } from "#contract/plans.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useTellSwitched } from "../use-tell-switched.ts";

/** What can be done with the chosen plans. Floats over the foot of the list while there are any. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Plan[] }) {
  const t = useText();
  const { switchPlans, isPending } = useTellSwitched();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));

  async function apply(active: boolean): Promise<void> {
    // When one is refused all stay chosen, so that trying again is one press.
    if (await switchPlans(chosen, active)) selection.clear();
  }

  return (
    <div
      role="toolbar"
      aria-label={t("plans.bulk")}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full anim-rise-in items-center gap-0.5 overflow-x-auto rounded-lg bg-raised p-1.5 shadow-float [scrollbar-width:none] max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full"
    >
      <IconButton
        icon={X}
        label={t("plans.bulk_clear")}
        onPress={selection.clear}
        className="touch:size-11"
      />
      <output className="me-auto px-1.5 text-sm font-strong whitespace-nowrap tabular-nums">
        {t("plans.selected", { count: chosen.length })}
      </output>
      <Button variant="quiet" icon={Eye} isDisabled={isPending} onPress={() => void apply(true)}>
        {t("plans.switch_on")}
      </Button>
      <Button variant="quiet" icon={EyeOff} isDisabled={isPending} onPress={() => void apply(false)}>
        {t("plans.switch_off")}
      </Button>
    </div>
  );
}
