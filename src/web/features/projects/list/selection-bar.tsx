import { Star, StarOff, X } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useStarProjects } from "../projects.changes.ts";

/** What can be done with the chosen projects. Floats over the foot of the list while there are any. */
export function SelectionBar({ selection, shown }: { selection: Selection; shown: readonly number[] }) {
  const t = useText();
  const star = useStarProjects();
  const count = selection.ids.size;

  async function mark(starred: boolean): Promise<void> {
    try {
      const done = await star.mutateAsync({ ids: [...selection.ids], starred });
      const key = starred ? "projects.bulk.starred" : "projects.bulk.unstarred";
      showToast({ tone: "ok", title: t(key, { count: done.project_ids.length }) }, limits.toast.form);
      selection.clear();
    } catch (error) {
      // They stay chosen, so that trying again is one press.
      showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) });
    }
  }

  const busy = star.isPending ? star.variables.starred : null;
  return (
    <div
      role="toolbar"
      aria-label={t("projects.bulk.label")}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full anim-rise-in items-center gap-1 rounded-lg bg-raised p-1.5 shadow-float max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full"
    >
      <IconButton
        icon={X}
        label={t("projects.bulk.clear")}
        onPress={selection.clear}
        className="touch:size-11"
      />
      <output className="me-auto px-1.5 text-sm font-strong whitespace-nowrap tabular-nums">
        {t("projects.bulk.count", { count })}
      </output>
      {count < shown.length && (
        <Button variant="quiet" onPress={() => selection.replace(shown)} className="max-sm:hidden">
          {t("projects.bulk.all")}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={Star}
        isPending={busy === true}
        isDisabled={busy === false}
        onPress={() => void mark(true)}
      >
        <span className="max-sm:sr-only">{t("projects.bulk.star")}</span>
      </Button>
      <Button
        variant="quiet"
        icon={StarOff}
        isPending={busy === false}
        isDisabled={busy === true}
        onPress={() => void mark(false)}
      >
        <span className="max-sm:sr-only">{t("projects.bulk.unstar")}</span>
      </Button>
    </div>
  );
}
