import { ChevronLeft, ChevronRight, Download, ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snapshot } from "#contract/snapshots.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useDeleteSnapshot, useEditSnapshot } from "./snapshots.queries.ts";

export interface SnapshotModalProps {
  snapshot: Snapshot;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

/** One snapshot, large, with its note and the link to its view. */
export function SnapshotModal({ snapshot, onClose, onPrevious, onNext }: SnapshotModalProps) {
  const t = useText();
  const format = useFormat();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useDeleteSnapshot();
  const { room, visit, author, created_at, can } = snapshot;
  const confirm = () =>
    remove.mutate(snapshot, {
      onSuccess: onClose,
      onError: (error) => showToast({ tone: "bad", title: errorText(error, t) }),
    });
  const place = [room, visit].filter((part) => part !== "").join(" · ");
  return (
    <Modal
      title={place === "" ? t("snapshots.title") : place}
      isOpen
      onClose={onClose}
      size="xl"
      footer={
        <>
          {can["delete"] === true && (
            <Button variant="quiet" icon={Trash2} onPress={() => setIsDeleting(true)}>
              {t("snapshots.delete")}
            </Button>
          )}
          <a href={snapshot.url} download={fileName(snapshot)} className={buttonClass({})}>
            <Icon of={Download} />
            {t("snapshots.download")}
          </a>
          {snapshot.id_room !== null && (
            <a href={viewOf(snapshot)} className={buttonClass({ variant: "primary" })}>
              <Icon of={ExternalLink} />
              {t("snapshots.go")}
            </a>
          )}
        </>
      }
    >
      <div className="relative">
        <img
          src={snapshot.url}
          alt={snapshot.note === "" ? place : snapshot.note}
          className="max-h-[60dvh] w-full rounded-md bg-press object-contain"
        />
        <span className="absolute inset-y-0 start-2 flex items-center">
          {onPrevious && (
            <IconButton
              icon={ChevronLeft}
              label={t("snapshots.previous")}
              onPress={onPrevious}
              className="bg-surface/85 rtl:-scale-x-100"
            />
          )}
        </span>
        <span className="absolute inset-y-0 end-2 flex items-center">
          {onNext && (
            <IconButton
              icon={ChevronRight}
              label={t("snapshots.next")}
              onPress={onNext}
              className="bg-surface/85 rtl:-scale-x-100"
            />
          )}
        </span>
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        {t("snapshots.taken", {
          who: author?.name || t("snapshots.somebody"),
          date: format.date(created_at),
        })}
      </p>
      {can["edit"] === true ? (
        <Note snapshot={snapshot} />
      ) : (
        snapshot.note !== "" && <p className="mt-2 whitespace-pre-line">{snapshot.note}</p>
      )}
      <ConfirmDialog
        title={t("snapshots.delete_title")}
        confirmLabel={t("snapshots.delete")}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={confirm}
        isDestructive
        isPending={remove.isPending}
      >
        {t("snapshots.delete_text")}
      </ConfirmDialog>
    </Modal>
  );
}

/** Saved on blur or Enter; rejected input stays in the field. */
function Note({ snapshot }: { snapshot: Snapshot }) {
  const t = useText();
  const edit = useEditSnapshot(snapshot.id);
  const [note, setNote] = useState(snapshot.note);
  const keep = () => {
    if (note.trim() !== snapshot.note) edit.mutate(note.trim());
  };
  return (
    <TextField
      label={t("snapshots.note")}
      value={note}
      onChange={setNote}
      onBlur={keep}
      onKeyDown={({ key }) => key === "Enter" && keep()}
      maxLength={limits.snapshot.note}
      {...(edit.isError && { error: errorText(edit.error, t) })}
      className="mt-3"
    />
  );
}

const tenth = (degrees: number) => (Math.round(degrees * 10) / 10).toString();

/** Address of the viewer, in the direction of the snapshot. */
function viewOf({ visit_code, id_room, yaw, pitch, fov }: Snapshot): string {
  const view = new URLSearchParams({ yaw: tenth(yaw), pitch: tenth(pitch), fov: tenth(fov) });
  return `/viewer/${visit_code}/${id_room}?${view}`;
}

const fileName = ({ room, visit, created_at }: Snapshot) =>
  `${[visit, room, created_at.slice(0, 10)].filter((part) => part !== "").join(" ")}.webp`;
