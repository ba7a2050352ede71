import { useParams, useRouter } from "@tanstack/react-router";
import { ImageUp, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Sheet } from "#contract/sheets.ts";
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
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { planTypes } from "./add-sheet-dialog.tsx";
import { PlaceRooms } from "./place-rooms.tsx";
import { SheetPlan } from "./sheet-plan.tsx";
import { type SheetFields, useDeleteSheet, useEditSheet, useSheet, useSheetNews } from "./sheets.queries.ts";

export function EditSheetScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const sheet = useSheet(Number(id));
  usePageTitle(sheet.data?.name);
  useSheetNews(sheet.data?.id_project ?? null);
  if (sheet.isPending) return <Skeleton className="h-[60dvh]" />;
  if (sheet.isError)
    return (
      <EditLoadFailure
        screen="edit_sheet"
        error={sheet.error}
        entity={t("sheets.entity")}
        onRetry={() => void sheet.refetch()}
      />
    );
  return <EditSheet key={sheet.data.id} sheet={sheet.data} />;
}

function EditSheet({ sheet }: { sheet: Sheet }) {
  const t = useText();
  return (
    <>
      <PageHeader
        title={sheet.name}
        crumbs={[
          { label: t("sheets.project"), href: `/project/${sheet.id_project}#plans` },
          { label: sheet.name },
        ]}
      />
      {sheet.can["edit"] !== true && (
        <Banner tone="warn" className="mb-6">
          {t("sheets.read_only")}
        </Banner>
      )}
      <div className="grid items-start gap-10 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <PlanPart sheet={sheet} />
        {sheet.can["edit"] === true && (
          <div className="flex max-w-160 flex-col gap-8">
            <SheetForm sheet={sheet} />
            {sheet.can["delete"] === true && <DeleteSheet sheet={sheet} />}
          </div>
        )}
      </div>
    </>
  );
}

/** The plan with its rooms, and the way to put another picture in its place: the places stay. */
function PlanPart({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const edit = useEditSheet(sheet.id);
  const [problem, setProblem] = useState<string | null>(null);
  const mayEdit = sheet.can["edit"] === true;

  async function send(file: File): Promise<void> {
    setProblem(null);
    try {
      await edit.mutateAsync({ file, body: {} });
      showToast({ tone: "ok", title: t("sheets.image_saved") }, limits.toast.form);
    } catch (error) {
      setProblem(errorText(error, t));
    }
  }

  return (
    <section aria-labelledby="sheet-plan" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sheet-plan" className="text-lg font-strong">
          {t("sheets.plan")}
        </h2>
        {mayEdit && sheet.image !== null && (
          <FileInput
            label={t("sheets.replace_image")}
            icon={ImageUp}
            accept={Object.keys(planTypes).join(",")}
            maxMegabytes={limits.portrait.megabytes}
            isPending={edit.isPending}
            onFiles={([file]) => file && void send(file)}
          />
        )}
      </div>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      {sheet.image !== null ? (
        mayEdit ? (
          <PlaceRooms sheet={sheet} image={sheet.image} />
        ) : (
          <SheetPlan sheet={sheet} />
        )
      ) : (
        mayEdit && (
          <FileDrop
            label={t("sheets.file")}
            hint={t("sheets.file_hint", { megabytes: limits.portrait.megabytes })}
            accept={planTypes}
            maxBytes={limits.portrait.bytes}
            isMultiple={false}
            isDisabled={edit.isPending}
            onFiles={([file], [refused]) => {
              if (refused) setProblem(refused.reasons.join(" "));
              if (file) void send(file);
            }}
          />
        )
      )}
    </section>
  );
}

const fields = ["name", "floor", "north", "width_metres"] as const;

function SheetForm({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const base = useMemo<SheetFields>(() => {
    const { name, floor, north, width_metres } = sheet;
    return { name, floor, north, width_metres };
  }, [sheet]);
  const draft = useDraft(base);
  const edit = useEditSheet(sheet.id);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save(): Promise<void> {
    setRefusal(null);
    try {
      await edit.mutateAsync({ body: draft.changes });
      draft.clear();
      showToast({ tone: "ok", title: t("sheets.saved") }, limits.toast.form);
    } catch (error) {
      const refused = fieldRefusals<SheetFields>(error, fields, t);
      draft.setErrors(refused);
      if (Object.keys(refused).length === 0) setRefusal(errorText(error, t));
    }
  }

  const { values, errors, set } = draft;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isChanged && !edit.isPending) void save();
      }}
      className="flex flex-col gap-5"
    >
      <h2 className="text-lg font-strong">{t("sheets.facts")}</h2>
      {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
      <TextField
        label={t("sheets.name")}
        value={values.name}
        onChange={(name) => set("name", name)}
        error={errors.name}
        maxLength={limits.name}
        isRequired
      />
      <TextField
        label={t("sheets.floor")}
        value={values.floor}
        onChange={(floor) => set("floor", floor)}
        error={errors.floor}
        maxLength={limits.name}
      />
      <NumberField
        label={t("sheets.north")}
        hint={t("sheets.north_hint")}
        value={values.north}
        minValue={-180}
        maxValue={180}
        onChange={(north) => !Number.isNaN(north) && set("north", north)}
        error={errors.north}
      />
      <NumberField
        label={t("sheets.width")}
        hint={t("sheets.width_hint")}
        value={values.width_metres ?? Number.NaN}
        maxValue={limits.sheet.metres}
        formatOptions={{ maximumFractionDigits: 2 }}
        onChange={(width) => set("width_metres", Number.isNaN(width) || width === 0 ? null : width)}
        error={errors.width_metres}
      />
      <SaveBar count={Object.keys(draft.changes).length} isSaving={edit.isPending} onDiscard={draft.clear} />
      <LeaveGuard isOn={draft.isChanged} name={sheet.name} />
    </form>
  );
}

function DeleteSheet({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteSheet();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(sheet.id);
      showToast({ tone: "ok", title: t("sheets.deleted", { name: sheet.name }) }, limits.toast.form);
      // As specified for a sheet.
      router.history.push("/projects");
    } catch (error) {
      setIsAsking(false);
      showToast({ tone: "bad", title: t("sheets.not_deleted"), text: errorText(error, t) });
    }
  }

  return (
    <>
      <Button variant="danger" icon={Trash2} className="self-start" onPress={() => setIsAsking(true)}>
        {t("sheets.delete")}
      </Button>
      <ConfirmDialog
        title={t("sheets.delete_title", { name: sheet.name })}
        confirmLabel={t("sheets.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("sheets.delete_text")}
      </ConfirmDialog>
    </>
  );
}
