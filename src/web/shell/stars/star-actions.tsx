import { Star, StarOff } from "lucide-react";
import { call, quiet } from "#web/lib/client.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { type StarKind, type StarMany, undoTime, useStar } from "./use-star.ts";

const calls = {
  projects: (project_ids, starred) =>
    call("PUT /api/projects/bulk-star", { body: { project_ids, starred: starred ? 1 : 0 } }, quiet),
  videos: (video_ids, starred) =>
    call("PUT /api/three60videos/bulk-star", { body: { video_ids, starred } }, quiet),
  cameras: (camera_ids, starred) =>
    call("PUT /api/cctv-cameras/bulk-star", { body: { camera_ids, starred } }, quiet),
} as const satisfies Partial<Record<StarKind, StarMany>>;

interface StarActionsProps {
  of: keyof typeof calls;
  chosen: readonly { readonly id: number; readonly starred: boolean }[];
  /** The message after success. */
  doneText: (starred: boolean, count: number) => string;
  /** Called after success; on a refusal the records stay selected, so that a retry is one click. */
  onDone: () => void;
}

/** Stars or unstars the selected records; can be undone for ten seconds, and only for those that it changed. */
export function StarActions({ of, chosen, doneText, onDone }: StarActionsProps) {
  const t = useText();
  const star = useStar(of, calls[of]);
  const busy = star.isPending ? star.variables.starred : null;

  async function apply(starred: boolean): Promise<void> {
    const ids = chosen.filter((one) => one.starred !== starred).map(({ id }) => id);
    try {
      if (ids.length > 0) await star.mutateAsync({ ids, starred });
    } catch {
      // Reported by the hook.
      return;
    }
    onDone();
    const undo = () => star.mutate({ ids, starred: !starred });
    showToast(
      {
        tone: "ok",
        title: doneText(starred, ids.length === 0 ? chosen.length : ids.length),
        ...(ids.length > 0 && { action: { label: t("common.undo"), onAction: undo } }),
      },
      undoTime,
    );
  }

  return (
    <>
      {([true, false] as const).map((starred) => (
        <Button
          key={String(starred)}
          variant="quiet"
          icon={starred ? Star : StarOff}
          isPending={busy === starred}
          isDisabled={busy === !starred}
          onPress={() => void apply(starred)}
        >
          <span className="max-sm:sr-only">{t(starred ? "common.star" : "common.unstar")}</span>
        </Button>
      ))}
    </>
  );
}
