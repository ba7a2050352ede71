import {
  ChevronLeft,
  ChevronRight,
  ClipboardPlus,
  Download,
  EllipsisVertical,
  MapPin,
  MapPinPlus,
  Pencil,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { type TouchEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Photo } from "#contract/photos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { photoName } from "#web/shell/photos/photos.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PhotoFacts } from "./photo-facts.tsx";
import { useDeletePhoto, usePhoto, useRestorePhoto } from "./photos.queries.ts";
import { Proposal } from "./proposal.tsx";

const dialogs = later(() => import("./photo-dialogs.ts"));

type Asked = "edit" | "place" | "snag" | "evidence";

interface PhotoViewProps {
  id: number;
  /** The photos of the list behind it, for the arrows. */
  among: readonly Photo[];
  onShow: (photo: Photo) => void;
  onClose: () => void;
}

/** One photo, large, with everything known about it; arrows and swipes lead to the others of the list. */
export function PhotoView({ id, among, onShow, onClose }: PhotoViewProps) {
  const t = useText();
  const loaded = usePhoto(id);
  const at = among.findIndex((one) => one.id === id);
  const listed = among[at];
  const photo = loaded.data ?? listed;
  const [asked, setAsked] = useState<Asked | null>(null);
  const parts = useLater(dialogs, asked !== null);
  const remove = useRemove(onClose);
  const step = (by: number) => {
    const other = at < 0 ? undefined : among[at + by];
    if (other !== undefined && asked === null) onShow(other);
  };
  useArrows(step);
  const close = () => setAsked(null);
  if (photo === undefined)
    return (
      <Modal title={t("shell.titles.photo")} isOpen onClose={onClose} size="xl">
        {loaded.isError ? (
          <LoadFailure error={loaded.error} onRetry={() => void loaded.refetch()} />
        ) : (
          <Skeleton className="h-[60dvh] w-full" />
        )}
      </Modal>
    );
  const mayEdit = photo.can["edit"] === true;
  return (
    <>
      <Modal
        title={photoName(photo)}
        isOpen
        onClose={onClose}
        size="xl"
        footer={<PhotoActions photo={photo} onAsk={setAsked} onDelete={() => void remove(photo)} />}
      >
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <LargePhoto
            photo={photo}
            onStep={step}
            isFirst={at <= 0}
            isLast={at < 0 || at === among.length - 1}
            count={at < 0 ? "" : t("photos.position_of", { n: at + 1, total: among.length })}
          />
          <div className="flex min-w-0 flex-col gap-4">
            {mayEdit && loaded.data !== undefined && (
              <Proposal photo={loaded.data} onReview={() => setAsked("place")} />
            )}
            <PhotoFacts photo={photo} />
          </div>
        </div>
      </Modal>
      {parts && asked === "edit" && <parts.EditDialog key={photo.version} photo={photo} onClose={close} />}
      {parts && asked === "place" && (
        <parts.PlaceDialog photo={photo} proposed={loaded.data?.proposed ?? []} onClose={close} />
      )}
      <EvidenceDialog of={{ kind: "photo", id }} isOpen={asked === "evidence"} onClose={close} />
      {parts && asked === "snag" && <parts.SnagDialog photo={photo} onClose={close} />}
    </>
  );
}

/** Left and right lead on, as on the screen: in Arabic the next one is to the left. */
function useArrows(step: (by: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=slider]");
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || isTyping || event.defaultPrevented) return;
    step(document.documentElement.dir === "rtl" ? -by : by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Moves a photo to the bin, with ten seconds to undo it. */
function useRemove(onDeleted: () => void) {
  const t = useText();
  const remove = useDeletePhoto();
  const restore = useRestorePhoto();
  const undo = async (photo: Photo) => {
    try {
      await restore.mutateAsync(photo);
      showToast({ tone: "ok", title: t("photos.restored") });
    } catch (error) {
      showFailure(error, t);
    }
  };
  return async (photo: Photo) => {
    if (remove.isPending) return;
    try {
      await remove.mutateAsync(photo);
      onDeleted();
      const action = { label: t("photos.undo"), onAction: () => void undo(photo) };
      showToast({ tone: "ok", title: t("photos.deleted"), action }, 10_000);
    } catch (error) {
      showFailure(error, t);
    }
  };
}

interface PhotoActionsProps {
  photo: Photo;
  onAsk: (what: Asked) => void;
  onDelete: () => void;
}

function PhotoActions({ photo, onAsk, onDelete }: PhotoActionsProps) {
  const t = useText();
  const { can, position, original } = photo;
  const mayEdit = can["edit"] === true;
  const maySnag = can["add_snag"] === true;
  return (
    <>
      <Menu
        label={t("common.more")}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={t("common.more")}
            hasTooltip={false}
            className="me-auto size-11 flex-none!"
          />
        }
      >
        <MenuItem icon={ShieldCheck} label={t("evidence.open")} onAction={() => onAsk("evidence")} />
        {original !== null && (
          <MenuItem
            icon={Download}
            label={t("photos.download")}
            onAction={() => save(original, photo.file)}
          />
        )}
        {can["delete"] === true && (
          <MenuItem icon={Trash2} label={t("photos.delete")} isDestructive onAction={onDelete} />
        )}
      </Menu>
      {maySnag && (
        <Button icon={ClipboardPlus} onPress={() => onAsk("snag")}>
          {t("photos.snag")}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button icon={position === null ? MapPinPlus : MapPin} onPress={() => onAsk("place")}>
            {t(position === null ? "photos.place" : "photos.move")}
          </Button>
          <Button variant="primary" icon={Pencil} onPress={() => onAsk("edit")}>
            {t("photos.edit")}
          </Button>
        </>
      )}
    </>
  );
}

/** The server sends the original as a download, and records it. */
function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

interface LargePhotoProps {
  photo: Photo;
  onStep: (by: number) => void;
  isFirst: boolean;
  isLast: boolean;
  /** "3 of 40"; empty outside a list. */
  count: string;
}

/** CSS pixels of a horizontal swipe that leads to another photo. */
const SWIPE = 48;

function LargePhoto({ photo, onStep, isFirst, isLast, count }: LargePhotoProps) {
  const t = useText();
  const start = useRef<{ x: number; y: number } | null>(null);
  const touch = ({ touches }: TouchEvent) => {
    const finger = touches[0];
    // Two fingers zoom.
    start.current = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null;
  };
  const lift = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0];
    const from = start.current;
    start.current = null;
    if (from === null || finger === undefined) return;
    const [dx, dy] = [finger.clientX - from.x, finger.clientY - from.y];
    if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return;
    const isForward = document.documentElement.dir === "rtl" ? dx > 0 : dx < 0;
    onStep(isForward ? 1 : -1);
  };
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <img
        key={photo.id}
        src={photo.url}
        alt={photoName(photo)}
        onTouchStart={touch}
        onTouchEnd={lift}
        className="max-h-[65dvh] min-h-40 w-full touch-pinch-zoom rounded-md bg-press object-contain"
      />
      {count !== "" && (
        <figcaption className="flex items-center justify-between gap-2 text-sm text-ink-muted tabular-nums">
          <IconButton
            icon={ChevronLeft}
            points
            label={t("photos.previous")}
            isDisabled={isFirst}
            onPress={() => onStep(-1)}
            className="touch:size-11"
          />
          {count}
          <IconButton
            icon={ChevronRight}
            points
            label={t("photos.next")}
            isDisabled={isLast}
            onPress={() => onStep(1)}
            className="touch:size-11"
          />
        </figcaption>
      )}
    </figure>
  );
}
