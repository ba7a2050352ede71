import type { MonthUsage } from "#contract/plans.tiers.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import type { ChartPoint } from "#web/ui/charts/chart-data.ts";
import { LineChart } from "#web/ui/charts/line-chart.tsx";
import { monthName } from "./months.ts";

interface MonthsChartProps {
  title: string;
  empty: string;
  months: readonly MonthUsage[];
}

/** Converts months to the points of a chart. */
export function usePoints<M extends MonthUsage>(
  months: readonly M[],
  valuesOf: (month: M) => readonly number[],
): ChartPoint[] {
  const language = useLanguage();
  return months.map((month) => ({
    id: `${month.year}-${month.month}`,
    label: monthName(month, language, "short"),
    name: monthName(month, language, "full"),
    values: valuesOf(month),
  }));
}

/** Projects, visits and videos that were created. */
export function BegunChart({ months, ...texts }: MonthsChartProps) {
  const t = useText();
  const format = useFormat();
  return (
    <BarChart
      {...texts}
      pointsLabel={t("plans.tiers.month")}
      points={usePoints(months, ({ projects, visits, videos }) => [projects, visits, videos])}
      series={[
        { id: "projects", label: t("plans.tiers.projects"), tone: "ok" },
        { id: "visits", label: t("plans.tiers.visits"), tone: "accent" },
        { id: "videos", label: t("plans.tiers.videos"), tone: "note", isOutlined: true },
      ]}
      format={(value) => format.number(value)}
      isWhole
    />
  );
}

/** Bytes of uploaded originals. */
export function ReceivedChart({ months, ...texts }: MonthsChartProps) {
  const t = useText();
  const format = useFormat();
  return (
    <LineChart
      {...texts}
      pointsLabel={t("plans.tiers.month")}
      points={usePoints(months, ({ bytes }) => [bytes])}
      series={[{ id: "bytes", label: t("plans.tiers.received"), tone: "accent" }]}
      format={(value) => format.bytes(value)}
      unit={1024}
      isWhole
      hasArea
    />
  );
}
