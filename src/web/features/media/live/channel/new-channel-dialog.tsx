import { useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { LiveDriverName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { onlyOf, useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { QuotaNotice } from "#web/shell/quota/quota-notice.tsx";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showKey } from "../fresh-keys.ts";
import { useCreateChannel, useDrivers } from "../live.queries.ts";
import {
  type ChannelDraft,
  ChannelFields,
  DriverField,
  emptyDraft,
  problemsOf,
  wireOf,
} from "./channel-fields.tsx";

/** Creates a channel and opens it, where its key is shown. */
export function NewChannelDialog({ onClose, id_project }: CreateDialogProps) {
  const t = useText();
  const form = useId();
  const router = useRouter();
  const projects = useFoundProjects({ may: "add_channel" });
  const drivers = useDrivers();
  const create = useCreateChannel();
  const draft = useDraft<ChannelDraft>(emptyDraft);
  const [driver, setDriver] = useState<LiveDriverName>("own");
  const [picked, setPicked] = useState<number | null>(id_project ?? null);
  const [missing, setMissing] = useState<string | undefined>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const total = projects.data?.total ?? 0;
  const only = onlyOf(projects.data);
  const project = picked ?? only?.id ?? null;

  const { quota, isFull } = useQuota("channel", project);

  async function submit(): Promise<void> {
    const problems = Object.entries(problemsOf(draft.values, false)).map(([field, key]) => [field, t(key)]);
    draft.setErrors(Object.fromEntries(problems));
    setMissing(project === null ? t("live.project_required") : undefined);
    setRefusal(null);
    if (problems.length > 0 || project === null) return;
    try {
      const { name } = draft.values;
      const channel = await create.mutateAsync({
        ...wireOf(draft.values),
        name,
        id_project: project,
        driver,
      });
      showKey(channel.id, channel.stream_key);
      showToast({ tone: "ok", title: t("live.created", { name: channel.name }) }, limits.toast.form);
      onClose();
      router.history.push(`/editchannel/${channel.id}`);
    } catch (error) {
      const refused = fieldErrors<ChannelDraft>(error, ["name", "description", "password"], t);
      draft.setErrors(refused);
      setMissing(fieldError(error, "id_project", t));
      if (Object.keys(refused).length === 0) setRefusal(createFailure(error));
    }
  }

  const createFailure = (error: unknown): string =>
    error instanceof ApiError && (error.status >= 500 || error.status === 0)
      ? `${t("errors.failed.channel_create")} ${errorText(error, t)}`
      : errorText(error, t);

  return (
    <Modal
      title={t("live.new")}
      isOpen
      onClose={onClose}
      isDismissable={!create.isPending && !draft.isChanged}
      footer={
        <>
          <Button onPress={onClose} isDisabled={create.isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isPending={create.isPending}
            isDisabled={total === 0 || isFull}
          >
            {t("live.create")}
          </Button>
        </>
      }
    >
      {projects.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : projects.isError ? (
        <Banner tone="bad">{errorText(projects.error, t)}</Banner>
      ) : total === 0 ? (
        <p className="text-ink-muted">{t("live.no_projects")}</p>
      ) : (
        <form
          id={form}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!create.isPending && !isFull) void submit();
          }}
        >
          {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
          <QuotaNotice quota={quota} />
          {(total > 1 || project === null) && (
            <ProjectSelect
              label={t("live.project")}
              may="add_channel"
              value={project}
              error={missing}
              onChange={(next) => {
                setPicked(next?.id ?? null);
                setMissing(undefined);
              }}
              isRequired
            />
          )}
          <ChannelFields
            values={draft.values}
            errors={draft.errors}
            set={draft.set}
            has={() => false}
            hasPassword={false}
          />
          <DriverField drivers={drivers.data ?? []} value={driver} onChange={setDriver} />
        </form>
      )}
    </Modal>
  );
}
