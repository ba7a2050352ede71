import { useRouter } from "@tanstack/react-router";
import { LayoutGrid, Star, StarOff } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { useStarCameras } from "./cctv.changes.ts";

/** What can be done with the chosen cameras. Floats over the foot of the list while there are any. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Camera[] }) {
  const t = useText();
  const router = useRouter();
  const starCameras = useStarCameras();
  const [isBusy, setIsBusy] = useState(false);
  const chosen = shown.filter(({ id }) => selection.ids.has(id));

  async function star(starred: boolean): Promise<void> {
    setIsBusy(true);
    // When it is refused they stay chosen, so that trying again is one press.
    if (await starCameras(chosen, starred)) selection.clear();
    setIsBusy(false);
  }

  return (
    <ActionBar
      label={t("cctv.bulk.label")}
      count={t("cctv.bulk.count", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <Button variant="quiet" icon={Star} isDisabled={isBusy} onPress={() => void star(true)}>
        {t("cctv.bulk.star")}
      </Button>
      <Button variant="quiet" icon={StarOff} isDisabled={isBusy} onPress={() => void star(false)}>
        {t("cctv.bulk.unstar")}
      </Button>
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
