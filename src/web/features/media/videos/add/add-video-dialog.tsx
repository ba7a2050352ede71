import { WifiOff } from "lucide-react";
import { useId, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { QuotaNotice } from "#web/shell/quota/quota-notice.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Switches } from "../switches.tsx";
import { FilmField } from "./film-field.tsx";
import { type AddVideo, useAddVideo } from "./use-add-video.ts";
import { VideoFields } from "./video-fields.tsx";

export function AddVideoDialog({ onClose, id_project }: CreateDialogProps) {
  const t = useText();
  const form = useId();
  const add = useAddVideo(id_project, onClose);
  const [isAsking, setIsAsking] = useState<"discard" | "cancel" | null>(null);
  const isFixed = add.step === "sending";

  function close(): void {
    // An upload continues without this dialog.
    if (!isFixed && add.isChanged) setIsAsking("discard");
    else onClose();
  }

  return (
    <Modal
      title={t("videos.add_title")}
      size="lg"
      isOpen
      onClose={close}
      footer={<Footer add={add} form={form} onClose={close} onCancel={() => setIsAsking("cancel")} />}
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFixed && add.isChanged && !add.isFull && add.film.film?.step !== "judging") add.submit();
        }}
      >
        {add.refusal !== null && (
          <Banner tone="bad">{t("videos.upload_failed", { reason: add.refusal })}</Banner>
        )}
        {isFixed ? <Travel add={add} /> : <QuotaNotice quota={add.quota} />}
        <VideoFields draft={add.draft} isFixed={isFixed} />
        <FilmField film={add.film} limits={add.filmLimits} isMissing={add.isFileMissing} isFixed={isFixed} />
        <Switches
          values={add.draft.values}
          onSwitch={add.draft.set}
          onPassword={(password) => add.draft.set("password", password)}
          passwordError={add.draft.errors.password}
          isDisabled={isFixed}
        />
      </form>
      <ConfirmDialog
        title={t(isAsking === "cancel" ? "videos.cancel_title" : "videos.discard_title")}
        confirmLabel={t(isAsking === "cancel" ? "videos.cancel_upload" : "videos.discard")}
        {...(isAsking === "cancel" && { cancelLabel: t("videos.stay") })}
        isOpen={isAsking !== null}
        onClose={() => setIsAsking(null)}
        onConfirm={() => {
          if (isAsking === "cancel") add.cancel();
          else add.discard();
          setIsAsking(null);
        }}
        isDestructive
      >
        {isAsking === "cancel"
          ? t("videos.cancel_text", { name: add.draft.values.title })
          : t("videos.discard_text")}
      </ConfirmDialog>
    </Modal>
  );
}

/** Upload progress of the video; on top, visible without scrolling. */
function Travel({ add }: { add: AddVideo }) {
  const t = useText();
  const { state, isPaused } = add;
  const share = state.kind === "uploading" ? state.share : state.kind === "submitting" ? 1 : 0;
  return (
    <div className="sticky top-0 z-10 flex flex-col gap-2 rounded-lg bg-sunken p-4">
      <ProgressBar
        label={t("videos.upload_of", { name: add.film.film?.file.name ?? "" })}
        share={share}
        className="text-sm"
      />
      {isPaused ? (
        <p className="flex items-center justify-between gap-3 text-xs text-ink-muted">
          {t("videos.upload_paused")}
          <Button size="sm" onPress={add.resume}>
            {t("common.retry")}
          </Button>
        </p>
      ) : state.kind === "uploading" && state.isHeldUp ? (
        <p className="flex items-center gap-2 text-xs text-warn-text">
          <Icon of={WifiOff} size="sm" />
          {t("uploads.held_up_text")}
        </p>
      ) : (
        <p className="text-xs text-ink-muted">
          {t(state.kind === "waiting" ? "videos.upload_waiting" : "uploads.background_hint")}
        </p>
      )}
    </div>
  );
}

function Footer({
  add,
  form,
  onClose,
  onCancel,
}: {
  add: AddVideo;
  form: string;
  onClose: () => void;
  onCancel: () => void;
}) {
  const t = useText();
  const isSending = add.step === "sending";
  const isLooking = add.film.film !== null && add.film.film.step !== null;
  return (
    <>
      {isSending && (
        <Button variant="quietDanger" onPress={onCancel} className="me-auto">
          {t("videos.cancel_upload")}
        </Button>
      )}
      <Button onPress={onClose}>{t(isSending ? "uploads.background" : "common.cancel")}</Button>
      <Button
        type="submit"
        form={form}
        variant="primary"
        isDisabled={!isSending && (!add.isChanged || add.isFull || isLooking)}
        isPending={isSending}
      >
        {!isSending
          ? t("videos.add")
          : t(add.state.kind === "submitting" ? "videos.submitting" : "videos.uploading")}
      </Button>
    </>
  );
}
