import { useText } from "#web/lib/use-text.ts";
import { Button } from "./button.tsx";

export interface SaveBarProps {
  /** Number of unsaved fields; zero hides the bar. */
  count: number;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Used in a form. Appears at the bottom edge as soon as there is something to save, and disappears after saving. */
export function SaveBar({ count, isSaving, onDiscard }: SaveBarProps) {
  const t = useText();
  if (count === 0) return null;
  return (
    <div
      data-bottom-bar
      className="sticky bottom-4 z-20 mt-6 flex anim-rise-in flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-lg bg-raised p-2 ps-4 shadow-float max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <output className="me-auto text-sm text-ink-muted tabular-nums">
        {t("common.changes", { count })}
      </output>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button variant="quiet" onPress={onDiscard} isDisabled={isSaving}>
          {t("common.discard_changes")}
        </Button>
        <Button type="submit" variant="primary" isPending={isSaving}>
          {t(isSaving ? "common.saving" : "common.save")}
        </Button>
      </div>
    </div>
  );
}
