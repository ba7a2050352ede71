import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { fieldRefusals } from "#web/lib/refusals.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { onlyOf, useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { sendPhotos } from "../detail/photo-uploads.ts";
import { snagKeys } from "../snags.queries.ts";
import { MoreFields } from "./more-fields.tsx";
import { type NewSnag, type Problems, problemsOf, startOf, wireOf } from "./new-snag.ts";
import { PlaceFields } from "./place-fields.tsx";
import { isBegun, useSnagDraft } from "./use-snag-draft.ts";

/** Pins a snag in a room of a visit or on a plan. Pictures follow when it is there: one that fails loses no snag. */
export function NewSnagDialog({ onClose, id_project, place }: CreateDialogProps) {
  const t = useText();
  const form = useId();
  const router = useRouter();
  const client = useQueryClient();
  const projects = useFoundProjects({ may: "add_snag" });
  const total = projects.data?.total ?? 0;
  const only = onlyOf(projects.data);
  const [draft, setDraft] = useState<NewSnag>(() => startOf(id_project, place));
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const project = draft.id_project ?? only?.id ?? null;
  const isTouched = isBegun(draft);
  const kept = useSnagDraft(
    `snag-dialog:${id_project ?? "any"}:${place === undefined ? "room" : "plan"}`,
    draft,
    // The point that was pressed just now is meant, not the one of before.
    (before) => setDraft(place === undefined ? before : { ...before, where: "plan", place }),
  );

  function close(): void {
    onClose();
    if (isTouched) showToast({ tone: "info", title: t("snags.dialog.draft_kept") });
  }

  function discard(): void {
    kept.forget();
    setDraft(startOf(id_project, place));
  }

  function set(change: Partial<NewSnag>): void {
    setDraft((before) => ({ ...before, ...change }));
    setProblems((before) => {
      const left = Object.entries(before).filter(([field]) => !(field in change));
      return Object.fromEntries(left);
    });
  }

  async function submit(): Promise<void> {
    const whole = { ...draft, id_project: project };
    const found = problemsOf(whole);
    setRefusal(null);
    setProblems(Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key)])));
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    try {
      told(await create(whole));
    } catch (error) {
      const refused = fieldRefusals<Record<keyof NewSnag, string>>(
        error,
        ["title", "text", "trade", "due_date", "id_room"],
        t,
      );
      setProblems(refused);
      if (Object.keys(refused).length === 0) setRefusal(errorText(error, t));
    } finally {
      setIsSending(false);
    }
  }

  function told(snag: Snag): void {
    void client.invalidateQueries({ queryKey: snagKeys.all });
    const search = location.pathname.startsWith("/snags") ? location.search : "";
    const show = () => router.history.push(`/snags/${snag.id}${search}`);
    const title = t("snags.dialog.created", { number: snag.number });
    kept.forget();
    onClose();
    if (draft.photos.length === 0)
      return showToast({ tone: "ok", title, action: { label: t("snags.detail.open"), onAction: show } });
    // Its pictures are on their way: where they are seen, one that does not get through is seen, too.
    showToast({ tone: "ok", title }, limits.toast.form);
    void sendPhotos(client, snag.id, "before", draft.photos);
    show();
  }

  return (
    <Modal
      title={t("snags.dialog.title")}
      isOpen
      onClose={close}
      size="lg"
      isDismissable={!isSending}
      footer={
        <>
          <Button onPress={close} isDisabled={isSending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isSending} isDisabled={total === 0}>
            {t("snags.dialog.create")}
          </Button>
        </>
      }
    >
      {projects.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : projects.isError ? (
        <Banner tone="bad">{errorText(projects.error, t)}</Banner>
      ) : total === 0 ? (
        <p className="text-ink-muted">{t("snags.dialog.no_projects")}</p>
      ) : (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSending) void submit();
          }}
          className="flex flex-col gap-5"
        >
          {kept.isRestored && (
            <Banner
              action={
                <Button size="sm" onPress={discard}>
                  {t("snags.dialog.draft_discard")}
                </Button>
              }
            >
              {t("snags.dialog.draft_restored")}
            </Banner>
          )}
          {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
          {(total > 1 || project === null) && (
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
                })
              }
              isRequired
            />
          )}
          <TextField
            label={t("snags.fields.title")}
            placeholder={t("snags.dialog.title_hint")}
            value={draft.title}
            onChange={(title) => set({ title })}
            error={problems.title}
            maxLength={limits.name}
            isRequired
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to say in a dialog that was asked for
            autoFocus
          />
          <TextArea
            label={t("snags.fields.text")}
            rows={3}
            value={draft.text}
            onChange={(text) => set({ text })}
            error={problems.text}
            maxLength={limits.snag.text}
          />
          {project !== null && (
            <>
              <PlaceFields project={project} draft={draft} set={set} problems={problems} />
              <MoreFields project={project} draft={draft} set={set} problems={problems} />
            </>
          )}
        </form>
      )}
    </Modal>
  );
}

function create(draft: NewSnag): Promise<Snag> {
  const body = wireOf(draft);
  const quiet = { toast: false };
  if (draft.where === "plan" && draft.place !== null) {
    const { id_sheet, x, y } = draft.place;
    return call(
      "POST /api/maps/{id}/annotations",
      { params: { id: id_sheet }, body: { ...body, x, y } },
      quiet,
    );
  }
  const room = { id_visit: draft.id_visit ?? 0, id_room: draft.id_room };
  return call("POST /api/annotations", { body: { ...body, ...room } }, quiet);
}
