import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Progress } from "#contract/progress.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LineChart } from "#web/ui/charts/line-chart.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { textTone } from "#web/ui/tone.ts";
import { planPoints } from "./plan-points.ts";
import { Section } from "./section.tsx";
import { today } from "./use-progress-entries.ts";

interface AgainstPlanProps {
  planned: NonNullable<Progress["planned"]>;
  until: string | null;
  project: number;
}

/** Planned and recorded progress of the tasks, first as text, then as two lines. */
export function AgainstPlan({ planned, until, project }: AgainstPlanProps) {
  const t = useText();
  const format = useFormat();
  const [now] = useState(() => today());
  const maySee = useUser()?.can.ms_project === true;
  const { percent, told_percent, start, finish } = planned;
  const day = (date: string) => format.date(dayOf(date));
  const share = (value: number) => format.percent(value / 100);
  const difference = told_percent === null ? null : Math.round(told_percent) - Math.round(percent);
  const isBehind = difference !== null && difference < 0;
  const said =
    difference === null
      ? t("progress.plan.not_told")
      : difference === 0
        ? t("progress.plan.on")
        : t(isBehind ? "progress.plan.behind" : "progress.plan.ahead", {
            percent: share(Math.abs(difference)),
          });
  // Dates without a year are clear enough for less than a year.
  const isLong = Date.parse(finish) - Date.parse(start) > 300 * 86_400_000;
  const points = planPoints(planned, until ?? now);
  return (
    <Section
      id="against-plan"
      title={t("progress.plan.title")}
      note={t("progress.plan.span", { from: day(start), to: day(finish) })}
      actions={
        maySee && (
          <Link href={`/msproject/${project}`} className="print:hidden">
            {t("progress.plan.open")}
          </Link>
        )
      }
    >
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div>
          <p
            className={cx(
              "flex items-start gap-2 text-lg font-strong",
              difference === null ? "text-ink-muted" : textTone[isBehind ? "warn" : "ok"],
            )}
          >
            {difference !== null && <Icon of={isBehind ? TriangleAlert : CircleCheck} className="mt-1" />}
            {said}
          </p>
          <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
            <dt className="text-ink-muted">{t("progress.plan.planned")}</dt>
            <dd className="text-end font-strong tabular-nums">{share(percent)}</dd>
            <dt className="text-ink-muted">{t("progress.plan.told")}</dt>
            <dd className="text-end font-strong tabular-nums">
              {told_percent === null ? t("progress.unknown") : share(told_percent)}
            </dd>
          </dl>
        </div>
        <LineChart
          title={t("progress.plan.chart")}
          pointsLabel={t("progress.curve_day")}
          points={points.map((point) => ({
            id: point.date,
            label: format.date(dayOf(point.date), isLong ? "month" : "day"),
            name: day(point.date),
            values: [point.planned, point.told],
            at: dayOf(point.date).getTime(),
          }))}
          series={[
            { id: "planned", label: t("progress.plan.planned"), tone: "neutral", isOutlined: true },
            { id: "told", label: t("progress.plan.told"), tone: isBehind ? "warn" : "accent" },
          ]}
          format={share}
          top={100}
          height={200}
        />
      </div>
    </Section>
  );
}
