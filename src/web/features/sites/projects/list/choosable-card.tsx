import { Check } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ProjectCard } from "../project-card.tsx";
import { useLongPress } from "./long-press.ts";

/**
 * A selectable card: by the checkbox in its corner, visible on hover or focus, or by a long press on touch screens.
 * While there is a selection, a click anywhere on a card selects it, with Shift the range up to it.
 */
export function ChoosableCard({
  project,
  selection,
  isFirst,
}: {
  project: Project;
  selection: Selection;
  isFirst: boolean;
}) {
  const t = useText();
  const isChosen = selection.ids.has(project.id);
  const isChoosing = selection.ids.size > 0;
  const press = useLongPress(() => selection.toggle(project.id, !isChosen, false));
  return (
    <div
      {...press}
      className={cx(
        "group/choice relative rounded-lg transition-shadow [-webkit-touch-callout:none]",
        isChoosing && "select-none",
        isChosen && "ring-3 ring-accent ring-offset-4 ring-offset-canvas",
      )}
    >
      <ProjectCard project={project} isFirst={isFirst} />
      <label
        className={cx(
          "absolute z-10 rounded-lg has-focus-visible:opacity-100",
          isChoosing
            ? "inset-0"
            : "start-0 top-0 p-2 opacity-0 transition-opacity group-hover/choice:opacity-100 touch:hidden",
        )}
      >
        <input
          type="checkbox"
          aria-label={t("projects.choose", { name: project.name })}
          checked={isChosen}
          onChange={({ target, nativeEvent }) =>
            selection.toggle(project.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
          }
          className="peer absolute inset-0 m-0 cursor-default appearance-none outline-none"
        />
        <span
          aria-hidden
          className={cx(
            "pointer-events-none flex size-6 items-center justify-center rounded-full text-white ring-2 ring-white peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text",
            isChoosing && "absolute start-2 top-2",
            isChosen ? "bg-accent" : "bg-black/40",
          )}
        >
          {isChosen && <Icon of={Check} size="sm" className="stroke-3" />}
        </span>
      </label>
    </div>
  );
}
