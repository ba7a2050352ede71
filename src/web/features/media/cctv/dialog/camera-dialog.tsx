import { useId, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { onlyOf, useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { QuotaNotice } from "#web/shell/quota/quota-notice.tsx";
import { useQuota } from "#web/shell/quota/use-quota.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { AboutFields } from "./about-fields.tsx";
import { AccessFields } from "./access-fields.tsx";
import { ConnectionFields } from "./connection-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { type CameraForm, useCameraForm } from "./use-camera-form.ts";

export interface CameraDialogProps {
  /** Null adds a new one. */
  camera: Camera | null;
  id_project: number | null;
  onClose: () => void;
  onSaved: (camera: Camera) => void;
}

export function CameraDialog({ camera, id_project, onClose, onSaved }: CameraDialogProps) {
  const t = useText();
  const id = useId();
  const projects = useFoundProjects({ may: "add_camera" });
  const form = useCameraForm(camera, id_project, onSaved);
  const [isAsking, setIsAsking] = useState(false);
  const only = onlyOf(projects.data);
  const project = form.draft.id_project ?? only?.id ?? null;
  const { quota, isFull } = useQuota("camera", project, camera === null);
  const isReady = camera !== null || (projects.data?.total ?? 0) > 0;
  const close = () => (form.isTouched ? setIsAsking(true) : onClose());
  return (
    <Modal
      title={t(camera === null ? "cctv.add_title" : "cctv.edit_title")}
      size="lg"
      isOpen
      onClose={close}
      isDismissable={!form.isSaving}
      footer={
        <>
          <Button onPress={close} isDisabled={form.isSaving}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={form.isSaving}
            isDisabled={!isReady || isFull}
          >
            {t(camera === null ? "cctv.add" : "cctv.save")}
          </Button>
        </>
      }
    >
      {camera === null && projects.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : camera === null && projects.isError ? (
        <Banner tone="bad">{errorText(projects.error, t)}</Banner>
      ) : isReady ? (
        <form
          id={id}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isFull) void form.submit(project);
          }}
          className="flex flex-col gap-5"
        >
          {form.refusal !== null && <Banner tone="bad">{form.refusal}</Banner>}
          <QuotaNotice quota={quota} />
          <ProjectField form={form} project={project} />
          <TextField
            label={t("cctv.form.name")}
            placeholder={t("cctv.form.name_placeholder")}
            value={form.draft.name}
            onChange={(name) => form.set({ name })}
            error={form.errors.name}
            maxLength={limits.camera.name}
            isRequired
          />
          <ConnectionFields form={form} project={project} />
          <AccessFields form={form} />
          <ScheduleFields form={form} />
          <AboutFields form={form} />
        </form>
      ) : (
        <p className="text-ink-muted">{t("cctv.form.no_projects")}</p>
      )}
      <ConfirmDialog
        title={t("cctv.form.discard_title")}
        confirmLabel={t("cctv.form.discard")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onClose}
        isDestructive
      >
        {t("cctv.form.discard_text")}
      </ConfirmDialog>
    </Modal>
  );
}

interface ProjectFieldProps {
  form: CameraForm;
  project: number | null;
}

/** A camera stays in its project: its pictures belong to the members who could see it. */
function ProjectField({ form: { camera, set, errors }, project }: ProjectFieldProps) {
  const t = useText();
  if (camera !== null)
    return (
      <Select
        label={t("cctv.form.project")}
        hint={t("cctv.form.project_fixed")}
        options={[{ value: String(camera.id_project), label: camera.project }]}
        value={String(camera.id_project)}
        onChange={() => undefined}
        isDisabled
        isRequired
      />
    );
  return (
    <ProjectSelect
      label={t("cctv.form.project")}
      placeholder={t("cctv.form.project_placeholder")}
      may="add_camera"
      value={project}
      onChange={(next) => set({ id_project: next?.id ?? null })}
      error={errors.id_project}
      isRequired
    />
  );
}
