import { LockKeyhole, LockKeyholeOpen, UserCog, WalletCards } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type BulkChange, useBulk } from "../users.queries.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

type Asked = BulkChange["action"];

/** Actions for several accounts at once. */
export function BulkBar({ selection }: { selection: Selection }) {
  const t = useText();
  const bulk = useBulk();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ids = [...selection.ids];
  const count = ids.length;
  const onClose = () => setAsked(null);

  async function apply(change: BulkChange): Promise<void> {
    try {
      const { done, left } = await bulk.mutateAsync({ ids, change });
      showToast(
        {
          tone: left > 0 ? "warn" : "ok",
          title: t("users.bulk.done", { count: done }),
          ...(left > 0 && { text: t("users.bulk.left", { count: left }) }),
        },
        limits.toast.form,
      );
      selection.clear();
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ActionBar
      label={t("users.bulk.label")}
      count={t("users.bulk.selected", { count })}
      onClear={selection.clear}
    >
      <Button variant="quiet" icon={UserCog} onPress={() => setAsked("role")}>
        {t("users.role")}
      </Button>
      <Button variant="quiet" icon={WalletCards} onPress={() => setAsked("plan")}>
        {t("users.plan.label")}
      </Button>
      <Button variant="quiet" icon={LockKeyholeOpen} onPress={() => setAsked("unlock")}>
        {t("users.bulk.unlock")}
      </Button>
      <Button variant="quietDanger" icon={LockKeyhole} onPress={() => setAsked("lock")}>
        {t("users.bulk.lock")}
      </Button>
      {(asked === "lock" || asked === "unlock") && (
        <ConfirmDialog
          title={t(`users.bulk.${asked}_title`, { count })}
          confirmLabel={t(`users.bulk.${asked}`)}
          isOpen
          onClose={onClose}
          onConfirm={() => void apply({ action: asked })}
          isDestructive={asked === "lock"}
          isPending={bulk.isPending}
        >
          {t(`users.bulk.${asked}_text`)}
        </ConfirmDialog>
      )}
      {asked === "role" && (
        <RoleDialog
          title={t("users.bulk.role_title", { count })}
          isPending={bulk.isPending}
          onChoose={(role) => void apply({ action: "role", role })}
          onClose={onClose}
        />
      )}
      {asked === "plan" && (
        <PlanDialog
          title={t("users.bulk.plan_title", { count })}
          isPending={bulk.isPending}
          onChoose={(id_plan) => void apply({ action: "plan", id_plan })}
          onClose={onClose}
        />
      )}
    </ActionBar>
  );
}
