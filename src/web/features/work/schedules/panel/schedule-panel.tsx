import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { textTone } from "#web/ui/tone.ts";
import { againstPlan } from "../against-plan.ts";
import { latenessOf } from "../gantt/lateness.ts";
import { useChartWords } from "../gantt/words.ts";
import { ProgressTrack } from "../progress-track.tsx";
import { useSchedule } from "../schedules.queries.ts";

const shown = 3;

/** On a project's page: the progress against the plan, and the next milestones. */
export function SchedulePanel({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const words = useChartWords();
  const isOpen = useUser()?.can.ms_project === true;
  const schedule = useSchedule(project.id, isOpen);
  if (!isOpen) return null;
  const title = t("schedules.panel.title");
  if (schedule.isPending)
    return (
      <Card title={title}>
        <Skeleton className="h-20" />
      </Card>
    );
  if (schedule.isError)
    return (
      <Card title={title}>
        <LoadFailure error={schedule.error} onRetry={() => void schedule.refetch()} />
      </Card>
    );
  const { data } = schedule;
  const address = `/msproject/${project.id}`;
  // Hidden from users who could not import one.
  if (data === null)
    return (
      project.can["edit"] === true && (
        <Card title={title}>
          <p className="text-ink-muted">{t("schedules.panel.empty")}</p>
          <Link href={address} className="mt-2 block w-fit text-sm">
            {t("schedules.panel.import")}
          </Link>
        </Card>
      )
    );
  const { text, tone } = againstPlan(data.percent, data.planned_percent, t, format);
  const next = data.tasks
    .filter(({ is_milestone, is_summary, percent }) => is_milestone && !is_summary && percent < 100)
    .toSorted((a, b) => (a.finish ?? a.start ?? "9").localeCompare(b.finish ?? b.start ?? "9"))
    .slice(0, shown);
  return (
    <Card title={title}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-lg font-strong tabular-nums">{format.percent(data.percent / 100)}</span>
        <span className={cx("text-sm font-strong", textTone[tone])}>{text}</span>
      </p>
      <ProgressTrack percent={data.percent} planned={data.planned_percent} className="mt-2" />
      <p className="mt-1.5 text-xs text-ink-muted">
        {t("schedules.summary.planned", { percent: format.percent(data.planned_percent / 100) })}
      </p>
      {next.length > 0 && (
        <section aria-label={t("schedules.panel.next")} className="mt-4">
          <h3 className="mb-1 text-xs text-ink-muted">{t("schedules.panel.next")}</h3>
          <ul className="-mx-2">
            {next.map((task) => {
              const lateness = latenessOf(task, data.on_date);
              return (
                <li key={task.uid}>
                  <Link
                    href={`${address}?task=${task.uid}`}
                    look="plain"
                    className="flex items-baseline gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-hover touch:py-3"
                  >
                    <span className="own-direction min-w-0 flex-1 truncate">{task.name}</span>
                    <span
                      className={cx(
                        "shrink-0 text-xs tabular-nums",
                        lateness === null ? "text-ink-muted" : "text-warn-text",
                      )}
                    >
                      {lateness === null ? words.day(task.finish ?? task.start) : words.late(lateness)}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <Link href={address} className="mt-3 block w-fit text-sm">
        {t("schedules.panel.open")}
      </Link>
    </Card>
  );
}
