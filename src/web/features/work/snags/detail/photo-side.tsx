import { useQueryClient } from "@tanstack/react-query";
import { Camera, Plus, RotateCw, Trash2, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { deleteFailure } from "../delete-failure.ts";
import { useDeletePhoto } from "../snags.changes.ts";
import {
  giveUpPhoto,
  type PhotoKind,
  type PhotoUpload,
  photoTypes,
  picturesIn,
  sendAgain,
  sendPhotos,
  usePhotoUploads,
} from "./photo-uploads.ts";

interface PhotoSideProps {
  snag: Snag;
  kind: PhotoKind;
  mayChange: boolean;
  onEnlarge: (filename: string) => void;
}

/**
 * The photos of the defect, or those of the fix. As specified, the control uploads while there is none, and deletes
 * once there is one; further ones are added by the plus beside it.
 */
export function PhotoSide({ snag, kind, mayChange, onEnlarge }: PhotoSideProps) {
  const t = useText();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const uploads = usePhotoUploads(snag.id, kind);
  const [isOver, setIsOver] = useState(false);
  const [isTooHeavy, setIsTooHeavy] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const photos = snag.photos.filter((photo) => photo.kind === kind);
  const shown = photos.find(({ filename }) => filename === chosen) ?? photos.at(-1);
  const hasRoom = snag.photos.length + uploads.length < limits.snag.photos;

  function take(files: Iterable<File>): void {
    const all = [...files];
    const pictures = picturesIn(all);
    setIsTooHeavy(all.some(({ size }) => size > limits.snag.photo.bytes));
    if (pictures.length > 0) void sendPhotos(client, snag, kind, pictures);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    if (mayChange) take(event.dataTransfer.files);
  }

  const pick = () => input.current?.click();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(mayChange);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        "flex min-w-0 flex-col gap-2 rounded-lg outline-offset-4",
        isOver && "outline-2 outline-accent-text outline-dashed",
      )}
    >
      <h4 className="text-xs text-ink-muted">{t(`snags.photos.${kind}`)}</h4>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-hidden
        multiple
        accept={photoTypes.join(",")}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files ?? []);
          // Reset, so that the same file can be selected twice.
          target.value = "";
        }}
      />
      {shown !== undefined ? (
        <Shown
          snag={snag}
          photo={shown}
          number={photos.indexOf(shown) + 1}
          mayChange={mayChange}
          onEnlarge={onEnlarge}
          onAdd={hasRoom ? pick : null}
        />
      ) : mayChange ? (
        uploads.every(({ state }) => state === "failed") && (
          <button
            type="button"
            onClick={pick}
            className="flex aspect-4/3 cursor-default flex-col items-center justify-center gap-1.5 rounded-lg border border-dashed border-line-strong p-2 text-center text-sm text-accent-text hover:bg-hover print:hidden"
          >
            <Icon of={Camera} size="lg" />
            {t(isOver ? "snags.photos.drop" : `snags.photos.upload.${kind}`)}
          </button>
        )
      ) : (
        <p className="text-sm text-ink-muted">{t(`snags.photos.none_${kind}`)}</p>
      )}
      {photos.length > 1 && (
        <ul className="flex gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none] print:hidden">
          {photos.map((photo, at) => (
            <li key={photo.filename}>
              <button
                type="button"
                aria-pressed={photo === shown}
                aria-label={`${t(`snags.photos.${kind}`)} ${at + 1}`}
                onClick={() => setChosen(photo.filename)}
                className={cx("hit-area block rounded-md", photo === shown && "ring-2 ring-accent")}
              >
                <Picture src={photo.thumbnail} className="size-10 rounded-md" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {uploads.map((upload) => (
        <OnItsWay key={upload.key} upload={upload} />
      ))}
      <span role="alert" className="text-xs text-bad-text empty:hidden">
        {isTooHeavy
          ? t("common.drop.heavy", { n: Math.round(limits.snag.photo.bytes / 1024 / 1024) })
          : uploads.find(({ reason }) => reason !== undefined)?.reason}
      </span>
    </div>
  );
}

function Shown({
  snag,
  photo,
  number,
  mayChange,
  onEnlarge,
  onAdd,
}: {
  snag: Snag;
  photo: SnagPhoto;
  number: number;
  mayChange: boolean;
  onEnlarge: (filename: string) => void;
  /** Null when the snag has its maximum of photos. */
  onAdd: (() => void) | null;
}) {
  const t = useText();
  const remove = useDeletePhoto(snag.id);
  const [isAsking, setIsAsking] = useState(false);
  const kind = t(`snags.photos.${photo.kind}`);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(photo.filename);
      showToast({ tone: "ok", title: t("snags.photos.deleted") }, limits.toast.form);
    } catch (error) {
      showToast(deleteFailure(error, t, "snags.photos.not_deleted"), limits.toast.form);
    }
    setIsAsking(false);
  }

  return (
    <>
      <button
        type="button"
        aria-label={t("snags.photos.enlarge", { n: number, kind })}
        onClick={() => onEnlarge(photo.filename)}
        className="block cursor-zoom-in overflow-hidden rounded-lg"
      >
        <Picture src={photo.thumbnail} className="aspect-4/3 w-full" />
      </button>
      {mayChange && (
        <div className="flex gap-1 print:hidden">
          <Button
            size="sm"
            variant="quietDanger"
            icon={Trash2}
            aria-label={t("snags.photos.delete_named", { n: number, kind })}
            onPress={() => setIsAsking(true)}
            className="-ms-2"
          >
            {t("common.delete")}
          </Button>
          {onAdd !== null && (
            <IconButton
              icon={Plus}
              size="sm"
              label={t(`snags.photos.more.${photo.kind}`)}
              onPress={onAdd}
              className="ms-auto size-8"
            />
          )}
        </div>
      )}
      <ConfirmDialog
        title={t("snags.photos.delete_title")}
        confirmLabel={t("snags.photos.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isPending={remove.isPending}
        isDestructive
      >
        {t("snags.photos.delete_text")}
      </ConfirmDialog>
    </>
  );
}

function OnItsWay({ upload }: { upload: PhotoUpload }) {
  const t = useText();
  const client = useQueryClient();
  const { file, share, state, key } = upload;
  if (state === "sending")
    return (
      <div className="flex flex-col gap-1 rounded-md bg-sunken p-2 text-xs text-ink-muted">
        <span className="truncate">{t("snags.photos.sending", { name: file.name })}</span>
        <progress value={share} max={1} aria-label={file.name} className="h-1 w-full accent-accent" />
      </div>
    );
  return (
    <div className="flex items-center rounded-md bg-bad-soft text-xs text-bad-text">
      <button
        type="button"
        onClick={() => void sendAgain(client, upload)}
        className="flex min-h-9 min-w-0 flex-1 cursor-default items-center gap-1.5 rounded-md px-2 text-start font-strong touch:min-h-11"
      >
        <Icon of={RotateCw} size="sm" className="size-3.5" />
        {t("snags.photos.failed")}
      </button>
      <IconButton
        icon={X}
        size="sm"
        label={t("snags.photos.give_up", { name: file.name })}
        onPress={() => giveUpPhoto(key)}
      />
    </div>
  );
}
