import type { OwnerReportSettings, ReportRecipient } from "#contract/owner-reports.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { momentText, scheduleText } from "./report-texts.ts";

/** When the report is sent, with what, and to whom. */
export function ReportSummary({ project, settings }: { project: number; settings: OwnerReportSettings }) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { next_at, time_zone, sections, recipients, has_mail } = settings;
  const facts = [
    [t("owner_reports.screen.when"), scheduleText(settings, t, language)],
    [
      t("owner_reports.screen.next"),
      next_at === null ? t("owner_reports.screen.none_next") : momentText(next_at, time_zone, language),
    ],
    [
      t("owner_reports.screen.sections"),
      format.list(sections.map((section) => t(`owner_reports.sections.${section}`))),
    ],
  ] as const;
  return (
    <div className="mb-8 grid items-start gap-4 lg:grid-cols-2">
      {!has_mail && (
        <div className="lg:col-span-2">
          <Banner tone="warn">{t("owner_reports.screen.no_mail")}</Banner>
        </div>
      )}
      <Card>
        <dl className="flex flex-col gap-2 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[8rem_1fr] gap-3">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
          <div className="grid grid-cols-[8rem_1fr] gap-3">
            <dt className="text-ink-muted">{t("owner_reports.screen.zone")}</dt>
            <dd className="min-w-0">
              <bdi>{time_zone.replaceAll("_", " ")}</bdi>{" "}
              <Link href={`/editproject/${project}`} className="text-sm">
                {t("owner_reports.screen.edit_zone")}
              </Link>
            </dd>
          </div>
        </dl>
      </Card>
      <Card title={t("owner_reports.screen.recipients")}>
        {recipients.length === 0 ? (
          <p className="text-sm text-ink-muted">{t("owner_reports.screen.no_recipients")}</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {recipients.map((recipient) => (
              <RecipientRow key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function RecipientRow({ recipient }: { recipient: ReportRecipient }) {
  const t = useText();
  const format = useFormat();
  const { id_user, name, email, unsubscribed_at, problem } = recipient;
  return (
    <li className="text-sm">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-strong">{name || email}</bdi>
        <span className="text-xs text-ink-muted">
          {t(id_user === null ? "owner_reports.screen.by_link" : "owner_reports.screen.member")}
        </span>
      </span>
      {name !== "" && (
        <span className="block text-xs break-all text-ink-muted">
          <bdi dir="ltr">{email}</bdi>
        </span>
      )}
      {unsubscribed_at !== null && (
        <p className="text-xs text-ink-muted">
          {t("owner_reports.screen.stopped", { date: format.date(unsubscribed_at) })}
        </p>
      )}
      {problem !== "" && (
        <p className="text-xs text-bad-text">{t("owner_reports.screen.rejected", { reason: problem })}</p>
      )}
    </li>
  );
}
