import { Box, Square } from "lucide-react";
import type { AutodeskManifest } from "#contract/autodesk.ts";
import { useText } from "#web/lib/use-text.ts";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";

interface ViewChoiceProps {
  views: AutodeskManifest["views"];
  chosen: string;
  onChoose: (guid: string) => void;
}

/** The displayed view of a model: first its kind, then the view. */
export function ViewChoice({ views, chosen, onChoose }: ViewChoiceProps) {
  const t = useText();
  const role = views.find(({ guid }) => guid === chosen)?.role ?? "3d";
  const same = views.filter((view) => view.role === role);
  const kinds = (["3d", "2d"] as const).filter((kind) => views.some((view) => view.role === kind));
  return (
    <span className="flex flex-wrap items-end gap-2">
      {kinds.length > 1 && (
        <SegmentedControl
          label={t("autodesk.models.kind")}
          value={role}
          onChange={(kind) => {
            const first = views.find((view) => view.role === kind);
            if (first !== undefined) onChoose(first.guid);
          }}
          segments={kinds.map((kind) => ({
            value: kind,
            label: t(`autodesk.models.kinds.${kind}`),
            icon: kind === "3d" ? Box : Square,
          }))}
        />
      )}
      {same.length > 1 && (
        <Select
          label={t("autodesk.models.view")}
          value={chosen}
          onChange={onChoose}
          options={same.map(({ guid, name, phase }) => ({
            value: guid,
            label: name,
            ...(phase !== "" && { note: phase }),
          }))}
          className="min-w-44"
        />
      )}
    </span>
  );
}
