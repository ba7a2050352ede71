import { useNavigate, useParams } from "@tanstack/react-router";
import { FileDown, Send } from "lucide-react";
import { useState } from "react";
import type { Language } from "#contract/languages.ts";
import type { OwnerReport } from "#contract/owner-reports.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useLanguage } from "#web/lib/language.ts";
import { positive } from "#web/lib/list-state.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { useReport, useReportChanges, useReportSettings } from "./owner-reports.queries.ts";
import { periodText } from "./report-texts.ts";
import { ReportView } from "./report-view.tsx";

const dialogs = later(() => import("./report-dialogs.tsx"));

const languages = [
  { value: "en", label: "English" },
  { value: "ar", label: "العربية" },
] as const;

/** `/owner-report/12/34`: one report; `/owner-report/12/preview`: the one that would be sent now. */
export function ReportScreen() {
  const t = useText();
  const { id, run } = useParams({ strict: false }) as { id: string; run: string };
  const project = positive(id) ?? 0;
  const which = run === "preview" ? "preview" : (positive(run) ?? 0);
  const [lang, setLang] = useState<Language>(useLanguage());
  const report = useReport(project, which, lang);
  const { data } = report;
  const name = data?.project.name ?? "";
  return (
    <>
      <PageHeader
        title={name === "" ? t("owner_reports.title") : `${t("owner_reports.title")} – ${name}`}
        note={data === undefined ? undefined : periodText(data.from, data.to, lang)}
        crumbs={[{ label: t("owner_reports.screen.back"), href: `/owner-report/${project}` }]}
        actions={
          <>
            <SegmentedControl
              label={t("owner_reports.screen.language")}
              segments={languages}
              value={lang}
              onChange={setLang}
            />
            {which !== "preview" && (
              <Link
                href={`/api/projects/${project}/owner-report/runs/${which}/pdf?lang=${lang}`}
                look={{ variant: "secondary" }}
                target="_blank"
              >
                <FileDown aria-hidden className="size-4" /> {t("owner_reports.screen.pdf")}
              </Link>
            )}
            {which === "preview" && data !== undefined && <SendButton project={project} />}
          </>
        }
      />
      {report.isError && data === undefined ? (
        <LoadFailure error={report.error} onRetry={() => void report.refetch()} />
      ) : data === undefined ? (
        <CardsSkeleton count={3} />
      ) : which === "preview" ? (
        <Preview project={project} report={data} />
      ) : (
        <ReportView report={data} />
      )}
    </>
  );
}

function SendButton({ project }: { project: number }) {
  const t = useText();
  const navigate = useNavigate();
  const settings = useReportSettings(project, true);
  const [isOpen, setOpen] = useState(false);
  const parts = useLater(dialogs, isOpen);
  return (
    <>
      <Button
        icon={Send}
        variant="primary"
        isDisabled={settings.data === undefined}
        onPress={() => setOpen(true)}
      >
        {t("owner_reports.screen.send_now")}
      </Button>
      {parts && isOpen && settings.data !== undefined && (
        <parts.SendDialog
          project={project}
          settings={settings.data}
          onClose={() => setOpen(false)}
          onSent={() => void navigate({ to: `/owner-report/${project}` })}
        />
      )}
    </>
  );
}

/** The report with a button at each pair that keeps its view in every report. */
function Preview({ project, report }: { project: number; report: OwnerReport }) {
  const t = useText();
  const settings = useReportSettings(project, true);
  const { save } = useReportChanges(project);
  const { data } = settings;
  const fix = (view: NonNullable<OwnerReport["pairs"][number]["view"]>) => {
    if (data === undefined) return;
    const views = [...data.views.map(({ name: _n, visit_code: _v, ...one }) => one), view];
    save.mutate(
      { views, version: data.version },
      {
        onSuccess: () => showToast({ tone: "ok", title: t("owner_reports.screen.fixed_done") }),
        onError: (error) => showFailure(error, t),
      },
    );
  };
  return (
    <>
      <div className="mb-5">
        <Banner tone="info">{t("owner_reports.screen.preview_note")}</Banner>
      </div>
      <ReportView report={report} onFix={fix} isFixing={save.isPending || data === undefined} />
    </>
  );
}
