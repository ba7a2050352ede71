import { CircleX, RotateCw, X } from "lucide-react";
import type { QueuedPicture } from "#web/lib/uploads/batch.ts";
import { uploads, useUploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { projectPhoto } from "#web/shell/outbox/photo-acts.ts";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** Photos of the project that are being uploaded from this browser, those that failed, and those that wait for a connection. */
export function ArrivingPhotos({ project }: { project: number }) {
  return (
    <>
      <div className="mb-6 empty:hidden">
        <WaitingNote isHere={(act) => act.kind === projectPhoto.kind && act.project === project} />
      </div>
      <Uploading project={project} />
    </>
  );
}

function Uploading({ project }: { project: number }) {
  const t = useText();
  const batches = useUploads().filter(({ photos }) => photos?.id_project === project);
  const left = batches.flatMap(({ id, pictures }) =>
    pictures.filter(({ state }) => state.kind !== "done").map((picture) => ({ batch: id, picture })),
  );
  if (left.length === 0) return null;
  const stopped = batches.find(({ phase }) => phase === "stopped");
  return (
    <section aria-label={t("photos.uploading")} className="mb-6 rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-strong">{t("photos.uploading")}</h2>
        {stopped !== undefined && (
          <Button size="sm" icon={RotateCw} onPress={() => uploads.resume(stopped.id)}>
            {t("photos.retry")}
          </Button>
        )}
      </div>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {left.map(({ batch, picture }) => (
          <li key={picture.key} className="flex min-h-11 min-w-0 items-center gap-2">
            <Arriving picture={picture} />
            <IconButton
              icon={X}
              size="sm"
              label={t("photos.remove", { name: picture.name })}
              onPress={() => uploads.remove(batch, picture.key)}
              hasTooltip={false}
              className="touch:size-11"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Arriving({ picture: { name, state } }: { picture: QueuedPicture }) {
  const t = useText();
  if (state.kind === "uploading")
    return <ProgressBar label={name} share={state.share} className="min-w-0 flex-1" />;
  return (
    <span className="min-w-0 flex-1 text-sm">
      <span className="own-direction block truncate">{name}</span>
      {state.kind === "failed" ? (
        <span role="alert" className="flex items-center gap-1.5 text-xs text-bad-text">
          <Icon of={CircleX} size="sm" />
          {state.reason}
        </span>
      ) : (
        <span className="text-xs text-ink-muted">{t("photos.waiting")}</span>
      )}
    </span>
  );
}
