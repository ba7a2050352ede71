import { Star, StarOff, X } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
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
      showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) });
    }
  }

  return (
    <div
      role="toolbar"
      aria-label={t("videos.bulk")}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full anim-rise-in items-center gap-0.5 overflow-x-auto rounded-lg bg-raised p-1.5 shadow-float [scrollbar-width:none] max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full"
    >
      <IconButton
        icon={X}
        label={t("videos.bulk_clear")}
        onPress={selection.clear}
        className="touch:size-11"
      />
      <output className="me-auto px-1.5 text-sm font-strong whitespace-nowrap tabular-nums">
        {t("videos.selected", { count: chosen.length })}
      </output>
      {chosen.length < shown.length && (
        <Button
          variant="quiet"
          onPress={() => selection.replace(shown.map(({ id }) => id))}
          className="max-md:hidden"
        >
          {t("videos.bulk_all")}
        </Button>
      )}
      <Button variant="quiet" icon={Star} isDisabled={star.isPending} onPress={() => void apply(true)}>
        {t("videos.bulk_star")}
      </Button>
      <Button variant="quiet" icon={StarOff} isDisabled={star.isPending} onPress={() => void apply(false)}>
        {t("videos.bulk_unstar")}
      </Button>
    </div>
  );
}
