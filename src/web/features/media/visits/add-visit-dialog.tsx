import { useId, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { QuotaNotice } from "#web/shell/quota/quota-notice.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NewVisitFields } from "./new-visit-fields.tsx";
import { PickedRoomsList } from "./picked-rooms.tsx";
import { PictureDrop } from "./picture-drop.tsx";
import { type AddVisit, useAddVisit } from "./use-add-visit.ts";

interface AddVisitDialogProps extends Pick<CreateDialogProps, "onClose" | "id_project"> {
  /** Name of its first room, where it is known before the file. */
  roomName?: string;
}

export function AddVisitDialog({ onClose, id_project, roomName }: AddVisitDialogProps) {
  const t = useText();
  const form = useId();
  const add = useAddVisit(id_project, onClose, roomName);
  const [isAsking, setIsAsking] = useState(false);
  const { step, picked } = add;

  function close(): void {
    // An upload continues without this dialog.
    if (step === "form" && add.isChanged) setIsAsking(true);
    else onClose();
  }

  return (
    <Modal
      title={t("visits.add_title")}
      size="lg"
      isOpen
      onClose={close}
      footer={<Footer add={add} form={form} onClose={close} />}
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (step === "form" && add.isChanged && !add.isFull && !picked.isChecking) void add.submit();
        }}
      >
        {add.refusal !== null && <Banner tone="bad">{add.refusal}</Banner>}
        {step === "form" && (
          <>
            <QuotaNotice quota={add.quota} />
            <NewVisitFields draft={add.draft} />
            <PictureDrop
              picked={picked}
              limits={add.pictureLimits}
              error={add.filesProblem ? t("errors.code.FILES_REQUIRED") : undefined}
            />
          </>
        )}
        {step === "sending" && add.upload.isStarted && (
          <p className="text-ink-muted">{t("uploads.background_hint")}</p>
        )}
        {step === "stopped" && <Incomplete add={add} />}
        <PickedRoomsList picked={picked} states={add.upload.states} isFixed={step !== "form"} />
      </form>
      <ConfirmDialog
        title={t("visits.discard_title")}
        confirmLabel={t("visits.discard")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onClose}
        isDestructive
      >
        {t("visits.discard_text")}
      </ConfirmDialog>
    </Modal>
  );
}

function Incomplete({ add }: { add: AddVisit }) {
  const t = useText();
  return (
    <Banner tone="bad">
      {t("visits.upload_incomplete", { reason: add.upload.reason ?? t("errors.failed.upload") })}
    </Banner>
  );
}

function Footer({ add, form, onClose }: { add: AddVisit; form: string; onClose: () => void }) {
  const t = useText();
  const { step, picked, upload } = add;
  if (step === "stopped") {
    return (
      <>
        <Button onPress={add.goToVisit}>{t("visits.go_to_visit")}</Button>
        <Button variant="primary" onPress={add.upload.retry}>
          {t("visits.retry_failed")}
        </Button>
      </>
    );
  }
  const isSending = step === "sending";
  const done = [...upload.states.values()].filter(({ kind }) => kind === "done").length;
  const total = picked.rooms.length;
  return (
    <>
      <Button onPress={onClose}>{t(upload.isStarted ? "uploads.background" : "common.cancel")}</Button>
      <Button
        type="submit"
        form={form}
        variant="primary"
        isDisabled={!isSending && (!add.isChanged || add.isFull || picked.isChecking)}
        isPending={isSending}
      >
        {upload.isStarted
          ? t("visits.uploading_of", { done: Math.min(done + 1, total), total })
          : t(isSending ? "visits.uploading" : "visits.add")}
      </Button>
    </>
  );
}
