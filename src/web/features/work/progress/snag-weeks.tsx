import type { Progress } from "#contract/progress.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { LineChart } from "#web/ui/charts/line-chart.tsx";
import { Link } from "#web/ui/link.tsx";
import { Section } from "./section.tsx";

type Weeks = NonNullable<Progress["snags"]>;
/** Maximum number of weeks at which bars stay distinguishable. */
const most = 26;

/** Created and resolved snags by week, and the remaining open ones. */
export function SnagWeeks({ weeks, project, isOwn }: { weeks: Weeks; project: number; isOwn: boolean }) {
  const t = useText();
  const format = useFormat();
  const shown = weeks.slice(-most);
  const pointOf = ({ week }: Weeks[number], values: readonly number[]) => ({
    id: week,
    label: format.date(dayOf(week), "day"),
    name: t("progress.week_of", { date: format.date(dayOf(week)) }),
    values,
  });
  const count = (value: number) => format.number(value);
  return (
    <Section
      id="snags"
      title={t("progress.snags")}
      {...(isOwn && { note: t("progress.snags_own") })}
      actions={
        shown.length > 0 && <Link href={`/snags?id_project=${project}`}>{t("progress.all_snags")}</Link>
      }
    >
      {shown.length === 0 ? (
        <p className="rounded-lg bg-surface px-4 py-6 text-ink-muted ring-1 ring-line">
          {t("progress.no_snags")}
        </p>
      ) : (
        <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
          <BarChart
            title={t("progress.snags_turns")}
            pointsLabel={t("progress.week")}
            points={shown.map((week) => pointOf(week, [week.opened, week.closed]))}
            series={[
              { id: "opened", label: t("progress.opened"), tone: "bad" },
              { id: "closed", label: t("progress.closed"), tone: "ok" },
            ]}
            format={count}
            isWhole
          />
          <LineChart
            title={t("progress.snags_open")}
            pointsLabel={t("progress.week")}
            points={shown.map((week) => pointOf(week, [week.open]))}
            series={[{ id: "open", label: t("progress.open"), tone: "accent" }]}
            format={count}
            isWhole
            hasArea
          />
        </div>
      )}
    </Section>
  );
}
