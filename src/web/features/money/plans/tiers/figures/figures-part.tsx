import { toDecimal } from "#contract/currencies.ts";
import { localeOf, useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useMoney, wholeSign } from "#web/lib/money.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { BarList } from "#web/ui/charts/bar-list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Stats, useStats } from "../tiers.queries.ts";
import { BegunChart, usePoints } from "../usage/usage-charts.tsx";

/** Totals and revenue of the whole platform. */
export function FiguresPart() {
  const stats = useStats();
  if (stats.isPending) return <Skeleton className="h-[60dvh] w-full" />;
  if (stats.data === undefined)
    return <LoadFailure screen="tiers" error={stats.error} onRetry={() => void stats.refetch()} />;
  return <Figures stats={stats.data} />;
}

const counts = ["users", "projects", "visits", "videos", "cameras", "channels"] as const;

function Figures({ stats }: { stats: Stats }) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <h2 className="sr-only">{t("plans.tiers.figures.title")}</h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
          {counts.map((kind) => (
            <Figure key={kind} label={t(`plans.tiers.figures.${kind}`)} value={format.number(stats[kind])} />
          ))}
          <Figure label={t("plans.tiers.figures.bytes")} value={format.bytes(stats.bytes)} />
          <Figure
            label={t("plans.tiers.figures.unpaid")}
            value={money(stats.unpaid, stats.currency)}
            isBad={stats.unpaid > 0}
          />
        </dl>
      </Card>
      <div className="grid gap-6 xl:grid-cols-2">
        <Card>
          <MoneyChart stats={stats} />
        </Card>
        <Card>
          <BegunChart
            title={t("plans.tiers.figures.begun")}
            empty={t("plans.tiers.figures.no_begun")}
            months={stats.months}
          />
        </Card>
        <Shares
          title={t("plans.tiers.figures.by_band")}
          rows={stats.tiers.map(({ id, name, projects }) => ({
            id,
            name: id === null ? t("plans.tiers.figures.no_band") : name,
            value: projects,
          }))}
        />
        <Shares
          title={t("plans.tiers.figures.by_plan")}
          rows={stats.plans.map(({ id, name, users }) => ({
            id,
            name: id === null ? t("plans.tiers.figures.no_plan") : name,
            value: users,
          }))}
        />
      </div>
    </div>
  );
}

function Figure({ label, value, isBad = false }: { label: string; value: string; isBad?: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className={`text-lg font-strong tabular-nums ${isBad ? "text-bad-text" : ""}`}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function MoneyChart({ stats: { months, currency } }: { stats: Stats }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  /** A round figure is enough on the axis: `$1.5K`. */
  const compact = new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const tick = (amount: number) =>
    wholeSign(compact.formatToParts(toDecimal(amount, currency) as `${number}`), language);
  return (
    <BarChart
      title={t("plans.tiers.figures.money")}
      empty={t("plans.tiers.figures.no_money")}
      pointsLabel={t("plans.tiers.month")}
      points={usePoints(months, ({ billed, paid }) => [billed, paid])}
      series={[
        { id: "billed", label: t("plans.tiers.figures.billed"), tone: "neutral", isOutlined: true },
        { id: "paid", label: t("plans.tiers.figures.paid"), tone: "ok" },
      ]}
      format={(amount) => money(amount, currency)}
      formatTick={tick}
      isWhole
    />
  );
}

interface Row {
  /** Null for those without a plan. */
  readonly id: number | null;
  readonly name: string;
  readonly value: number;
}

function Shares({ title, rows }: { title: string; rows: readonly Row[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card>
      <h2 className="mb-4 font-strong">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-muted">{t("common.chart.empty")}</p>
      ) : (
        <BarList
          label={title}
          items={rows.map(({ id, name, value }) => ({
            id: String(id),
            name,
            value,
            ...(id === null && { tone: "neutral" as const }),
          }))}
          format={(value) => format.number(value)}
        />
      )}
    </Card>
  );
}
