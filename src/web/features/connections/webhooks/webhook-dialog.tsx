import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { type FieldRefusals, useDraft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { EventsField } from "./events-field.tsx";
import { useAddWebhook, useChangeWebhook, type WebhookFields } from "./webhooks.queries.ts";

const empty: WebhookFields = { url: "", description: "", events: [], id_project: null };

export interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onMade: (secret: string) => void;
}

export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const t = useText();
  const base = useMemo(() => {
    if (webhook === null) return empty;
    const { url, description, events, id_project } = webhook;
    return { url, description, events, id_project };
  }, [webhook]);
  const draft = useDraft<WebhookFields>(base);
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const refusal = useFormError<WebhookFields>(draft, ["url", "description", "events", "id_project"]);
  const isPending = add.isPending || change.isPending;
  const { values, errors, set } = draft;

  function problems(): FieldRefusals<WebhookFields> {
    return {
      ...(!/^https?:\/\/[^\s]+$/.test(values.url.trim()) && {
        url: t(values.url.trim() === "" ? "webhooks.url_required" : "webhooks.url_invalid"),
      }),
      ...(values.events.length === 0 && { events: t("webhooks.events_required") }),
    };
  }

  async function submit(): Promise<void> {
    refusal.clear();
    const wrong = problems();
    if (Object.keys(wrong).length > 0) return draft.setErrors(wrong);
    try {
      if (webhook === null) return onMade((await add.mutateAsync(values)).secret);
      await change.mutateAsync({ id: webhook.id, body: draft.changes });
      showToast({ tone: "ok", title: t("webhooks.saved") }, limits.toast.form);
      onClose();
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <FormDialog
      title={t(webhook === null ? "webhooks.new" : "webhooks.edit_title")}
      size="lg"
      onClose={onClose}
      confirmLabel={t(webhook === null ? "webhooks.create" : "webhooks.save")}
      onSubmit={() => void submit()}
      isPending={isPending}
      isChanged={draft.isChanged}
      refusal={refusal.text}
    >
      <TextField
        inputRef={focusOnMount}
        label={t("webhooks.url")}
        hint={t("webhooks.url_hint")}
        {...draft.bind("url")}
        maxLength={limits.webhook.url}
        inputMode="url"
        dir="ltr"
        isRequired
      />
      <TextField
        label={t("webhooks.description")}
        {...draft.bind("description")}
        maxLength={limits.description}
      />
      <ProjectSelect
        label={t("webhooks.project")}
        everything={t("webhooks.all_projects")}
        value={values.id_project}
        onChange={(project) => set("id_project", project?.id ?? null)}
        error={errors.id_project}
      />
      <EventsField {...draft.bind("events")} />
    </FormDialog>
  );
}
