import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { actKinds } from "./kinds.ts";
import { outbox } from "./outbox.ts";
import { shownValue } from "./shown-value.ts";

/** Both values of a field that was changed here and elsewhere; the user selects one. The other stays in the history. */
export function ConflictDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const [isPending, setIsPending] = useState(false);
  const { field, shown, sent, by, at } = values(act);
  const kind = actKinds.get(act.kind);
  const when = at === "" ? "" : format.date(at, "moment");
  const settle = async (work: Promise<void>) => {
    setIsPending(true);
    try {
      await work;
      onClose();
    } catch {
      setIsPending(false);
      showToast({ tone: "bad", title: t("offline.waiting.not_kept") });
    }
  };
  return (
    <Modal
      title={t("offline.waiting.conflict.title")}
      isOpen
      onClose={onClose}
      size="md"
      isDismissable={!isPending}
      footer={
        <>
          <Button isDisabled={isPending} onPress={() => void settle(outbox.keepTheirs(act.guid))}>
            {t("offline.waiting.conflict.keep_theirs")}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            onPress={() => void settle(outbox.keepMine(act.guid))}
          >
            {t("offline.waiting.conflict.keep_yours")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="own-direction font-strong">{kind?.summary(act.payload)}</p>
        <dl className="grid gap-3 sm:grid-cols-2">
          <Value
            name={t("offline.waiting.conflict.theirs")}
            value={shownValue(field, shown, t, format)}
            note={
              by === ""
                ? t("offline.waiting.conflict.by_self", { at: when })
                : t("offline.waiting.conflict.by", { name: by, at: when })
            }
          />
          <Value
            name={t("offline.waiting.conflict.yours")}
            value={shownValue(field, sent, t, format)}
            note={t("offline.waiting.conflict.captured", { at: format.date(act.capturedAt, "moment") })}
          />
        </dl>
        <p className="text-ink-muted">{t("offline.waiting.conflict.hint")}</p>
      </div>
    </Modal>
  );
}

function Value({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg bg-sunken p-3">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="own-direction font-strong wrap-anywhere whitespace-pre-line">{value}</dd>
      <dd className="text-xs text-ink-muted">{note}</dd>
    </div>
  );
}

function values({ problem }: Act) {
  const text = (name: string) => String(problem?.values[name] ?? "");
  return { field: text("field"), shown: text("shown"), sent: text("sent"), by: text("by"), at: text("at") };
}
