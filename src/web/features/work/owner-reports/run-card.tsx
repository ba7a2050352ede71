import { FileDown, RotateCw } from "lucide-react";
import type { ReportDelivery, ReportRun } from "#contract/owner-reports.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { useReportChanges } from "./owner-reports.queries.ts";
import { periodText } from "./report-texts.ts";

interface RunCardProps {
  project: number;
  run: ReportRun;
  onRevoke: (delivery: { id: number; name: string }) => void;
}

/** An earlier report with the states of its recipients. */
export function RunCard({ project, run, onRevoke }: RunCardProps) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { id, period, from, to, state, is_empty, sent_at, deliveries } = run;
  const isReadable = state === "sent" || state === "sending";
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-strong">{periodText(from, to, language)}</h3>
          <p className="text-sm text-ink-muted">
            {[
              t(`owner_reports.screen.period_${period}`),
              state === "sent" && sent_at !== null
                ? format.date(sent_at, "moment")
                : t(`owner_reports.states.${state}`),
              ...(is_empty ? [t("owner_reports.screen.empty")] : []),
            ].join(" · ")}
          </p>
        </div>
        {isReadable && (
          <div className="flex flex-wrap gap-2">
            <Link href={`/owner-report/${project}/${id}`} look={{ variant: "secondary", size: "sm" }}>
              {t("owner_reports.screen.open")}
            </Link>
            <Link
              href={`/api/projects/${project}/owner-report/runs/${id}/pdf?lang=${language}`}
              look={{ variant: "quiet", size: "sm" }}
              target="_blank"
            >
              <FileDown aria-hidden className="size-4" /> {t("owner_reports.screen.pdf")}
            </Link>
          </div>
        )}
      </div>
      {deliveries !== null && deliveries.length > 0 && (
        <ul className="mt-3 flex flex-col divide-y divide-line border-t border-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} project={project} delivery={delivery} onRevoke={onRevoke} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface DeliveryRowProps extends Pick<RunCardProps, "project" | "onRevoke"> {
  delivery: ReportDelivery;
}

function DeliveryRow({ project, delivery, onRevoke }: DeliveryRowProps) {
  const t = useText();
  const { retry } = useReportChanges(project);
  const { id, name, email, state, problem, link, views, questions, can } = delivery;
  const who = name || email;
  const sendAgain = () =>
    retry.mutate(id, {
      onSuccess: () => showToast({ tone: "ok", title: t("owner_reports.screen.retrying") }),
    });
  const facts = [
    t(`owner_reports.screen.delivery_${state}`),
    ...(link === "none"
      ? []
      : [t(`owner_reports.screen.link_${link}`), t("owner_reports.screen.views", { count: views })]),
    ...(questions > 0 ? [t("owner_reports.screen.questions", { count: questions })] : []),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0">
        <bdi className="font-strong">{who}</bdi>
        <p className="text-xs text-ink-muted">{facts.join(" · ")}</p>
        {problem !== "" && (
          <p className="text-xs text-bad-text">{t("owner_reports.screen.rejected", { reason: problem })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {can["retry"] === true && (
          <Button size="sm" icon={RotateCw} isPending={retry.isPending} onPress={sendAgain}>
            {t("owner_reports.screen.retry")}
          </Button>
        )}
        {link === "open" && (
          <Button size="sm" variant="quiet" onPress={() => onRevoke({ id, name: who })}>
            {t("owner_reports.screen.revoke")}
          </Button>
        )}
      </div>
    </li>
  );
}
