import { Star, StarOff } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
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
      showFailure(error, t);
    }
  }

  const busy = star.isPending ? star.variables.starred : null;
  return (
    <ActionBar
      label={t("projects.bulk.label")}
      count={t("projects.bulk.count", { count })}
      onClear={selection.clear}
      onAll={count < shown.length ? () => selection.replace(shown) : undefined}
    >
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
    </ActionBar>
  );
}
