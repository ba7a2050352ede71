import { useParams } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusFirstError } from "#web/lib/focus-first-error.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { CoverSection } from "./edit/cover-section.tsx";
import { DeleteSection } from "./edit/delete-section.tsx";
import { EditSkeleton } from "./edit/edit-skeleton.tsx";
import { LostBanner } from "./edit/lost-banner.tsx";
import { Section } from "./edit/section.tsx";
import { StateSection } from "./edit/state-section.tsx";
import { typedText } from "./edit/typed-text.ts";
import { VisibilitySection } from "./edit/visibility-section.tsx";
import { BasicFields } from "./form/basic-fields.tsx";
import { LocationFields } from "./form/location-fields.tsx";
import { asSent, type ProjectValues, projectFields, valuesOf } from "./form/project-draft.ts";
import { SizeFields } from "./form/size-fields.tsx";
import { useEditProject } from "./projects.changes.ts";
import { useCategories, useProject } from "./projects.queries.ts";

export function EditProjectScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <LoadedProject key={id} id={id} />;
}

/** Once the form is open it stays open, whatever happens to the project or to the permission. */
function LoadedProject({ id }: { id: string }) {
  const t = useText();
  const project = useProject(id);
  const [kept, setKept] = useState<Project>();
  const [couldEdit, setCouldEdit] = useState(false);
  if (project.data !== undefined && project.data !== kept) setKept(project.data);
  if (project.data?.can["edit"] === true && !couldEdit) setCouldEdit(true);
  usePageTitle(kept && t("projects.edit_of", { name: kept.name }));
  if (kept === undefined && project.error === null) return <EditSkeleton />;
  if (kept === undefined || !couldEdit)
    return (
      <EditLoadFailure
        screen="edit_project"
        error={project.error ?? new ApiError(403, "PROJECT_EDIT_DENIED", "")}
        entity={t("projects.entity")}
        onRetry={() => void project.refetch()}
      />
    );
  return <EditProject project={kept} failure={project.error} />;
}

/** Why the form can no longer be saved, by the server's last answer; null while it can. */
function lossOf(project: Project, failure: unknown): "denied" | "gone" | "stale" | null {
  if (failure instanceof ApiError) {
    if (failure.code === "PROJECT_EDIT_DENIED") return "denied";
    return [403, 404].includes(failure.status) ? "gone" : "stale";
  }
  return project.can["edit"] === true ? null : "denied";
}

function EditProject({ project, failure }: { project: Project; failure: unknown }) {
  const t = useText();
  const base = useMemo(() => valuesOf(project), [project]);
  const draft = useDraft(base);
  const edit = useEditProject();
  const categories = useCategories();
  const form = useRef<HTMLFormElement>(null);
  const refusal = useFormError<ProjectValues>(draft, projectFields);
  const [isDenied, setIsDenied] = useState(false);
  const loss = isDenied ? "denied" : lossOf(project, failure);
  const isLocked = loss === "denied" || loss === "gone";
  const group = { draft, isDisabled: isLocked && !draft.isChanged };

  async function save(): Promise<void> {
    refusal.clear();
    setIsDenied(false);
    try {
      await edit.mutateAsync({ id: project.id, body: asSent(draft.changes) });
      draft.clear();
      showToast({ tone: "ok", title: t("projects.saved") }, limits.toast.form);
    } catch (error) {
      if (error instanceof ApiError && error.code === "PROJECT_EDIT_DENIED") return setIsDenied(true);
      if (refusal.show(error)) focusFirstError(form);
    }
  }

  return (
    <>
      <PageHeader
        title={t("projects.edit")}
        crumbs={[
          { label: t("projects.title"), href: "/projects" },
          { label: project.name, href: `/project/${project.id}` },
          { label: t("common.edit") },
        ]}
        className="mb-8"
      />
      {loss !== null && (
        <LostBanner why={loss} typed={typedText(draft.changes, categories.data ?? project.categories, t)} />
      )}
      {refusal.text !== null && (
        <Banner tone="bad" className="mb-6">
          {refusal.text}
        </Banner>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        <Section title={t("projects.form.details")} text={t("projects.form.details_text")}>
          <BasicFields {...group} known={project.categories} />
        </Section>
        <Section title={t("projects.location")} text={t("projects.form.location_text")}>
          <LocationFields {...group} />
        </Section>
        <Section title={t("projects.form.figures")} text={t("projects.form.figures_text")}>
          <SizeFields {...group} />
        </Section>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      <CoverSection project={project} isDisabled={isLocked} />
      {!isLocked && project.can["publish"] === true && <VisibilitySection project={project} />}
      {!isLocked && project.can["activate"] === true && <StateSection project={project} />}
      {!isLocked && project.can["delete"] === true ? (
        <DeleteSection project={project} />
      ) : (
        <p className="border-t border-line py-8 text-sm text-ink-muted">
          {t("errors.failed.delete_unavailable", { entity: t("projects.entity") })}
        </p>
      )}
      <LeaveGuard isOn={draft.isChanged} name={project.name} />
    </>
  );
}
