import { TriangleAlert } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { textTone } from "#web/ui/tone.ts";
import { againstPlan } from "./against-plan.ts";
import { latenessOf } from "./gantt/lateness.ts";
import type { TreeTask } from "./gantt/task-tree.ts";
import { ProgressTrack } from "./progress-track.tsx";

interface SummaryProps {
  schedule: Schedule;
  tree: readonly TreeTask[];
  /** Filters by late tasks. */
  onLate: () => void;
  /** Selects another project; in the same row. */
  picker: ReactNode;
}

/** Overall status in one row: shows a manager within five seconds whether anything needs action. */
export function Summary({ schedule, tree, onLate, picker }: SummaryProps) {
  const t = useText();
  const format = useFormat();
  const { percent, planned_percent, on_date, start, finish, id_project } = schedule;
  const late = useMemo(
    () => tree.filter((row) => !row.hasChildren && latenessOf(row.task, on_date) !== null).length,
    [tree, on_date],
  );
  const { text, tone } = againstPlan(percent, planned_percent, t, format);
  const day = (moment: string) => format.date(dayOf(moment));
  return (
    <div className="@container mb-6 max-md:mb-4">
      <div className="grid items-start gap-x-10 gap-y-4 @4xl:grid-cols-[minmax(12rem,18rem)_minmax(0,1fr)]">
        {picker}
        <dl className="grid grid-cols-2 gap-x-10 gap-y-3 *:first:col-span-2 @2xl:grid-cols-[minmax(15rem,1fr)_auto_auto] @2xl:*:first:col-span-1">
          <Fact name={t("schedules.summary.done", { date: day(on_date) })}>
            <span className="flex items-baseline gap-3">
              <span className="text-lg font-strong tabular-nums">{format.percent(percent / 100)}</span>
              <span className={cx("font-strong", textTone[tone])}>{text}</span>
            </span>
            <ProgressTrack percent={percent} planned={planned_percent} className="mt-2" />
            <span className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-xs text-ink-muted">
              {t("schedules.summary.planned", { percent: format.percent(planned_percent / 100) })}
              <Link href={`/progress/${id_project}`} className="print:hidden">
                {t("schedules.summary.to_progress")}
              </Link>
            </span>
          </Fact>
          <Fact name={t("schedules.summary.span")}>
            <span className="font-strong tabular-nums">
              {start === null || finish === null
                ? t("schedules.chart.no_dates")
                : t("schedules.chart.from_to", { from: day(start), to: day(finish) })}
            </span>
          </Fact>
          <Fact name={t("schedules.summary.attention")}>
            {late === 0 ? (
              <span className="font-strong text-ok-text">{t("schedules.summary.none_late")}</span>
            ) : (
              <Button
                variant="quiet"
                size="sm"
                icon={TriangleAlert}
                onPress={onLate}
                className="-ms-2.5 text-warn-text touch:-my-2"
              >
                {t("schedules.summary.late", { count: late })}
              </Button>
            )}
          </Fact>
        </dl>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
