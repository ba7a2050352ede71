import { useRouter } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarActions } from "#web/shell/stars/star-actions.tsx";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";

/** Actions on the selected cameras. Floats over the foot of the list while there are any. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Camera[] }) {
  const t = useText();
  const router = useRouter();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));

  return (
    <ActionBar
      label={t("cctv.bulk.label")}
      count={t("cctv.bulk.count", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <StarActions
        of="cameras"
        chosen={chosen}
        doneText={(starred, count) => t(starred ? "cctv.bulk.starred" : "cctv.bulk.unstarred", { count })}
        onDone={selection.clear}
      />
      <Button
        variant="quiet"
        icon={LayoutGrid}
        onPress={() => router.history.push(`/cameras/wall?cameras=${chosen.map(({ id }) => id).join("-")}`)}
      >
        {t("cctv.bulk.wall")}
      </Button>
    </ActionBar>
  );
}
