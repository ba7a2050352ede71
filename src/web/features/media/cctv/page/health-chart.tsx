import { useState } from "react";
import { localeOf, useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import type { Health } from "../cctv.queries.ts";

const height = 100;
/** Of one step and of its bar, in units of the drawing. */
const [step, bar] = [20, 15];

/**
 * A bar for every step, full where every check found a picture; the missing part hangs from the top, hatched as well as
 * red. Steps without a check are empty. The same values are available as a table.
 */
export function HealthChart({ health: { steps } }: { health: Health }) {
  const t = useText();
  const format = useFormat();
  const [isTable, setIsTable] = useState(false);
  const label = useStepLabel(steps);
  const [first, last] = [steps[0], steps.at(-1)];
  if (steps.every(({ checks }) => checks === 0))
    return <p className="py-6 text-center text-sm text-ink-muted">{t("cctv.health.no_checks")}</p>;
  return (
    <figure className="m-0">
      {isTable ? (
        <HealthTable steps={steps} label={label} />
      ) : (
        <>
          <svg
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
            role="img"
            aria-label={t("cctv.health.chart")}
            viewBox={`0 0 ${steps.length * step} ${height}`}
            preserveAspectRatio="none"
            className="h-24 w-full border-b border-line rtl:-scale-x-100"
          >
            {steps.map(({ at, checks, up }, index) => {
              const x = index * step + (step - bar) / 2;
              const whole = checks === 0 ? 0 : (up / checks) * height;
              return (
                <g key={at}>
                  <title>
                    {t("cctv.health.bar", {
                      when: label(at),
                      up: format.number(up),
                      checks: format.number(checks),
                    })}
                  </title>
                  {checks > 0 && (
                    <rect x={x} y={0} width={bar} height={height - whole} className="fill-bad" />
                  )}
                  <rect x={x} y={height - whole} width={bar} height={whole} className="fill-ok opacity-80" />
                  <rect x={index * step} y={0} width={step} height={height} fill="transparent" />
                </g>
              );
            })}
          </svg>
          <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-muted tabular-nums">
            <span>{first && label(first.at)}</span>
            <span>{last && label(last.at)}</span>
          </div>
        </>
      )}
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
        <Key className="bg-ok">{t("cctv.health.up")}</Key>
        <Key className="bg-bad">{t("cctv.health.down")}</Key>
        <Button size="sm" variant="quiet" onPress={() => setIsTable(!isTable)} className="ms-auto -me-2">
          {t(isTable ? "cctv.health.as_chart" : "cctv.health.as_table")}
        </Button>
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2 rounded-full ${className}`} />
      {children}
    </span>
  );
}

interface HealthTableProps {
  steps: Health["steps"];
  label: (at: string) => string;
}

function HealthTable({ steps, label }: HealthTableProps) {
  const t = useText();
  const format = useFormat();
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard pushes it, too
      tabIndex={0}
      aria-label={t("cctv.health.chart")}
      className="max-h-64 overflow-y-auto"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("cctv.health.chart")}</caption>
        <thead>
          <tr className="text-xs text-ink-muted">
            {(["step", "checks", "up", "share"] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={`py-2 font-strong ${column === "step" ? "w-full text-start" : "ps-4 text-right"}`}
              >
                {t(`cctv.health.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps
            .filter(({ checks }) => checks > 0)
            .map(({ at, checks, up }) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <time dateTime={at}>{label(at)}</time>
                </th>
                <td className="ps-4 text-right whitespace-nowrap">{format.number(checks)}</td>
                <td className="ps-4 text-right whitespace-nowrap">{format.number(up)}</td>
                <td className="ps-4 text-right whitespace-nowrap">{format.percent(up / checks)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

const hour = 3_600_000;

/** Label by the size of the steps: hours, days or months. Days and months are those of UTC, as they were counted. */
function useStepLabel(steps: Health["steps"]) {
  const language = useLanguage();
  const [one, two] = steps.map(({ at }) => Date.parse(at));
  const apart = (two ?? 0) - (one ?? 0);
  const style: Intl.DateTimeFormatOptions =
    apart <= hour
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : apart <= 24 * hour
        ? { day: "numeric", month: "short", timeZone: "UTC" }
        : { month: "short", year: "numeric", timeZone: "UTC" };
  const written = new Intl.DateTimeFormat(localeOf(language), style);
  return (at: string) => written.format(new Date(at));
}
