import { useEffect, useState } from "react";
import { coverageLimits } from "#contract/coverage.limits.ts";
import type { CoverageSpot } from "#contract/coverage.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { errorText } from "#web/lib/error-text.ts";
import { forgetDraft, keepDraft, readDraft } from "#web/lib/form-drafts.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { notKept, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useCoverageChanges } from "./coverage.queries.ts";

interface SkipDialogProps {
  project: number;
  spot: CoverageSpot;
  onSkipped: () => void;
  onClose: () => void;
}

const isReason = (value: unknown): value is string => typeof value === "string";

/** Asks why a spot is skipped. The reason is kept on the device until it is sent. */
export function SkipDialog({ project, spot, onSkipped, onClose }: SkipDialogProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const { skip, unskip } = useCoverageChanges(project);
  const form = `coverage-skip-${spot.id}`;
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const kept = await readDraft(form, isReason);
      if (!isGone && kept !== undefined) setReason((typed) => typed || kept);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [form]);

  function change(next: string): void {
    setReason(next);
    setMissing(false);
    void (next === "" ? forgetDraft(form) : keepDraft(form, next));
  }

  function submit(): void {
    if (reason.trim() === "") return setMissing(true);
    skip.mutate(
      { spot: spot.id, name: spot.name, reason: reason.trim() },
      {
        onSuccess: ({ state }) => {
          void forgetDraft(form);
          if (state === "kept") tellKept();
          else
            showToast({
              tone: "ok",
              title: t("coverage.skip.done", { name: spot.name }),
              action: { label: t("coverage.undo"), onAction: () => unskip.mutate(spot.id) },
            });
          onSkipped();
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={t("coverage.skip.title", { name: spot.name })}
      size="sm"
      confirmLabel={t("coverage.skip.confirm")}
      onSubmit={submit}
      onClose={onClose}
      isPending={skip.isPending}
      isChanged={false}
      refusal={skip.isError ? (notKept(skip.error) ?? errorText(skip.error, t)) : null}
    >
      <p className="text-ink-muted">{t(isOnline ? "coverage.skip.text" : "coverage.skip.offline")}</p>
      <TextField
        label={t("coverage.skip.reason")}
        hint={t("coverage.skip.reason_hint")}
        value={reason}
        onChange={change}
        maxLength={coverageLimits.reason}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a dialog that was opened to fill it in
        autoFocus
        error={isMissing ? t("coverage.reason_required") : undefined}
      />
    </FormDialog>
  );
}
