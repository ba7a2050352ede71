import { useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PickedRoomsList } from "./picked-rooms.tsx";
import { PictureDrop } from "./picture-drop.tsx";
import { nothingToUpload } from "./room-upload.ts";
import { plan } from "./use-add-visit.ts";
import { manyRooms, usePickedRooms, usePictureLimits } from "./use-picked-rooms.ts";
import { useRoomBatch } from "./use-room-batch.ts";

interface AddRoomsDialogProps {
  visit: Visit;
  /** Name of the first one, where it is known before the file. */
  roomName?: string;
  onClose: () => void;
}

/** Adds rooms to an existing visit, under the same rules as its first ones. */
export function AddRoomsDialog({ visit, roomName, onClose }: AddRoomsDialogProps) {
  const t = useText();
  const pictureLimits = usePictureLimits();
  // The visit's rooms when this was opened; those uploaded here are counted among the picked.
  const [already] = useState(visit.rooms.length);
  const picked = usePickedRooms(pictureLimits, already, roomName);
  const upload = useRoomBatch(picked.rooms, onClose);
  const [problem, setProblem] = useState<ReturnType<typeof nothingToUpload>>(null);
  const count = picked.rooms.length;
  const { isStarted, isStopped } = upload;
  const isRunning = isStarted && !isStopped;

  function send(): void {
    if (isStarted) return void upload.retry();
    const nothing = nothingToUpload(count, picked.refused.length);
    setProblem(nothing);
    if (nothing !== null) return;
    upload.start(visit, false, picked.rooms.map(plan));
    if (count > manyRooms) onClose();
  }

  return (
    <Modal
      title={t("visits.add_rooms")}
      size="lg"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>
            {t(isRunning ? "uploads.background" : isStopped ? "common.close" : "common.cancel")}
          </Button>
          <Button variant="primary" isDisabled={picked.isChecking} isPending={isRunning} onPress={send}>
            {t(isStopped ? "visits.retry_failed" : isStarted ? "visits.uploading" : "visits.upload_rooms", {
              count,
            })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {isStopped && <Banner tone="bad">{upload.reason}</Banner>}
        {isRunning && <p className="text-ink-muted">{t("uploads.background_hint")}</p>}
        {!isStarted && (
          <PictureDrop
            picked={picked}
            limits={pictureLimits}
            error={problem === null || count > 0 ? undefined : t(problem)}
          />
        )}
        <PickedRoomsList picked={picked} states={upload.states} isFixed={isStarted} />
      </div>
    </Modal>
  );
}
