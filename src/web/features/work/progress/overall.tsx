import { useState } from "react";
import type { Progress } from "#contract/progress.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { LineChart } from "#web/ui/charts/line-chart.tsx";
import { ProgressDialog } from "./progress-dialog.tsx";

/** Overall progress, large enough to be read across a table, and its history. */
export function Overall({
  progress,
  until,
  project,
}: {
  progress: Progress;
  until: string | null;
  project: number;
}) {
  const t = useText();
  const format = useFormat();
  const { percent, curve, can } = progress;
  const [isTelling, setIsTelling] = useState(false);
  const [today] = useState(() => new Date());
  const sheets = progress.floors.filter(({ id_sheet }) => id_sheet !== null);
  const told = sheets.filter((floor) => floor.percent !== null);
  if (percent === null)
    return (
      <section aria-label={t("progress.overall")} className="rounded-lg bg-surface p-6 ring-1 ring-line">
        <p className="text-ink-muted">{t("progress.not_told")}</p>
        {can.edit && (
          <Button variant="primary" className="mt-4" onPress={() => setIsTelling(true)}>
            {t("progress.tell_first")}
          </Button>
        )}
        {isTelling && (
          <ProgressDialog
            project={project}
            progress={progress}
            start={null}
            onClose={() => setIsTelling(false)}
          />
        )}
      </section>
    );
  return (
    <section
      aria-labelledby="overall"
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="overall" className="text-ink-muted">
          {t("progress.overall")}
        </h2>
        <p className="mt-1 text-[3.5rem] leading-none font-strong tracking-tight tabular-nums" dir="ltr">
          <span className="rtl:block rtl:text-end">{format.percent(percent / 100)}</span>
        </p>
        <span aria-hidden className="mt-4 block h-2 overflow-hidden rounded-full bg-press">
          <span className="block h-full rounded-full bg-accent" style={{ inlineSize: `${percent}%` }} />
        </span>
        <p className="mt-2.5 text-ink-muted">
          {t("progress.overall_as_of", {
            date: format.date(until === null ? today : dayOf(until), "long"),
          })}
        </p>
        {told.length < sheets.length && (
          <p className="mt-1 text-xs text-ink-muted">
            {t("progress.counted", {
              told: format.number(told.length),
              total: format.number(sheets.length),
            })}
          </p>
        )}
      </div>
      {curve.length > 1 ? (
        <LineChart
          title={t("progress.curve")}
          pointsLabel={t("progress.curve_day")}
          points={curve.map(({ date, percent: value }) => ({
            id: date,
            label: format.date(dayOf(date), "day"),
            name: format.date(dayOf(date)),
            values: [value],
            at: dayOf(date).getTime(),
          }))}
          series={[{ id: "percent", label: t("progress.percent_done"), tone: "accent" }]}
          format={(value) => format.percent(value / 100)}
          top={100}
          hasArea
          height={180}
        />
      ) : (
        <p className="self-center text-ink-muted">{t("progress.curve_one")}</p>
      )}
    </section>
  );
}
