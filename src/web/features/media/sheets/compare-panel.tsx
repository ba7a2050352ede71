import type { Sheet, SheetVersion } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Slider } from "#web/ui/slider.tsx";
import { PlanNote } from "./plan-note.tsx";
import { useRestore } from "./use-restore.ts";

export interface ComparePanelProps {
  sheet: Sheet;
  version: SheetVersion;
  /** Opacity of the version above the floor plan, 0..1. */
  opacity: number;
  onOpacity: (opacity: number) => void;
  onClose: () => void;
}

/** Overlays two versions of a floor plan, to see whether the positions still fit. */
export function ComparePanel({ sheet, version, opacity, onOpacity, onClose }: ComparePanelProps) {
  const t = useText();
  const format = useFormat();
  const { restore, isPending } = useRestore(sheet);
  return (
    <PlanNote>
      <span className="flex w-64 max-w-full flex-col">
        <span className="flex justify-between gap-3 text-xs text-ink-muted">
          <span>{t("sheets.now")}</span>
          <span>{t("sheets.version_of", { date: format.date(version.created_at) })}</span>
        </span>
        <Slider
          label={t("sheets.overlay")}
          minValue={0}
          maxValue={1}
          step={0.01}
          value={opacity}
          onChange={onOpacity}
        />
      </span>
      {sheet.can["edit"] === true && (
        <Button
          size="sm"
          isPending={isPending}
          onPress={() => void restore(version).then((isDone) => isDone && onClose())}
        >
          {t("sheets.restore")}
        </Button>
      )}
      <Button size="sm" variant="primary" onPress={onClose}>
        {t("sheets.keep_current")}
      </Button>
    </PlanNote>
  );
}
