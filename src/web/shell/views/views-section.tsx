import { Eye } from "lucide-react";
import { useState } from "react";
import { periods } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ViewsChart } from "./views-chart.tsx";
import { ViewsList } from "./views-list.tsx";
import { type Period, useStatistics, useViewLog, type ViewsSource } from "./views-source.ts";

/** Views of a record: totals of a period, and the views one by one. */
export function ViewsSection({ source }: { source: ViewsSource }) {
  const t = useText();
  const [period, setPeriod] = useState<Period>("month");
  const statistics = useStatistics(source, period);
  const all = useViewLog(source, { search: "", guestsOnly: false, page: 1 });
  const isUnseen = all.data?.total === 0 && statistics.data?.views === 0;
  return (
    <section aria-labelledby="thing-views" className="min-w-0">
      <h2 id="thing-views" className="text-lg font-strong">
        {source.title}
      </h2>
      <p className="mb-4 max-w-prose text-ink-muted">{source.text}</p>
      {isUnseen && period === "all" ? null : (
        <SegmentedControl
          label={t("sharing.views.period")}
          value={period}
          onChange={setPeriod}
          segments={periods.map((value) => ({ value, label: t(`sharing.views.${value}`) }))}
          className="mb-4"
        />
      )}
      {isUnseen ? (
        <EmptyState
          icon={Eye}
          title={t("sharing.views.empty_title")}
          text={t("sharing.views.empty_text")}
          className="rounded-lg bg-sunken py-10"
        />
      ) : (
        <div className="flex flex-col gap-8">
          {statistics.data === undefined ? (
            <Skeleton className="h-60" />
          ) : (
            <div>
              <Sums statistics={statistics.data} />
              <ViewsChart statistics={statistics.data} />
            </div>
          )}
          <ViewsList source={source} />
        </div>
      )}
      <p className="mt-4 text-xs text-ink-muted">
        {t("sharing.views.privacy", { days: limits.views.keptDays })}
      </p>
    </section>
  );
}

/** In this order: number of views, viewers, and duration. */
function Sums({
  statistics,
}: {
  statistics: {
    readonly views: number;
    readonly people: number;
    readonly guests: number;
    readonly seconds: number;
  };
}) {
  const t = useText();
  const format = useFormat();
  const sums = [
    ["views", statistics.views],
    ["people", statistics.people],
    ["guests", statistics.guests],
    ["minutes", statistics.seconds / 60],
  ] as const;
  return (
    <dl className="mb-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:gap-x-10">
      {sums.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-ink-muted">{t(`sharing.views.${name}`)}</dt>
          <dd className="text-xl font-strong tabular-nums">
            {format.number(value, { maximumFractionDigits: value < 10 ? 1 : 0 })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
