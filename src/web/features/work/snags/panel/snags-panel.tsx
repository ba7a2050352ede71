import { CalendarClock, Plus } from "lucide-react";
import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import type { Project } from "#contract/projects.ts";
import type { Snag } from "#contract/snags.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { dotTone } from "#web/ui/tone.ts";
import { DueMark, StatusMark, usePlaceOf } from "../marks.tsx";
import { useSnagNews, useSnags } from "../snags.queries.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";

const shown = 5;
/** Statuses that still need a fix or a review. */
const left = snagStatuses.filter((status) => status !== "closed");

/** Status of a project's snags, the newest ones, and, for assignees, their own first. */
export function SnagsPanel({ project }: { project: Project }) {
  const t = useText();
  const id_project = project.id;
  const all = useSnags({ id_project, per_page: shown });
  const overdue = useSnags({ id_project, overdue: true, per_page: 1 });
  const mine = useSnags({ id_project, mine: true, status: left, sort: "due", per_page: shown });
  useSnagNews(id_project);
  if (all.isPending || mine.isPending) return <PanelSkeleton />;
  const mayAdd = project.can["add_snag"] === true;
  const isTrade = project.role === "trade";
  const counts = all.data?.counts;
  const address = `/snags?id_project=${id_project}`;
  return (
    <Card
      title={t("snags.title")}
      actions={
        mayAdd && (
          <CreateButton
            begins="snag"
            size="sm"
            variant="quiet"
            icon={Plus}
            onPress={() => startCreation({ kind: "snag", id_project })}
          >
            {t("snags.new")}
          </CreateButton>
        )
      }
    >
      {all.data === undefined || counts === undefined ? (
        <LoadFailure screen="snags" error={all.error} onRetry={() => void all.refetch()} />
      ) : all.data.total === 0 ? (
        <p className="text-ink-muted">{t("snags.panel.empty")}</p>
      ) : (
        <div className="flex flex-col gap-5">
          <Standing counts={counts} overdue={overdue.data?.total ?? 0} address={address} />
          {(mine.data?.total ?? 0) > 0 && (
            <Listed title={t("snags.panel.mine")} snags={mine.data?.items ?? []} />
          )}
          {!isTrade && <Listed title={t("snags.panel.newest")} snags={all.data.items} />}
          <Link href={address} className="w-fit text-sm">
            {t("snags.panel.all")}
          </Link>
        </div>
      )}
    </Card>
  );
}

type Counts = Partial<Record<SnagStatus, number>>;

/** The open snags as a bar whose parts link to their lists. */
function Standing({ counts, overdue, address }: { counts: Counts; overdue: number; address: string }) {
  const t = useText();
  const format = useFormat();
  const of = (status: SnagStatus) => counts[status] ?? 0;
  const open = left.reduce((sum, status) => sum + of(status), 0);
  const parts = snagStatuses.filter((status) => of(status) > 0);
  return (
    <div className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-lg font-strong">{t("snags.panel.left", { count: open })}</span>
        {overdue > 0 && (
          <Link
            href={`${address}&overdue=1`}
            look="plain"
            className="hit-area inline-flex items-center gap-1 rounded-sm text-sm font-strong text-bad-text hover:underline"
          >
            <Icon of={CalendarClock} size="sm" />
            {t("snags.panel.overdue", { count: overdue })}
          </Link>
        )}
      </p>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {parts.map((status) => (
          <span
            key={status}
            className={cx(dotTone[snagStatusStyles[status].tone], status === "closed" && "opacity-45")}
            style={{ flexGrow: of(status), flexBasis: 6 }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs">
        {parts.map((status) => (
          <li key={status}>
            <Link
              href={`${address}&status=${status}`}
              look="plain"
              className="hit-area flex items-center gap-1.5 rounded-sm text-ink-muted hover:text-ink"
            >
              <StatusMark status={status} className="size-4" />
              {t(`snags.statuses.${status}`)}{" "}
              <span className="tabular-nums">{format.number(of(status))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Listed({ title, snags }: { title: string; snags: readonly Snag[] }) {
  const placeOf = usePlaceOf();
  const format = useFormat();
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-strong text-ink-muted">{title}</h3>
      <ul className="-mx-2 flex flex-col">
        {snags.map((snag) => (
          <li key={snag.id}>
            <Link
              href={`/snags/${snag.id}?id_project=${snag.id_project}`}
              look="plain"
              className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1 hover:bg-hover"
            >
              <StatusMark status={snag.status} />
              <span className="min-w-0 flex-1">
                <span className="own-direction block truncate text-sm">{snag.title}</span>
                <span className="flex items-center gap-2 text-xs text-ink-muted">
                  <bdi className="tabular-nums">#{format.number(snag.number)}</bdi>
                  <bdi className="truncate">{placeOf(snag)}</bdi>
                </span>
              </span>
              <DueMark snag={snag} className="shrink-0 text-xs" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
