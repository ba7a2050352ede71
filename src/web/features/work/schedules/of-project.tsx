import { FileUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Schedule, SchedulePreview, ScheduleTask } from "#contract/schedules.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { ScheduleAddress } from "./address.ts";
import { Chart } from "./chart.tsx";
import { ImportStart } from "./import/import-start.tsx";
import { Preview } from "./import/preview.tsx";
import { useImport } from "./import/use-import.ts";
import { ScheduleActions } from "./schedule-actions.tsx";
import { useScheduleChanges } from "./schedules.queries.ts";

interface OfProjectProps {
  project: number;
  /** Null while none was imported. */
  schedule: Schedule | null;
  place: ScheduleAddress;
  picker: ReactNode;
}

/** The schedule of one project, or its import. */
export function OfProject({ project, schedule, place, picker }: OfProjectProps) {
  const t = useText();
  const format = useFormat();
  const [isImporting, setIsImporting] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const { remove } = useScheduleChanges(project);
  const doneText = ({ added, changed, removed }: SchedulePreview) =>
    schedule === null
      ? t("schedules.import.done_first", { count: added.length })
      : t("schedules.import.done", {
          added: format.number(added.length),
          changed: format.number(changed.length),
          removed: format.number(removed.length),
        });
  const work = useImport(project, (preview) => {
    setIsImporting(false);
    showToast({ tone: "ok", title: doneText(preview) });
  });
  // A user who may only view gets a message instead of the upload.
  const mayImport = schedule?.can.import ?? true;
  const isAway = isImporting || work.state.step !== "idle" || schedule === null;
  const isChart = !isAway && schedule.tasks.length > 0;
  const close = () => {
    work.cancel();
    setIsImporting(false);
  };
  return (
    <div className="schedule-page">
      <PageHeader
        title={t("schedules.title")}
        {...(schedule !== null && { note: <Source schedule={schedule} /> })}
        className="max-md:mb-3"
        actions={
          schedule !== null &&
          !isAway && (
            <ScheduleActions
              project={project}
              schedule={schedule}
              mayImport={mayImport}
              onImport={() => setIsImporting(true)}
              onRemove={() => setIsRemoving(true)}
            />
          )
        }
      />
      {!isChart && <div className="mb-5">{picker}</div>}
      {work.state.step === "preview" ? (
        <Preview
          key={work.state.preview.token}
          preview={work.state.preview}
          tasks={schedule?.tasks ?? none}
          notice={work.state.notice}
          isFirst={schedule === null}
          isApplying={work.isApplying}
          onApply={() => void work.apply()}
          onCancel={close}
        />
      ) : isAway ? (
        <ImportStart state={work.state} isAgain={schedule !== null} onFile={work.choose} onCancel={close} />
      ) : !isChart ? (
        <EmptyState icon={FileUp} title={t("schedules.no_tasks_title")} text={t("schedules.no_tasks_text")} />
      ) : (
        <Chart schedule={schedule} place={place} picker={picker} />
      )}
      <ConfirmDialog
        title={t("schedules.remove.title")}
        confirmLabel={t("schedules.remove.confirm")}
        isOpen={isRemoving}
        isDestructive
        isPending={remove.isPending}
        onClose={() => setIsRemoving(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => showToast({ tone: "info", title: t("schedules.remove.done") }),
            onError: (error) => showFailure(error, t),
            onSettled: () => setIsRemoving(false),
          })
        }
      >
        {t("schedules.remove.text")}
      </ConfirmDialog>
    </div>
  );
}

const none: readonly ScheduleTask[] = [];

/** Origin of the schedule. */
function Source({ schedule: { name, file_name, imported_at, imported_by } }: { schedule: Schedule }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {name !== "" && <bdi className="font-strong text-ink">{name}</bdi>}
      <span className={cx(name !== "" && "max-md:hidden")}>
        {name !== "" && " · "}
        <bdi>{file_name}</bdi>
        {" · "}
        {t(imported_by === "" ? "schedules.imported" : "schedules.imported_by", {
          date: format.date(imported_at, "moment"),
          name: `\u2068${imported_by}\u2069`,
        })}
      </span>
    </>
  );
}
