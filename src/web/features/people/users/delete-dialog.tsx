import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#contract/users.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { PersonSelect } from "#web/shell/people/person-select.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useDeleteUser, useRestoreUser } from "./users.queries.ts";

export interface DeleteDialogProps {
  user: Pick<UserRecord, "id">;
  name: string;
  onClose: () => void;
  onGone: () => void;
}

/** Moves an account to the bin. An owner of projects needs a successor, which the server asks for. */
export function DeleteDialog({ user, name, onClose, onGone }: DeleteDialogProps) {
  const t = useText();
  const remove = useDeleteUser();
  const restore = useRestoreUser();
  const [heir, setHeir] = useState<number | null>(null);
  const [isHeirNeeded, setHeirNeeded] = useState(false);
  const [refusal, setRefusal] = useState<{ heir?: string; text?: string }>({});

  async function confirm(): Promise<void> {
    setRefusal({});
    if (isHeirNeeded && heir === null) {
      setRefusal({ heir: t("users.delete.heir_required") });
      return;
    }
    try {
      await remove.mutateAsync({ id: user.id, id_heir: heir });
    } catch (error) {
      if (error instanceof ApiError && error.code === "HEIR_REQUIRED") {
        setHeirNeeded(true);
        return;
      }
      const { id_heir } = fieldErrors<{ id_heir: string }>(error, ["id_heir"], t);
      setRefusal(id_heir === undefined ? { text: errorText(error, t) } : { heir: id_heir });
      return;
    }
    onClose();
    onGone();
    showToast(
      {
        tone: "ok",
        title: t("users.delete.done", { name }),
        action: { label: t("common.undo"), onAction: () => void undo() },
      },
      limits.toast.form,
    );
  }

  async function undo(): Promise<void> {
    try {
      await restore.mutateAsync(user.id);
      showToast({ tone: "ok", title: t("users.bin.restored", { name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
  }

  return (
    <Modal
      title={t("users.delete.title", { name })}
      isOpen
      onClose={onClose}
      role="alertdialog"
      isDismissable={!remove.isPending}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="danger" isPending={remove.isPending} onPress={() => void confirm()}>
            {t("users.delete.action")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal.text !== undefined && <Banner tone="bad">{refusal.text}</Banner>}
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-muted">
          <li>{t("users.delete.ends")}</li>
          <li>{t("users.delete.stays")}</li>
          <li>{t("users.delete.bin")}</li>
        </ul>
        {isHeirNeeded && (
          <>
            <Banner tone="warn">{t("users.delete.owns", { name })}</Banner>
            <PersonSelect
              label={t("users.delete.heir")}
              hint={t("users.delete.heir_hint")}
              value={heir}
              onChange={setHeir}
              except={[user.id]}
              error={refusal.heir}
              isRequired
            />
          </>
        )}
      </div>
    </Modal>
  );
}
