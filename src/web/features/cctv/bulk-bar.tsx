import { useRouter } from "@tanstack/react-router";
import { LayoutGrid, Star, StarOff, X } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
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
    <div
      role="toolbar"
      aria-label={t("cctv.bulk.label")}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full anim-rise-in items-center gap-0.5 overflow-x-auto rounded-lg bg-raised p-1.5 shadow-float [scrollbar-width:none] max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full"
    >
      <IconButton icon={X} label={t("cctv.bulk.clear")} onPress={selection.clear} className="touch:size-11" />
      <output className="me-auto px-1.5 text-sm font-strong whitespace-nowrap tabular-nums">
        {t("cctv.bulk.count", { count: chosen.length })}
      </output>
      {chosen.length < shown.length && (
        <Button
          variant="quiet"
          onPress={() => selection.replace(shown.map(({ id }) => id))}
          className="max-md:hidden"
        >
          {t("cctv.bulk.all")}
        </Button>
      )}
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
    </div>
  );
}
