import { Cctv, Compass, FileText, Images, Table2 } from "lucide-react";
import { useState } from "react";
import type { Language } from "#contract/languages.ts";
import type { Project } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BuiltExports } from "./built-exports.tsx";
import { isUnderWay, saveFile, useBuildExport, useExportProgress, useExports } from "./exports.queries.ts";

interface ExportDialogProps {
  project: Project;
  isOpen: boolean;
  onClose: () => void;
}

/** Content and size of an export, its language, and the one button that gets it. */
export function ExportDialog({ project, isOpen, onClose }: ExportDialogProps) {
  const t = useText();
  return (
    <Modal
      title={t("exports.dialog.title", { project: project.name })}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
    >
      <ExportContent project={project} />
    </Modal>
  );
}

function ExportContent({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const user = useUser();
  const overview = useExports(project.id);
  const build = useBuildExport(project.id);
  useExportProgress(user?.id, project.id);
  const [language, setLanguage] = useState<Language>(document.documentElement.lang === "ar" ? "ar" : "en");

  if (overview.isPending) return <Skeleton className="h-64 w-full" />;
  if (overview.isError)
    return (
      <Banner tone="bad" title={t("exports.dialog.failed_title")}>
        <p className="mb-3">{errorText(overview.error, t)}</p>
        <Button onPress={() => void overview.refetch()}>{t("common.retry")}</Button>
      </Banner>
    );
  const { size, is_streamed, is_busy, exports } = overview.data;
  const own = exports.find((one) => isUnderWay(one) && one.who?.id_user === user?.id);
  const download = () => {
    saveFile(`/api/projects/export/${project.id}?lang=${language}`);
    showToast({ tone: "ok", title: t("exports.dialog.started") });
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-muted">{t("exports.dialog.text")}</p>
      <Holdings project={project} />
      {own === undefined && (
        <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line pt-4">
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-strong">{t("exports.dialog.language")}</span>
            <SegmentedControl
              label={t("exports.dialog.language")}
              value={language}
              onChange={setLanguage}
              segments={[
                { value: "en", label: t("exports.dialog.languages.en") },
                { value: "ar", label: t("exports.dialog.languages.ar") },
              ]}
            />
          </div>
          <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
            <span className="text-sm text-ink-muted tabular-nums">
              {t("exports.dialog.size", { size: format.bytes(size) })}
            </span>
            {is_streamed ? (
              <Button variant="primary" onPress={download}>
                {t("exports.dialog.download")}
              </Button>
            ) : (
              <Button variant="primary" isPending={build.isPending} onPress={() => build.mutate(language)}>
                {t("exports.dialog.prepare")}
              </Button>
            )}
          </div>
          {!is_streamed && (
            <p className="w-full text-sm text-ink-muted">
              {t(is_busy ? "exports.dialog.busy_text" : "exports.dialog.prepare_text")}
            </p>
          )}
        </div>
      )}
      {build.isError && <Banner tone="bad">{errorText(build.error, t)}</Banner>}
      <BuiltExports
        projectId={project.id}
        exports={exports}
        userId={user?.id}
        onAgain={() => build.mutate(language)}
      />
    </div>
  );
}

function Holdings({ project }: { project: Project }) {
  const t = useText();
  const { can } = project;
  const seesVisits = can["view_visits"] === true;
  const all = [
    [Compass, "page", seesVisits],
    [Images, "originals", seesVisits],
    [FileText, "report", can["view_snags"] === true],
    [Cctv, "cameras", can["view_cameras"] === true],
    [Table2, "tables", true],
  ] as const;
  const rows = all.filter(([, , isThere]) => isThere);
  return (
    <>
      <ul className="flex flex-col gap-3" aria-label={t("exports.dialog.holds")}>
        {rows.map(([icon, key]) => (
          <li key={key} className="flex gap-3">
            <span className="mt-0.5 text-ink-muted">
              <Icon of={icon} />
            </span>
            <span>
              <span className="block font-strong">{t(`exports.dialog.${key}`)}</span>
              <span className="block text-sm text-ink-muted">{t(`exports.dialog.${key}_text`)}</span>
            </span>
          </li>
        ))}
      </ul>
      {!seesVisits && <Banner tone="info">{t("exports.dialog.no_visits")}</Banner>}
    </>
  );
}
