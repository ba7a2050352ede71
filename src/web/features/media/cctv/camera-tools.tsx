import { cameraSorts, cameraStates } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { CardListTools } from "#web/shell/list/card-list-tools.tsx";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { stateLooks } from "./camera-looks.ts";
import type { CameraListState } from "./list-state.ts";

export interface CameraToolsProps {
  state: CameraListState;
  change: (next: Partial<CameraListState>) => void;
  total: number | undefined;
}

/** Search, filters, order, view and count of the list of cameras. */
export function CameraTools({ state, change, total }: CameraToolsProps) {
  const t = useText();
  return (
    <CardListTools
      texts="cctv"
      sorts={cameraSorts.map((sort) => ({ value: sort, label: t(`cctv.sorts.${sort}`) }))}
      state={state}
      change={change}
      project={state.project}
      onProject={(project) => change({ project })}
      total={total}
    >
      <ChoiceChip
        label={t("cctv.state_filter")}
        choices={cameraStates.map((one) => ({
          value: one,
          label: t(`cctv.states.${one}`),
          icon: stateLooks[one].icon,
        }))}
        value={state.state}
        onChange={(one) => change({ state: one })}
      />
    </CardListTools>
  );
}
