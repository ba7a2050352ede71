import { CloudUpload, MapPin } from "lucide-react";
import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { PriorityMark } from "../marks.tsx";
import { isAbout, isWaitingSnag, type WaitingSnag } from "./waiting-values.ts";

const dialog = later(() => import("./waiting-snag-dialog.tsx"));

/** New snags that wait on this device, above those that the server knows. Renders nothing when there are none. */
export function WaitingSnags({ project }: { project: number | null }) {
  const t = useText();
  const [open, setOpen] = useState<WaitingSnag | null>(null);
  const acts = useWaitingActs();
  const snags = acts.filter(isWaitingSnag).filter((act) => project === null || act.project === project);
  const Dialog = useLater(dialog, open !== null)?.WaitingSnagDialog;
  return (
    <>
      {snags.length > 0 && (
        <section aria-labelledby="waiting-snags" className="mb-5 flex flex-col gap-2 print:hidden">
          <h2 id="waiting-snags" className="flex items-center gap-2 text-sm font-strong">
            <Icon of={CloudUpload} size="sm" className="text-warn-text" />
            {t("offline.waiting.new_snags")}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
            {snags.map((act) => (
              <li key={act.guid}>
                <WaitingCard
                  act={act}
                  photos={
                    acts.filter((one) => one.kind === "snag_photo" && isAbout(one, { guid: act.guid })).length
                  }
                  onOpen={() => setOpen(act)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {Dialog && open !== null && <Dialog act={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function WaitingCard({ act, photos, onOpen }: { act: WaitingSnag; photos: number; onOpen: () => void }) {
  const t = useText();
  const format = useFormat();
  const { fields, where } = act.payload;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full cursor-default flex-col gap-1.5 rounded-lg border border-dashed border-line-strong bg-surface p-3 text-start hover:bg-hover"
    >
      <span className="own-direction line-clamp-2 text-sm font-strong">{fields.title}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
        <span className="font-strong text-warn-text">{t(`offline.waiting.states.${act.state}`)}</span>
        <PriorityMark priority={fields.priority ?? "normal"} />
        {photos > 0 && <span>{t("snags.photo_count", { count: photos })}</span>}
        <time dateTime={act.capturedAt}>{format.ago(act.capturedAt)}</time>
      </span>
      {where !== "" && (
        <span className="flex min-w-0 items-center gap-1 text-xs text-ink-muted">
          <Icon of={MapPin} size="sm" className="size-3.5" />
          <bdi className="truncate">{where}</bdi>
        </span>
      )}
    </button>
  );
}
