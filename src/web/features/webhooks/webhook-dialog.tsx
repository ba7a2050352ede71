import { useId, useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { type FieldRefusals, useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { fieldRefusals } from "#web/lib/refusals.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { EventsField } from "./events-field.tsx";
import { useAddWebhook, useChangeWebhook, type WebhookFields } from "./webhooks.queries.ts";

const empty: WebhookFields = { url: "", description: "", events: [], id_project: null };

export interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onMade: (secret: string) => void;
}

export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const t = useText();
  const form = useId();
  const base = useMemo(() => {
    if (webhook === null) return empty;
    const { url, description, events, id_project } = webhook;
    return { url, description, events, id_project };
  }, [webhook]);
  const draft = useDraft<WebhookFields>(base);
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const [refusal, setRefusal] = useState<string | null>(null);
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
    setRefusal(null);
    const wrong = problems();
    if (Object.keys(wrong).length > 0) return draft.setErrors(wrong);
    try {
      if (webhook === null) return onMade((await add.mutateAsync(values)).secret);
      await change.mutateAsync({ id: webhook.id, body: draft.changes });
      showToast({ tone: "ok", title: t("webhooks.saved") }, limits.toast.form);
      onClose();
    } catch (error) {
      const fields = fieldRefusals<WebhookFields>(error, ["url", "description", "events", "id_project"], t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(errorText(error, t));
    }
  }

  return (
    <Modal
      title={t(webhook === null ? "webhooks.new" : "webhooks.edit_title")}
      isOpen
      size="lg"
      onClose={onClose}
      isDismissable={!isPending && !draft.isChanged}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {t(webhook === null ? "webhooks.create" : "webhooks.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void submit();
        }}
      >
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        <TextField
          inputRef={focusOnMount}
          label={t("webhooks.url")}
          hint={t("webhooks.url_hint")}
          value={values.url}
          onChange={(url) => set("url", url)}
          error={errors.url}
          maxLength={limits.webhook.url}
          inputMode="url"
          dir="ltr"
          isRequired
        />
        <TextField
          label={t("webhooks.description")}
          value={values.description}
          onChange={(description) => set("description", description)}
          error={errors.description}
          maxLength={limits.description}
        />
        <ProjectSelect
          label={t("webhooks.project")}
          everything={t("webhooks.all_projects")}
          value={values.id_project}
          onChange={(project) => set("id_project", project?.id ?? null)}
          error={errors.id_project}
        />
        <EventsField
          value={values.events}
          onChange={(events) => set("events", events)}
          error={errors.events}
        />
      </form>
    </Modal>
  );
}
