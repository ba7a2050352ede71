import { type ChartProps, type ChartSeries, inkOf } from "./chart-data.ts";
import { ChartFrame, SeriesMark } from "./chart-frame.tsx";
import { ChartPlot, type Plane } from "./chart-plot.tsx";
import { scaleOf } from "./scale.ts";

export interface LineChartProps extends ChartProps {
  /** Fills the area under the lines, for values that grow from zero. */
  hasArea?: boolean;
}

/** A line for each series. A missing value breaks the line, and an isolated value is a dot. */
export function LineChart({ hasArea = false, height = 200, ...chart }: LineChartProps) {
  const { points, series, top, isWhole = false, unit } = chart;
  const highest = Math.max(0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const scale = scaleOf(top ?? highest, { isWhole, ...(unit && { unit }) });
  return (
    <ChartFrame {...chart} mark={LineMark}>
      <ChartPlot {...chart} scale={scale} height={height} mark={LineMark}>
        {(plane) => (
          <>
            {plane.at >= 0 && (
              <line
                x1={plane.xs[plane.at]}
                x2={plane.xs[plane.at]}
                y1={0}
                y2={height}
                className="stroke-line-strong"
              />
            )}
            {series.map((one, index) => (
              <Line
                key={one.id}
                series={one}
                values={points.map(({ values }) => values[index] ?? null)}
                plane={plane}
                hasArea={hasArea && one.isOutlined !== true}
              />
            ))}
          </>
        )}
      </ChartPlot>
    </ChartFrame>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function Line({
  series,
  values,
  plane,
  hasArea,
}: {
  series: ChartSeries;
  values: readonly (number | null)[];
  plane: Plane;
  hasArea: boolean;
}) {
  const active = values[plane.at] ?? null;
  return (
    <g className={inkOf[series.tone]}>
      {runsOf(values, plane).map((run) => {
        const [first, last] = [run[0], run.at(-1)];
        if (first === undefined || last === undefined) return null;
        const key = first.x;
        if (run.length === 1) return <circle key={key} cx={first.x} cy={first.y} r={3} fill="currentColor" />;
        const line = `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}`;
        return (
          <g key={key}>
            {hasArea && (
              <path
                d={`${line}L${last.x} ${plane.height}L${first.x} ${plane.height}Z`}
                fill="currentColor"
                fillOpacity={0.12}
              />
            )}
            <path d={line} fill="none" {...stroke(series)} />
          </g>
        );
      })}
      {active !== null && (
        <circle
          cx={plane.xs[plane.at]}
          cy={plane.y(active)}
          r={4}
          fill="currentColor"
          className="stroke-surface"
          strokeWidth={2}
        />
      )}
    </g>
  );
}

/** Runs of adjacent points that all have a value. */
function runsOf(values: readonly (number | null)[], { xs, y }: Plane): Place[][] {
  const runs: Place[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ x: xs[index] ?? 0, y: y(value) });
  }
  return runs.filter(({ length }) => length > 0);
}

const stroke = ({ isOutlined = false }: ChartSeries) => ({
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinejoin: "round" as const,
  ...(isOutlined && { strokeDasharray: "5 4" }),
});

function LineMark(series: ChartSeries) {
  return (
    <SeriesMark tone={series.tone}>
      <path d="M1 5H15" fill="none" {...stroke(series)} />
    </SeriesMark>
  );
}
