import { Star, StarOff } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { useStarVideos } from "./videos.queries.ts";

/** What can be done with the chosen videos. Floats over the foot of the list while there are any. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Video[] }) {
  const t = useText();
  const star = useStarVideos();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));

  async function apply(starred: boolean): Promise<void> {
    // Only those that change, so that undoing restores what was.
    const ids = chosen.filter((video) => video.starred !== starred).map(({ id }) => id);
    if (ids.length === 0) return selection.clear();
    try {
      await star.mutateAsync({ ids, starred });
      selection.clear();
      showToast(
        {
          tone: "ok",
          title: t(starred ? "videos.starred_done" : "videos.unstarred_done", { count: ids.length }),
          action: { label: t("common.undo"), onAction: () => star.mutate({ ids, starred: !starred }) },
        },
        limits.toast.form,
      );
    } catch (error) {
      // They stay chosen, so that trying again is one press.
      showFailure(error, t);
    }
  }

  return (
    <ActionBar
      label={t("videos.bulk")}
      count={t("videos.selected", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <Button variant="quiet" icon={Star} isDisabled={star.isPending} onPress={() => void apply(true)}>
        {t("videos.bulk_star")}
      </Button>
      <Button variant="quiet" icon={StarOff} isDisabled={star.isPending} onPress={() => void apply(false)}>
        {t("videos.bulk_unstar")}
      </Button>
    </ActionBar>
  );
}
