import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { type Standing, useStanding } from "./cockpit.queries.ts";
import { UNDO } from "./undo.ts";

const said: Readonly<Record<Standing, TextKey>> = {
  activate: "projects.cockpit.activated",
  deactivate: "projects.cockpit.deactivated",
  validate: "projects.cockpit.approved",
  invalidate: "projects.cockpit.taken_back",
};

const opposite: Readonly<Record<Standing, Standing>> = {
  activate: "deactivate",
  deactivate: "activate",
  validate: "invalidate",
  invalidate: "validate",
};

/** Opens, closes, approves or withdraws the approval; shows a toast with an undo for ten seconds. */
export function useSetProjectStatus(id_project: number) {
  const t = useText();
  const standing = useStanding(id_project);
  async function set(wanted: Standing, isUndo = false): Promise<void> {
    try {
      await standing.mutateAsync(wanted);
      const undo = { label: t("common.undo"), onAction: () => void set(opposite[wanted], true) };
      showToast({ tone: "ok", title: t(said[wanted]), ...(!isUndo && { action: undo }) }, UNDO);
    } catch (error) {
      showFailure(error, t);
    }
  }
  return { set: (wanted: Standing) => void set(wanted), isPending: standing.isPending };
}
