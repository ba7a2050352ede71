import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Sheet } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import type { Ends } from "./line-tool.tsx";
import { bearing, pixelsBetween, useFrame } from "./plan-frame.ts";
import { PlanNote } from "./plan-note.tsx";
import { type SheetFields, useEditSheet } from "./sheets.queries.ts";
import type { Tool } from "./tool-bar.tsx";

export interface ToolPanelProps {
  sheet: Sheet;
  tool: Tool;
  ends: Ends;
  onClose: () => void;
}

/** Instructions and results of a tool, below the floor plan's middle. */
export function ToolPanel({ sheet, tool, ends, onClose }: ToolPanelProps) {
  const t = useText();
  const [from, to] = ends;
  if (from === undefined || to === undefined)
    return (
      <PlanNote text={t(`sheets.tool_hint.${tool}`, { step: ends.length + 1 })}>
        <Button size="sm" variant="quiet" onPress={onClose}>
          {t("common.cancel")}
        </Button>
      </PlanNote>
    );
  const line = [from, to] as const;
  if (tool === "scale") return <SetScale sheet={sheet} line={line} onClose={onClose} />;
  if (tool === "north") return <SetNorth sheet={sheet} line={line} onClose={onClose} />;
  return <Measured sheet={sheet} line={line} onClose={onClose} />;
}

interface LinePanelProps {
  sheet: Sheet;
  line: readonly [Ends[number], Ends[number]];
  onClose: () => void;
}

function useSave(sheet: Sheet, onClose: () => void) {
  const t = useText();
  const edit = useEditSheet(sheet.id);
  return {
    isPending: edit.isPending,
    save: (body: Partial<SheetFields>) =>
      edit.mutate(body, {
        onSuccess: () => {
          showToast({ tone: "ok", title: t("sheets.saved") }, limits.toast.form);
          onClose();
        },
        onError: (error) =>
          showToast({ tone: "bad", title: t("sheets.not_saved"), text: errorText(error, t) }),
      }),
  };
}

function SetScale({ sheet, line: [from, to], onClose }: LinePanelProps) {
  const t = useText();
  const frame = useFrame();
  const share = pixelsBetween(frame, from, to) / frame.width;
  const [metres, setMetres] = useState(
    sheet.width_metres === null ? Number.NaN : Math.round(sheet.width_metres * share * 100) / 100,
  );
  const { save, isPending } = useSave(sheet, onClose);
  const width = metres / share;
  const isGood = width > 0 && width <= limits.sheet.metres;
  return (
    <PlanNote>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !isPending) save({ width_metres: Math.round(width * 1000) / 1000 });
        }}
      >
        <NumberField
          label={t("sheets.real_length")}
          value={metres}
          minValue={0}
          onChange={setMetres}
          formatOptions={{ maximumFractionDigits: 2 }}
          className="w-44"
        />
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isGood}>
          {t("sheets.set_scale")}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {t("common.cancel")}
        </Button>
      </form>
    </PlanNote>
  );
}

function SetNorth({ sheet, line: [from, to], onClose }: LinePanelProps) {
  const t = useText();
  const format = useFormat();
  const north = bearing(useFrame(), from, to);
  const { save, isPending } = useSave(sheet, onClose);
  return (
    <PlanNote text={t("sheets.north_drawn", { degrees: format.number(north) })}>
      <Button variant="primary" size="sm" isPending={isPending} onPress={() => save({ north })}>
        {t("sheets.set_north")}
      </Button>
      <Button variant="quiet" size="sm" onPress={onClose}>
        {t("common.cancel")}
      </Button>
    </PlanNote>
  );
}

function Measured({ sheet, line: [from, to], onClose }: LinePanelProps) {
  const t = useText();
  const format = useFormat();
  const frame = useFrame();
  const share = pixelsBetween(frame, from, to) / frame.width;
  const length =
    sheet.width_metres === null
      ? t("sheets.no_scale")
      : t("sheets.metres", {
          length: format.number(sheet.width_metres * share, { maximumFractionDigits: 2 }),
        });
  return (
    <PlanNote text={length}>
      <Button size="sm" variant="quiet" onPress={onClose}>
        {t("common.close")}
      </Button>
    </PlanNote>
  );
}
