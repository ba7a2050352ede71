import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useId } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import type { Output } from "#web/lib/client.ts";
import type { CapturedItem } from "#web/lib/creation.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { notKept, type Outcome, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { onlyOf, projectNameOf, useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { SnagFields } from "#web/shell/snags/snag-fields.tsx";
import { type NewSnagForm, useNewSnag } from "#web/shell/snags/use-new-snag.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { kit } from "#web/ui/kit.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { sendPhotos } from "../detail/photo-uploads.ts";
import { snagKeys, useSnagChoices } from "../snags.queries.ts";
import {
  createSnag,
  factsOf,
  isNewSnag,
  missingPlace,
  type NewSnag,
  originsOf,
  startOf,
} from "./new-snag.ts";
import { PositionFields } from "./position-fields.tsx";

/**
 * Pins a snag in a room of a visit or on a floor plan. Photos are uploaded after its creation: a failed one loses no
 * snag.
 */
export function NewSnagDialog({ onClose, id_project, place, captured }: CreateDialogProps) {
  const t = useText();
  const id = useId();
  const told = useTelling(onClose, captured);
  const client = useQueryClient();
  const projects = useFoundProjects({ may: "add_snag" });
  // Without a connection the list may be missing: the project of the page is enough.
  const isAlone = id_project !== undefined && (projects.isError || projects.fetchStatus === "paused");
  const total = projects.data?.total ?? (isAlone ? 1 : 0);
  const only = onlyOf(projects.data);
  const placed = (draft: NewSnag): NewSnag => ({
    ...draft,
    id_project: draft.id_project ?? only?.id ?? null,
  });
  const form = useNewSnag<NewSnag, Outcome<Snag>>({
    name: captured
      ? `snag-dialog:captured:${captured.guid}`
      : `snag-dialog:${id_project ?? "any"}:${place === undefined ? "room" : "plan"}`,
    start: () => ({ ...startOf(id_project, place), ...(captured && factsOf(captured)) }),
    isDraft: isNewSnag,
    // The position pressed just now replaces the one of the draft.
    resume: (kept) => (place === undefined ? kept : { ...kept, where: "plan", place }),
    missingPlace: (draft) => missingPlace(placed(draft)),
    placeFields: ["id_room"],
    create: (draft) => createSnag(placed(draft), namesOf(client, placed(draft)), captured),
    created: (outcome, draft) => {
      if (outcome.state === "sent") return told(outcome.result, draft);
      // Its photos wait with it.
      captured?.onCreated();
      onClose();
      tellKept();
    },
    explain: (error) => notKept(error) ?? errorText(error, t),
    left: () => showToast({ tone: "info", title: t("snags.dialog.draft_kept") }),
  });
  return (
    <Modal
      title={t("snags.dialog.title")}
      isOpen
      onClose={onClose}
      size="lg"
      isDismissable={!form.isSending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isSending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={form.isSending}
            isDisabled={total === 0}
          >
            {t("snags.dialog.create")}
          </Button>
        </>
      }
    >
      {projects.isPending && !isAlone ? (
        <Skeleton className="h-96 w-full" />
      ) : projects.isError && !isAlone ? (
        <Banner tone="bad">{errorText(projects.error, t)}</Banner>
      ) : total === 0 ? (
        <p className="text-ink-muted">{t("snags.dialog.no_projects")}</p>
      ) : (
        <Form id={id} form={form} project={placed(form.draft).id_project} hasProjects={total > 1} />
      )}
    </Modal>
  );
}

/** Names for the list of what waits on this device; empty where they were not loaded. */
function namesOf(client: QueryClient, { id_project, where, place, id_visit, id_room }: NewSnag) {
  const sheets = client.getQueryData<Output<"GET /api/maps">>(["sheets", "list", id_project]);
  const visit = client.getQueryData<Output<"GET /api/visits/{id}">>(["visits", "one", String(id_visit)]);
  const position =
    where === "plan"
      ? sheets?.find(({ id }) => id === place?.id_sheet)?.name
      : visit?.rooms?.find(({ id }) => id === id_room)?.name;
  const project = projectNameOf(client, id_project);
  return { project, position: position ?? "" };
}

/** Confirms the creation, and opens the snag's panel while its photos are uploaded. */
function useTelling(
  onClose: () => void,
  captured: CapturedItem | undefined,
): (snag: Snag, draft: NewSnag) => void {
  const t = useText();
  const router = useRouter();
  const client = useQueryClient();
  return (snag, { photos }) => {
    void client.invalidateQueries({ queryKey: snagKeys.all });
    const search = location.pathname.startsWith("/snags") ? location.search : "";
    const show = () => router.history.push(`/snags/${snag.id}${search}`);
    const title = t("snags.dialog.created", { number: snag.number });
    onClose();
    if (photos.length === 0) {
      captured?.onCreated();
      return showToast({ tone: "ok", title, action: { label: t("snags.detail.open"), onAction: show } });
    }
    // Its photos are being uploaded: the panel that shows them also shows a failed one.
    showToast({ tone: "ok", title }, limits.toast.form);
    void originsOf(captured, photos).then((origins) =>
      sendPhotos(client, snag, "before", photos, { origins, onSafe: captured?.onCreated }),
    );
    show();
  };
}

interface FormProps {
  id: string;
  form: NewSnagForm<NewSnag>;
  /** The selected one, or the only one there is. */
  project: number | null;
  hasProjects: boolean;
}

function Form({ id, form, project, hasProjects }: FormProps) {
  const t = useText();
  const choices = useSnagChoices(project);
  const { draft, set, problems } = form;
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="flex flex-col gap-5"
    >
      {form.isRestored && (
        <Banner
          action={
            <Button size="sm" onPress={form.discard}>
              {t("snags.dialog.draft_discard")}
            </Button>
          }
        >
          {t("snags.dialog.draft_restored")}
        </Banner>
      )}
      {form.refusal !== null && <Banner tone="bad">{form.refusal}</Banner>}
      {(hasProjects || project === null) && (
        <ProjectSelect
          label={t("snags.dialog.project")}
          may="add_snag"
          value={project}
          error={problems.id_project}
          onChange={(next) =>
            set({
              id_project: next?.id ?? null,
              id_visit: null,
              id_room: null,
              place: null,
              assignee: null,
              crew: null,
            })
          }
          isRequired
        />
      )}
      <SnagFields kit={kit} form={form} choices={choices.data}>
        {project !== null && <PositionFields project={project} draft={draft} set={set} problems={problems} />}
      </SnagFields>
    </form>
  );
}
