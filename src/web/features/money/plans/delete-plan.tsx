import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Plan } from "#contract/plans.ts";
import { ApiError } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useDeletePlan } from "./plans.queries.ts";
import { useSwitchedToast } from "./use-switched-toast.ts";

export interface DeletePlanProps {
  plan: Plan;
  onClose: () => void;
  /** Called after deleting. */
  onDeleted?: () => void;
}

/** Asks before a plan is deleted. One with subscribers cannot be: the dialog offers to deactivate it instead. */
export function DeletePlan({ plan, onClose, onDeleted }: DeletePlanProps) {
  const t = useText();
  const remove = useDeletePlan();
  const { switchPlans, isPending } = useSwitchedToast();
  const [isRefused, setIsRefused] = useState(false);
  const { name, subscribers } = plan;
  const isInUse = isRefused || (subscribers ?? 0) > 0;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(plan.id);
      showToast({ tone: "ok", title: t("plans.deleted", { name }) }, limits.toast.form);
      onDeleted?.();
      onClose();
    } catch (error) {
      // A user may have selected it since the list was loaded.
      if (error instanceof ApiError && error.code === "PLAN_IN_USE") return setIsRefused(true);
      showFailure(error, t);
      onClose();
    }
  }

  async function switchOff(): Promise<void> {
    await switchPlans([plan], false);
    onClose();
  }

  if (isInUse && !plan.active)
    return (
      <Modal
        title={t("plans.in_use_title", { name })}
        isOpen
        onClose={onClose}
        size="sm"
        role="alertdialog"
        footer={<Button onPress={onClose}>{t("common.close")}</Button>}
      >
        <div className="flex flex-col gap-2 text-ink-muted">
          <p>{t("plans.in_use", { count: subscribers ?? 0 })}</p>
          <p>{t("plans.in_use_off")}</p>
        </div>
      </Modal>
    );
  return isInUse ? (
    <ConfirmDialog
      title={t("plans.in_use_title", { name })}
      confirmLabel={t("plans.switch_off")}
      isOpen
      onClose={onClose}
      onConfirm={() => void switchOff()}
      isPending={isPending}
    >
      {t("plans.in_use", { count: subscribers ?? 0 })}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={t("plans.delete_title", { name })}
      confirmLabel={t("plans.delete")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("plans.delete_text")}
    </ConfirmDialog>
  );
}
