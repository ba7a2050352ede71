import { Download, MapPinPlus, Mic, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { type Act, withDependents } from "#web/lib/outbox/act.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { useStore } from "#web/lib/store.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FilePreview } from "#web/ui/file-preview.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { exportActs } from "./export-acts.ts";
import { actKinds } from "./kinds.ts";
import { outbox } from "./outbox.ts";
import { lostSnag, renewedSnag } from "./renewed-snag.ts";
import { notKept } from "./send-or-keep.ts";

/** Acts shown at first, and with each press: a long shift leaves thousands. */
const SHOWN = 50;

/** Acts that wait on this device, each with its state and what can be done about it; those that need a decision first. */
export function ActList({ acts }: { acts: readonly Act[] }) {
  const t = useText();
  const [shown, setShown] = useState(SHOWN);
  const sorted = acts.toSorted((a, b) => Number(a.state === "waiting") - Number(b.state === "waiting"));
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {sorted.slice(0, shown).map((act) => (
          <ActRow key={act.guid} act={act} />
        ))}
      </ul>
      {acts.length > shown && (
        <Button className="mb-3 min-h-11" onPress={() => setShown(shown + SHOWN)}>
          {t("offline.waiting.more", { n: Math.min(SHOWN, acts.length - shown) })}
        </Button>
      )}
    </>
  );
}

function ActRow({ act }: { act: Act }) {
  const t = useText();
  const format = useFormat();
  const sending = useStore(outbox.sending);
  const [isDeciding, setIsDeciding] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const kind = actKinds.get(act.kind);
  const isKnown = kind?.isPayload(act.payload) === true;
  const isSending = sending?.guid === act.guid;
  const problem = problemText(act, t);
  const label = t(kind?.label ?? "offline.acts.unknown");
  const dependents = isRemoving ? withDependents(waitingActs.get(), act.guid).length - 1 : 0;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        {act.file !== null &&
          (act.kind.endsWith("_voice") ? (
            <span className="flex size-12 shrink-0 items-center justify-center rounded-md bg-sunken text-ink-muted">
              <Icon of={Mic} />
            </span>
          ) : (
            <FilePreview file={act.file} className="size-12 shrink-0 rounded-md" />
          ))}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-strong">
            {label}
            <StateChip act={act} isSending={isSending} share={sending?.share ?? 0} />
          </p>
          {isKnown && (
            <Link
              href={kind.path(act.payload, act.project)}
              look="plain"
              className="own-direction line-clamp-2 rounded-sm text-sm wrap-anywhere hover:underline"
            >
              {kind.summary(act.payload)}
            </Link>
          )}
          <time dateTime={act.capturedAt} className="text-xs text-ink-muted">
            {format.date(act.capturedAt, "moment")}
          </time>
        </div>
        <div className="flex shrink-0 gap-1">
          <IconButton
            icon={Download}
            size="sm"
            label={t("offline.waiting.export_one", { name: label })}
            onPress={() => void exportActs([act])}
            className="touch:size-11"
          />
          <IconButton
            icon={Trash2}
            size="sm"
            label={t("offline.waiting.delete_one", { name: label })}
            isDisabled={isSending}
            onPress={() => setIsRemoving(true)}
            className="touch:size-11"
          />
        </div>
      </div>
      {problem !== null && <p className="text-sm text-bad-text">{problem}</p>}
      <LostSnag act={act} />
      {act.state === "conflict" && (
        <Button size="sm" variant="primary" className="self-start" onPress={() => setIsDeciding(true)}>
          {t("offline.waiting.decide")}
        </Button>
      )}
      {act.state === "refused" && isKnown && (
        <Button size="sm" icon={RotateCw} className="self-start" onPress={() => void outbox.retry(act.guid)}>
          {t("common.retry")}
        </Button>
      )}
      {isDeciding && <ConflictDialog act={act} onClose={() => setIsDeciding(false)} />}
      <ConfirmDialog
        title={t("offline.waiting.delete_title")}
        confirmLabel={t("common.delete")}
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => void outbox.remove(act.guid).then(() => setIsRemoving(false))}
        isDestructive
      >
        {t("offline.waiting.delete_text")}
        {dependents > 0 && (
          <p className="mt-3 text-bad-text">{t("offline.waiting.delete_more", { count: dependents })}</p>
        )}
      </ConfirmDialog>
    </li>
  );
}

/** Names the snag that was deleted, and offers to add what waits for it as a new one. */
function LostSnag({ act }: { act: Act }) {
  const t = useText();
  const lost = lostSnag(act);
  if (lost === null) return null;
  const renew = async () => {
    const renewal = renewedSnag(act, waitingActs.get(), t);
    if (renewal === null) return;
    try {
      await outbox.keep(renewal.drafts, renewal.gone);
    } catch (error) {
      showToast({ tone: "bad", title: notKept(error) ?? t("offline.waiting.not_kept") });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="own-direction text-sm font-strong">
        {t("offline.waiting.was_on", { title: lost.title })}
      </p>
      {lost.at !== undefined && (
        <Button size="sm" icon={MapPinPlus} onPress={() => void renew()}>
          {t("offline.waiting.renew")}
        </Button>
      )}
    </div>
  );
}

function StateChip({ act, isSending, share }: { act: Act; isSending: boolean; share: number }) {
  const t = useText();
  const format = useFormat();
  if (act.state === "conflict") return <Chip tone="warn">{t("offline.waiting.states.conflict")}</Chip>;
  if (act.state === "refused") return <Chip tone="bad">{t("offline.waiting.states.refused")}</Chip>;
  if (!isSending) return <Chip>{t("offline.waiting.states.waiting")}</Chip>;
  const sent = act.file === null ? "" : ` ${format.number(Math.round(share * 100))}%`;
  return (
    <Chip tone="info">
      {t("offline.waiting.states.sending")}
      {sent}
    </Chip>
  );
}

/** The reason why an act was not applied; null while there is none. */
function problemText({ state, problem }: Act, t: Translate): string | null {
  if (problem === null) return null;
  if (state === "conflict") return t("offline.waiting.changed_elsewhere");
  const { code, status, message, fields, values } = problem;
  if (code === "ACT_UNKNOWN") return t("offline.waiting.unknown_form");
  if (code === "ACT_LOST") return t("offline.waiting.target_lost");
  if (status === 404) return t("offline.waiting.gone");
  if (status === 403) return t("offline.waiting.no_right");
  const [field] = Object.values(fields).flat();
  if (field !== undefined) return t(field as Parameters<Translate>[0]);
  return errorText(new ApiError(status, code as ErrorCode, message, { values: { ...values } }), t);
}
