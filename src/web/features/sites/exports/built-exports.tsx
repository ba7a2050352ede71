import { Download, RotateCw, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ProjectExport } from "#contract/exports.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { isUnderWay, saveFile, useRemoveExport } from "./exports.queries.ts";

interface BuiltExportsProps {
  projectId: number;
  exports: readonly ProjectExport[];
  userId: number | undefined;
  onAgain: () => void;
}

/** Exports that are being built, that are ready, and that failed. Nothing where there are none. */
export function BuiltExports({ projectId, exports, userId, onAgain }: BuiltExportsProps) {
  const t = useText();
  const remove = useRemoveExport(projectId);
  const [asked, setAsked] = useState<ProjectExport | null>(null);
  if (exports.length === 0) return null;
  return (
    <section aria-label={t("exports.build.earlier")} className="border-t border-line">
      {remove.isError && (
        <Banner tone="bad" className="mt-4">
          {errorText(remove.error, t)}
        </Banner>
      )}
      <ul className="divide-y divide-line">
        {exports.map((one) => (
          <li key={one.id} className="py-4">
            <BuiltExport
              export={one}
              isOwn={one.who?.id_user === userId}
              isPending={remove.isPending}
              onStop={() => remove.mutate(one.id)}
              onRemove={() => setAsked(one)}
              onAgain={() => remove.mutate(one.id, { onSuccess: onAgain })}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t("exports.build.remove_title")}
        confirmLabel={t("exports.build.remove")}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) remove.mutate(asked.id);
          setAsked(null);
        }}
        isDestructive
      >
        {t("exports.build.remove_text")}
      </ConfirmDialog>
    </section>
  );
}

interface BuiltExportProps {
  export: ProjectExport;
  isOwn: boolean;
  isPending: boolean;
  onStop: () => void;
  onRemove: () => void;
  onAgain: () => void;
}

const failures = ["storage_full", "rights", "broken"] as const;

/** Explains what a queued export waits for. */
const waitingText = ({ waits_for }: ProjectExport) =>
  waits_for === null ? "exports.build.waiting" : (`exports.build.waiting_${waits_for}` as const);

function BuiltExport({ export: one, isOwn, isPending, onStop, onRemove, onAgain }: BuiltExportProps) {
  const t = useText();
  const format = useFormat();
  const by = t("exports.build.by", { name: one.who?.name ?? "", date: format.date(one.created_at) });
  if (isUnderWay(one)) {
    const label = t(one.state === "building" ? "exports.build.building" : waitingText(one));
    const share = one.state === "waiting" ? null : one.progress;
    const done = { done: format.bytes(one.progress * one.size), total: format.bytes(one.size) };
    return (
      <div className="flex flex-col gap-2">
        <ProgressBar label={label} share={share} />
        <div className="flex min-h-10 items-center justify-between gap-3 text-sm text-ink-muted">
          <span className="tabular-nums">{isOwn ? t("exports.build.of", done) : by}</span>
          {isOwn && (
            <Button variant="quiet" size="sm" icon={Square} isDisabled={isPending} onPress={onStop}>
              {t("exports.build.stop")}
            </Button>
          )}
        </div>
      </div>
    );
  }
  if (one.state === "failed") {
    const reason = failures.find((known) => known === one.failure) ?? "broken";
    return (
      <Banner tone="bad">
        <p>{t(`exports.failure.${reason}`)}</p>
        {isOwn && reason !== "rights" && (
          <Button className="mt-3" icon={RotateCw} isDisabled={isPending} onPress={onAgain}>
            {t("exports.build.again")}
          </Button>
        )}
      </Banner>
    );
  }
  const { url, expires_at } = one;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-strong tabular-nums">
          {t("exports.build.ready", { size: format.bytes(one.size) })}
        </p>
        <p className="text-sm text-ink-muted">{by}</p>
        {expires_at !== null && (
          <p className="text-sm text-ink-muted">
            {t("exports.build.until", { date: format.date(expires_at) })}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {isOwn && (
          <Button variant="quiet" icon={Trash2} isDisabled={isPending} onPress={onRemove}>
            {t("exports.build.remove")}
          </Button>
        )}
        {url !== null && (
          <Button variant="primary" icon={Download} onPress={() => saveFile(url)}>
            {t("exports.build.download")}
          </Button>
        )}
      </div>
    </div>
  );
}
