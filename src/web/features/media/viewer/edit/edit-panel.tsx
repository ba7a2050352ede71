import { Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Poi } from "#contract/viewer.ts";
import type { Direction } from "#panorama/types.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { SidePanel } from "../points/side-panel.tsx";
import type { Editing } from "./editing.ts";
import { remove } from "./saving.ts";

/** The card of a tool. */
export function EditPanel({
  editing,
  title,
  children,
}: {
  editing: Editing;
  title: string;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <SidePanel title={title} closeLabel={t("viewer.actions.close")} onClose={() => editing.close()}>
      {children}
    </SidePanel>
  );
}

/** The submit buttons stay visible, however long the form is. */
export function PanelFoot({ problem = null, children }: { problem?: string | null; children: ReactNode }) {
  return (
    <div
      data-foot
      className="sticky -bottom-5 z-1 -mx-5 -mt-1 -mb-5 flex flex-col items-start gap-2.5 rounded-b-lg border-t border-line bg-surface px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] max-md:items-stretch max-md:rounded-none low:items-stretch low:rounded-b-lg"
    >
      <p role="alert" className="text-bad-text empty:hidden">
        {problem}
      </p>
      {children}
    </div>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <p className="text-xs text-ink-muted">{children}</p>;
}

/** Says that a draft was restored, and discards it. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  const t = useText();
  return (
    <output className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-info-soft py-2 ps-3.5 pe-2 text-info-text">
      {t("tour.draft.restored")}
      <PlainButton size="sm" onClick={onDiscard}>
        {t("tour.draft.discard")}
      </PlainButton>
    </output>
  );
}

export function DeleteButton({ editing, point }: { editing: Editing; point: () => Poi }) {
  const t = useText();
  return (
    <PlainButton
      variant="quietDanger"
      className="self-start"
      onClick={() => {
        editing.close();
        void remove(editing, point());
      }}
    >
      <Icon of={Trash2} />
      {t("tour.point.delete")}
    </PlainButton>
  );
}

/**
 * Focuses the first invalid field after each refusal of the form.
 * @param refusals number of refusals so far.
 */
export function useFocusOnProblem(refusals: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  return form;
}

/** Marks the form's position in the picture while it is open. */
export function useDraftMark(editing: Editing, place: Direction | null): void {
  useLayoutEffect(() => {
    if (place === null) return;
    editing.mark(place);
    return () => editing.unmark();
  }, [editing, place]);
}
