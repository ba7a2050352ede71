import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Visit } from "#contract/visits.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PickedRoomsList } from "./picked-rooms.tsx";
import { PictureDrop } from "./picture-drop.tsx";
import { nothingToUpload } from "./room-upload.ts";
import { plan } from "./use-add-visit.ts";
import { usePickedRooms, usePictureLimits } from "./use-picked-rooms.ts";
import { useRoomUpload } from "./use-room-upload.ts";
import { useRefreshVisits } from "./visits.queries.ts";

/** More rooms for a visit that stands, under the same rules as its first ones. */
export function AddRoomsDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const t = useText();
  const pictureLimits = usePictureLimits();
  // The rooms it had when this was opened; those uploaded here are counted among the picked.
  const [already] = useState(visit.rooms.length);
  const picked = usePickedRooms(pictureLimits, already);
  const upload = useRoomUpload();
  const refresh = useRefreshVisits();
  const [failure, setFailure] = useState<string | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof nothingToUpload>>(null);
  const [isAsking, setIsAsking] = useState(false);
  const count = picked.rooms.length;
  const isStarted = upload.isRunning || failure !== null;

  async function send(): Promise<void> {
    const nothing = nothingToUpload(count, picked.refused.length);
    setProblem(nothing);
    if (nothing !== null) return;
    setFailure(null);
    const left = picked.rooms.filter(({ key }) => upload.states.get(key)?.kind !== "done").map(plan);
    const end = await upload.run(visit.id, left);
    void refresh();
    if (end.kind === "stopped") return;
    if (end.kind === "failed") return setFailure(end.reason);
    showToast({ tone: "ok", title: t("visits.rooms_added", { count }) }, limits.toast.form);
    onClose();
  }

  return (
    <Modal
      title={t("visits.add_rooms")}
      size="lg"
      isOpen
      onClose={() => (upload.isRunning ? setIsAsking(true) : onClose())}
      footer={
        <>
          <Button onPress={() => (upload.isRunning ? setIsAsking(true) : onClose())}>
            {t(failure === null ? "common.cancel" : "common.close")}
          </Button>
          <Button
            variant="primary"
            isDisabled={picked.isChecking}
            isPending={upload.isRunning}
            onPress={() => void send()}
          >
            {t(
              upload.isRunning
                ? "visits.uploading"
                : failure === null
                  ? "visits.upload_rooms"
                  : "visits.retry_failed",
              { count },
            )}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        {!isStarted && (
          <PictureDrop
            picked={picked}
            limits={pictureLimits}
            error={problem === null || count > 0 ? undefined : t(problem)}
          />
        )}
        <PickedRoomsList picked={picked} states={upload.states} isFixed={isStarted} />
      </div>
      <ConfirmDialog
        title={t("visits.stop_title")}
        confirmLabel={t("visits.stop")}
        cancelLabel={t("visits.stay")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          upload.stop();
          onClose();
        }}
        isDestructive
      >
        {t("visits.stop_text")}
      </ConfirmDialog>
    </Modal>
  );
}
