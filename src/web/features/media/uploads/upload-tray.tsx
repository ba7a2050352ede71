import { ChevronDown, ChevronUp, CloudUpload, Pause, Play, WifiOff, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useConnection } from "#web/lib/connectivity.ts";
import { useFormat } from "#web/lib/format.ts";
import { type Batch, furthest, type QueuedPicture, shareOf } from "#web/lib/uploads/batch.ts";
import { uploads, useUploads, watchUploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { TrayPictures } from "./tray-pictures.tsx";

/** Running uploads, on every screen; renders nothing while there are none. */
export function UploadTray() {
  useEffect(() => watchUploads(), []);
  const batches = useUploads();
  const [isOpen, setIsOpen] = useState(false);
  if (batches.length === 0) return null;
  return <Tray batches={batches} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />;
}

function useFurthest(share: number): number {
  const [shown, setShown] = useState(share);
  const next = furthest(shown, share);
  if (next !== shown) setShown(next);
  return next;
}

function Tray({
  batches,
  isOpen,
  onToggle,
}: {
  batches: readonly Batch[];
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const { isOnline } = useConnection();
  const body = useId();
  const isWaiting = batches.some((batch) => isHeldUp(batch, isOnline));
  const total = batches.reduce((sum, batch) => sum + batch.total, 0);
  const arrived = batches.reduce((sum, batch) => sum + batch.arrived, 0);
  const share = useFurthest(
    batches.reduce((sum, batch) => sum + shareOf(batch) * batch.total, 0) / Math.max(1, total),
  );
  const isStopped = batches.some(({ phase }) => phase === "stopped");
  // Uploads that need a decision open the tray.
  const isShown = isOpen || isStopped;
  return (
    <section
      aria-label={t("uploads.title")}
      data-bottom-bar
      className="anim-rise-in fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 flex max-h-[min(32rem,70dvh)] flex-col rounded-lg bg-raised shadow-float md:start-auto md:end-6 md:bottom-6 md:w-92"
    >
      <header className="flex items-center gap-3 p-3 ps-4">
        <span
          className={cx(
            "flex size-9 shrink-0 items-center justify-center rounded-md",
            isStopped
              ? "bg-bad-soft text-bad-text"
              : isWaiting
                ? "bg-warn-soft text-warn-text"
                : "bg-accent-soft text-accent-text",
          )}
        >
          <Icon of={isWaiting && !isStopped ? WifiOff : CloudUpload} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-strong">{headline(batches, isWaiting, t)}</h2>
          {isWaiting && share === 0 ? (
            <p className="truncate text-xs text-ink-muted tabular-nums">
              {batches.every(({ film }) => film !== null)
                ? t("uploads.film_to_send")
                : t("uploads.to_send", { count: total - arrived })}
              {` · ${format.bytes(batches.reduce((sum, batch) => sum + bytesLeft(batch), 0))}`}
            </p>
          ) : (
            <ProgressBar
              label={t("uploads.progress", { done: arrived, total })}
              share={share}
              tone={isStopped ? "bad" : "accent"}
            />
          )}
        </div>
        {!isStopped && (
          <IconButton
            icon={isShown ? ChevronDown : ChevronUp}
            label={t(isShown ? "uploads.hide" : "uploads.show")}
            aria-expanded={isShown}
            aria-controls={body}
            onPress={onToggle}
            hasTooltip={false}
            className="max-md:size-11"
          />
        )}
      </header>
      {isShown && (
        <div id={body} className="min-h-0 overflow-y-auto border-t border-line">
          {batches.map((batch) => (
            <TrayBatch key={batch.id} batch={batch} isAlone={batches.length === 1} />
          ))}
        </div>
      )}
    </section>
  );
}

function headline(batches: readonly Batch[], isWaiting: boolean, t: ReturnType<typeof useText>): string {
  if (batches.some(({ phase }) => phase === "stopped")) return t("uploads.stopped");
  if (isWaiting) return t("uploads.held_up");
  if (batches.every(({ phase }) => phase === "paused")) return t("uploads.paused");
  return t(batches.every(({ film }) => film !== null) ? "uploads.film_under_way" : "uploads.under_way");
}

/** Without a connection nothing is sent, also what was not begun. */
const isHeldUp = ({ phase, pictures }: Batch, isOnline: boolean) =>
  (phase === "running" && !isOnline) ||
  pictures.some(({ state }) => state.kind === "uploading" && state.isHeldUp);

const travelled = ({ state }: QueuedPicture) => (state.kind === "uploading" ? state.share : 0);
const bytesLeft = ({ pictures }: Batch) =>
  pictures
    .filter(({ state }) => state.kind !== "done")
    .reduce((sum, picture) => sum + picture.bytes * (1 - travelled(picture)), 0);

/** `isAlone`: the tray's header already counts its pictures. */
function TrayBatch({ batch, isAlone }: { batch: Batch; isAlone: boolean }) {
  const t = useText();
  const format = useFormat();
  const { isOnline } = useConnection();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, href, film, phase, total, arrived, lost, reason, pictures } = batch;
  const left = pictures.filter(({ state }) => state.kind !== "done");
  return (
    <section aria-label={name} className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <Link href={href} className="own-direction block truncate font-strong">
            {name}
          </Link>
          <p className="text-xs text-ink-muted tabular-nums">
            {!isAlone && `${t("uploads.progress", { done: arrived, total })} · `}
            {t("uploads.left", { bytes: format.bytes(bytesLeft(batch)) })}
          </p>
        </div>
        {phase !== "stopped" && (
          <IconButton
            icon={phase === "paused" ? Play : Pause}
            points={phase === "paused"}
            label={t(phase === "paused" ? "uploads.resume" : "uploads.pause", { name })}
            onPress={() => (phase === "paused" ? uploads.resume(id) : uploads.pause(id))}
            hasTooltip={false}
            className="max-md:size-11"
          />
        )}
        <IconButton
          icon={X}
          label={t("uploads.remove_all", { name })}
          onPress={() => setIsAsking(true)}
          hasTooltip={false}
          className="max-md:size-11"
        />
      </div>
      {isHeldUp(batch, isOnline) && (
        <p className="flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
          <Icon of={WifiOff} size="sm" />
          {t(batch.isSaved ? "uploads.held_up_saved" : "uploads.held_up_text")}
        </p>
      )}
      {lost > 0 && <p className="text-xs text-bad-text">{t("uploads.lost", { count: lost })}</p>}
      {phase === "stopped" && (
        <div className="flex flex-col gap-2">
          <p role="alert" className="text-sm text-bad-text">
            {reason}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="primary" onPress={() => uploads.resume(id)}>
              {t("visits.retry_failed")}
            </Button>
            {left.length > 1 && (
              <Button size="sm" onPress={() => uploads.skipFailed(id)}>
                {t("uploads.skip")}
              </Button>
            )}
          </div>
        </div>
      )}
      <TrayPictures batch={batch} />
      <ConfirmDialog
        title={t("uploads.remove_all_title")}
        confirmLabel={t("uploads.remove_confirm")}
        cancelLabel={t("visits.stay")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => uploads.removeAll(id)}
        isDestructive
      >
        {film === null
          ? t("uploads.remove_all_text", { count: left.length })
          : t("uploads.remove_film_text", { name })}
      </ConfirmDialog>
    </section>
  );
}
