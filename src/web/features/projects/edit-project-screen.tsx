import { useParams, useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { fieldRefusals } from "#web/lib/refusals.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { fieldsOf, ProjectForm, projectFields } from "./project-form.tsx";
import { type ProjectFields, useDeleteProject, useEditProject, useProject } from "./projects.queries.ts";

export function EditProjectScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const project = useProject(id);
  usePageTitle(project.data && t("projects.edit_of", { name: project.data.name }));
  if (project.isPending) return <Skeleton className="h-[60dvh] max-w-160" />;
  if (project.isError)
    return (
      <EditLoadFailure
        screen="edit_project"
        error={project.error}
        entity={t("projects.entity")}
        onRetry={() => void project.refetch()}
      />
    );
  return <EditProject key={project.data.id} routeId={id} project={project.data} />;
}

function EditProject({ routeId, project }: { routeId: string; project: Project }) {
  const t = useText();
  const base = useMemo(() => fieldsOf(project), [project]);
  const draft = useDraft(base);
  const edit = useEditProject(routeId);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save(): Promise<void> {
    setRefusal(null);
    try {
      await edit.mutateAsync({ id_project: project.id, body: draft.changes });
      draft.clear();
      showToast({ tone: "ok", title: t("projects.saved") }, limits.toast.form);
    } catch (error) {
      const fields = fieldRefusals<ProjectFields>(error, projectFields, t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(errorText(error, t));
    }
  }

  return (
    <div className="max-w-160">
      <PageHeader
        title={t("projects.edit")}
        crumbs={[
          { label: t("projects.title"), href: "/projects" },
          { label: project.name, href: `/project/${project.id}` },
          { label: t("common.edit") },
        ]}
      />
      {refusal !== null && (
        <Banner tone="bad" className="mb-5">
          {refusal}
        </Banner>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        <fieldset disabled={!project.can["edit"]} className="contents">
          <ProjectForm draft={draft} />
        </fieldset>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      {project.can["delete"] === true ? (
        <DeleteProject project={project} />
      ) : (
        <p className="mt-10 text-sm text-ink-muted">
          {t("errors.failed.delete_unavailable", { entity: t("projects.entity") })}
        </p>
      )}
      <LeaveGuard isOn={draft.isChanged} name={project.name} />
    </div>
  );
}

function DeleteProject({ project }: { project: Project }) {
  const t = useText();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteProject();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(project.id);
      showToast({ tone: "ok", title: t("projects.deleted", { name: project.name }) }, limits.toast.form);
      // The form is gone with its project, so there is nothing to ask about.
      router.history.push("/projects", undefined, { ignoreBlocker: true });
    } catch (error) {
      setIsAsking(false);
      showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) });
    }
  }

  return (
    <Card className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-muted">{t("projects.danger_text")}</p>
        <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)}>
          {t("projects.delete")}
        </Button>
      </div>
      <ConfirmDialog
        title={t("projects.delete_title", { name: project.name })}
        confirmLabel={t("projects.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("projects.delete_text", { count: project.visit_count })}
      </ConfirmDialog>
    </Card>
  );
}
