import { CircleCheck, CircleX, X } from "lucide-react";
import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import type { Batch, QueuedPicture } from "#web/lib/uploads/batch.ts";
import { uploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** Number listed at first: of five hundred, the next few are enough. */
const atFirst = 5;

/** The pictures of a batch that have not been uploaded, in upload order. */
export function TrayPictures({ batch }: { batch: Batch }) {
  const t = useText();
  const [isWhole, setIsWhole] = useState(false);
  const left = batch.pictures.filter(({ state }) => state.kind !== "done");
  const shown = isWhole ? left : left.slice(0, atFirst);
  return (
    <div>
      <ul aria-label={t("uploads.pictures")} className="flex flex-col">
        {shown.map((picture) => (
          <li key={picture.key} className="flex min-h-10 items-center gap-2 border-t border-line py-1">
            <TrayPicture picture={picture} />
            <IconButton
              icon={X}
              size="sm"
              label={t("visits.remove_picture", { name: picture.name })}
              onPress={() => uploads.remove(batch.id, picture.key)}
              hasTooltip={false}
              className="max-md:size-11"
            />
          </li>
        ))}
      </ul>
      {shown.length < left.length && (
        <Button size="sm" variant="quiet" onPress={() => setIsWhole(true)}>
          {t("uploads.more", { count: left.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

function TrayPicture({ picture: { name, bytes, state } }: { picture: QueuedPicture }) {
  const t = useText();
  const format = useFormat();
  if (state.kind === "uploading")
    return <ProgressBar label={name} share={state.share} className="min-w-0 flex-1" />;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-xs">
      {state.kind !== "waiting" && (
        <span className={state.kind === "done" ? "text-ok-text" : "text-bad-text"}>
          <Icon of={state.kind === "done" ? CircleCheck : CircleX} size="sm" />
        </span>
      )}
      <span className="own-direction min-w-0 flex-1 truncate">{name}</span>
      <span className="shrink-0 text-ink-muted tabular-nums">
        {state.kind === "failed" ? t("visits.upload_failed") : format.bytes(bytes)}
      </span>
    </span>
  );
}
