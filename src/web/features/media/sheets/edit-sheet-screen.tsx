import { useParams, useRouter } from "@tanstack/react-router";
import { Download, ImageUp, Map as MapIcon, Printer, ShieldCheck, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Sheet, SheetVersion } from "#contract/sheets.ts";
import { useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Floors } from "./floors.tsx";
import { PlanDesk } from "./plan-desk.tsx";
import { PrintPlan } from "./print-plan.tsx";
import { ReplacePlanDialog } from "./replace-plan-dialog.tsx";
import {
  type SheetFields,
  useDeleteSheet,
  useEditSheet,
  useSheet,
  useSheetNews,
  useVersions,
} from "./sheets.queries.ts";
import { VersionsList } from "./versions-list.tsx";

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
  const [isReplacing, setReplacing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [isProving, setProving] = useState(false);
  const mayEdit = sheet.can["edit"] === true;
  return (
    <>
      <PageHeader
        title={sheet.name}
        crumbs={[
          { label: t("sheets.project"), href: `/project/${sheet.id_project}#plans` },
          { label: sheet.name },
        ]}
        note={sheet.floor !== "" && sheet.floor !== sheet.name ? <bdi>{sheet.floor}</bdi> : undefined}
        actions={
          sheet.image !== null && (
            <>
              <Button icon={Printer} onPress={() => setPrinting(true)} isPending={isPrinting}>
                <span className="max-sm:sr-only">{t("sheets.print")}</span>
              </Button>
              {sheet.original !== null && (
                <a href={sheet.original} download="" className={buttonClass({})}>
                  <Icon of={Download} size="sm" />
                  <span className="max-sm:sr-only">{t("sheets.download")}</span>
                </a>
              )}
              <Button icon={ShieldCheck} onPress={() => setProving(true)}>
                <span className="max-sm:sr-only">{t("evidence.open")}</span>
              </Button>
              {mayEdit && (
                <Button icon={ImageUp} onPress={() => setReplacing(true)}>
                  {t("sheets.replace_image")}
                </Button>
              )}
            </>
          )
        }
      />
      {!mayEdit && (
        <Banner tone="warn" className="mb-6">
          {t("sheets.read_only")}
        </Banner>
      )}
      <Floors sheet={sheet} />
      <EvidenceDialog
        of={{ kind: "sheet", id: sheet.id }}
        isOpen={isProving}
        onClose={() => setProving(false)}
      />
      <PlanPart sheet={sheet} isReplacing={isReplacing} onReplace={setReplacing} />
      {isPrinting && sheet.image !== null && (
        <PrintPlan sheet={sheet} image={sheet.image} onDone={() => setPrinting(false)} />
      )}
    </>
  );
}

interface PlanPartProps {
  sheet: Sheet;
  isReplacing: boolean;
  onReplace: (isReplacing: boolean) => void;
}

/**
 * The floor plan's desk, its facts and versions. A new version is laid over the one before it, to see whether positions
 * still fit.
 */
function PlanPart({ sheet, isReplacing, onReplace }: PlanPartProps) {
  const t = useText();
  const mayEdit = sheet.can["edit"] === true;
  const versions = useVersions(sheet.id);
  const [compared, setCompared] = useState<SheetVersion | null>(null);
  const before = versions.data?.find(({ is_current }) => is_current) ?? null;

  const rest = (
    <>
      {mayEdit && <SheetForm sheet={sheet} />}
      {sheet.image !== null && <VersionsList sheet={sheet} compared={compared} onCompare={setCompared} />}
      {sheet.can["delete"] === true && <DeleteSheet sheet={sheet} />}
    </>
  );
  return (
    <>
      {sheet.image !== null ? (
        <PlanDesk sheet={{ ...sheet, image: sheet.image }} compared={compared} onCompare={setCompared}>
          {rest}
        </PlanDesk>
      ) : (
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <EmptyState
            icon={MapIcon}
            title={t("sheets.no_image_title")}
            text={t(mayEdit ? "sheets.no_image_text" : "sheets.no_image_guest_text")}
            action={
              mayEdit && (
                <Button variant="primary" icon={ImageUp} onPress={() => onReplace(true)}>
                  {t("sheets.add_image")}
                </Button>
              )
            }
          />
          <div className="flex flex-col gap-8">{rest}</div>
        </div>
      )}
      {isReplacing && (
        <ReplacePlanDialog
          sheet={sheet}
          onReplaced={() => {
            showToast({ tone: "ok", title: t("sheets.image_saved") }, limits.toast.form);
            setCompared(before);
          }}
          onClose={() => onReplace(false)}
        />
      )}
    </>
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
  const refusal = useFormError<SheetFields>(draft, fields);

  async function save(): Promise<void> {
    refusal.clear();
    try {
      await edit.mutateAsync(draft.changes);
      draft.clear();
      showToast({ tone: "ok", title: t("sheets.saved") }, limits.toast.form);
    } catch (error) {
      refusal.show(error);
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
      {refusal.text !== null && <Banner tone="bad">{refusal.text}</Banner>}
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
      // The specified destination after a sheet is deleted.
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
