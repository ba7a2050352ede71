import { useState } from "react";
import { localeOf, useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import type { Period } from "./views-source.ts";

export interface ViewsChartProps {
  statistics: {
    readonly period: Period;
    readonly steps: readonly { readonly at: string; readonly views: number }[];
  };
}

const height = 120;
/** Widths of one step and of its bar, in units of the drawing. */
const [step, bar] = [20, 14];

/** Bars start at zero, so that twice the height is twice the number; the same figures are available as a table. */
export function ViewsChart({ statistics: { period, steps } }: ViewsChartProps) {
  const t = useText();
  const format = useFormat();
  const [isTable, setIsTable] = useState(false);
  const label = useStepLabel(period, steps);
  const most = Math.max(1, ...steps.map(({ views }) => views));
  const [first, last] = [steps[0], steps.at(-1)];
  return (
    <figure className="m-0">
      {isTable ? (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard pushes it, too
          tabIndex={0}
          aria-label={t("sharing.views.chart")}
          className="max-h-72 max-w-md overflow-y-auto"
        >
          <table className="w-full text-sm">
            <caption className="sr-only">{t("sharing.views.chart")}</caption>
            <thead>
              <tr className="text-xs text-ink-muted">
                <th scope="col" className="w-full py-2 text-start font-strong">
                  {t("sharing.views.step")}
                </th>
                <th scope="col" className="py-2 ps-4 text-right font-strong">
                  {t("sharing.views.views")}
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ at, views }) => (
                <tr key={at} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-normal">
                    <time dateTime={at}>{label(at)}</time>
                  </th>
                  <td className="py-1.5 ps-4 text-right tabular-nums">{format.number(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          <div className="flex items-stretch gap-2">
            <span aria-hidden className="flex flex-col justify-between text-xs text-ink-muted tabular-nums">
              <span>{format.number(most)}</span>
              <span>{format.number(0)}</span>
            </span>
            <svg
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
              role="img"
              aria-label={t("sharing.views.chart")}
              viewBox={`0 0 ${steps.length * step} ${height}`}
              preserveAspectRatio="none"
              className="h-32 min-w-0 flex-1 text-accent rtl:-scale-x-100"
            >
              <path
                d={`M0 0.5h${steps.length * step}M0 ${height - 0.5}h${steps.length * step}`}
                className="text-line"
                stroke="currentColor"
                vectorEffect="non-scaling-stroke"
              />
              {steps.map(({ at, views }, index) => (
                <rect
                  key={at}
                  x={index * step + (step - bar) / 2}
                  y={height - (views / most) * height}
                  width={bar}
                  height={(views / most) * height}
                  fill="currentColor"
                >
                  <title>{`${label(at)}: ${format.number(views)}`}</title>
                </rect>
              ))}
            </svg>
          </div>
          <div aria-hidden className="mt-1 flex justify-between ps-5 text-xs text-ink-muted tabular-nums">
            <span>{first && label(first.at)}</span>
            <span>{last && label(last.at)}</span>
          </div>
        </>
      )}
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 text-xs text-ink-muted">
        <Button size="sm" variant="quiet" onPress={() => setIsTable(!isTable)} className="-ms-2.5">
          {t(isTable ? "sharing.views.as_chart" : "sharing.views.as_table")}
        </Button>
        {t("sharing.views.utc")}
      </figcaption>
    </figure>
  );
}

/** Steps are cut and labelled in UTC: in local time a reader would see hours that were never counted. */
function useStepLabel(period: Period, steps: ViewsChartProps["statistics"]["steps"]) {
  const language = useLanguage();
  const [one, two] = steps.map(({ at }) => Date.parse(at));
  const isMonth = (two ?? 0) - (one ?? 0) > 5 * 86_400_000;
  const style: Intl.DateTimeFormatOptions =
    period === "day"
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : isMonth
        ? { month: "short", year: "numeric" }
        : { day: "numeric", month: "short" };
  const written = new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: "UTC" });
  return (at: string) => written.format(new Date(at));
}
