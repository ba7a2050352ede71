import type { Video } from "#contract/videos.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarActions } from "#web/shell/stars/star-actions.tsx";
import { ActionBar } from "#web/ui/action-bar.tsx";

/** Actions for the selected videos. Floats over the foot of the list while there is a selection. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Video[] }) {
  const t = useText();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));
  return (
    <ActionBar
      label={t("videos.bulk")}
      count={t("videos.selected", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <StarActions
        of="videos"
        chosen={chosen}
        doneText={(starred, count) => t(starred ? "videos.starred_done" : "videos.unstarred_done", { count })}
        onDone={selection.clear}
      />
    </ActionBar>
  );
}
