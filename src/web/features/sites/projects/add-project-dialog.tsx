import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { QuotaNotice } from "#web/shell/quota/quota-notice.tsx";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { BasicFields } from "./form/basic-fields.tsx";
import { LocationFields } from "./form/location-fields.tsx";
import { asSent, newProject, type ProjectValues, projectFields } from "./form/project-draft.ts";
import { SizeFields } from "./form/size-fields.tsx";
import { useAddProject } from "./projects.changes.ts";

/** Nothing is validated here: the server's errors are shown at their fields, as specified. */
export function AddProjectDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const [base] = useState(newProject);
  const draft = useDraft(base);
  const add = useAddProject();
  const { quota, isFull } = useQuota("project");
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setRefusal(null);
    try {
      const project = await add.mutateAsync(asSent(draft.values));
      showToast({ tone: "ok", title: t("projects.added") }, limits.toast.form);
      onClose();
      router.history.push(`/project/${project.id}`);
    } catch (error) {
      const fields = fieldErrors<ProjectValues>(error, projectFields, t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(reason(error));
      else focusFirstError(element);
    }
  }

  function reason(error: unknown): string {
    const isWordless = error instanceof ApiError && error.code === "UNKNOWN" && error.message === "";
    return isWordless ? t("errors.failed.project_add") : errorText(error, t);
  }

  return (
    <FormDialog
      title={t("projects.add_title")}
      onClose={onClose}
      confirmLabel={t("projects.add")}
      onSubmit={() => void submit()}
      isPending={add.isPending}
      isDisabled={!draft.isChanged || isFull}
      isChanged={draft.isChanged}
      refusal={
        refusal !== null && (
          <Banner tone="bad" title={t("errors.failed.project_add")}>
            {refusal !== t("errors.failed.project_add") && refusal}
          </Banner>
        )
      }
      formRef={element}
    >
      <QuotaNotice quota={quota} />
      <BasicFields draft={draft} isNew />
      <LocationFields draft={draft} isNew isInDialog />
      <SizeFields draft={draft} isNew />
    </FormDialog>
  );
}
