import type { Project } from "#contract/projects.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarActions } from "#web/shell/stars/star-actions.tsx";
import { ActionBar } from "#web/ui/action-bar.tsx";

/** Actions for the selected projects. Floats over the foot of the list while there is a selection. */
export function SelectionBar({ selection, shown }: { selection: Selection; shown: readonly Project[] }) {
  const t = useText();
  const chosen = shown.filter(({ id }) => selection.ids.has(id));
  return (
    <ActionBar
      label={t("projects.bulk.label")}
      count={t("projects.bulk.count", { count: chosen.length })}
      onClear={selection.clear}
      onAll={chosen.length < shown.length ? () => selection.replace(shown.map(({ id }) => id)) : undefined}
    >
      <StarActions
        of="projects"
        chosen={chosen}
        doneText={(starred, count) =>
          t(starred ? "projects.bulk.starred" : "projects.bulk.unstarred", { count })
        }
        onDone={selection.clear}
      />
    </ActionBar>
  );
}
