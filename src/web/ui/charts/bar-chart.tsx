import { type ChartProps, type ChartSeries, inkOf } from "./chart-data.ts";
import { ChartFrame, SeriesMark } from "./chart-frame.tsx";
import { ChartPlot, type Plane } from "./chart-plot.tsx";
import { scaleOf } from "./scale.ts";

export interface BarChartProps extends ChartProps {
  /** One bar for all series, the first at its base; otherwise they are side by side. */
  isStacked?: boolean;
}

const widest = 32;

export function BarChart({ isStacked = false, height = 200, ...chart }: BarChartProps) {
  const { points, series, top, isWhole = false, unit } = chart;
  const sums = points.map(({ values }) => {
    const figures = values.map((value) => value ?? 0);
    return isStacked ? figures.reduce((sum, value) => sum + value, 0) : Math.max(0, ...figures);
  });
  const scale = scaleOf(top ?? Math.max(0, ...sums), { isWhole, ...(unit && { unit }) });
  return (
    <ChartFrame {...chart} mark={BarMark}>
      <ChartPlot {...chart} scale={scale} height={height} mark={BarMark}>
        {(plane) => (
          <>
            {plane.at >= 0 && (
              <rect
                x={(plane.xs[plane.at] ?? 0) - plane.step / 2}
                y={0}
                width={plane.step}
                height={height}
                className="fill-hover"
              />
            )}
            {points.map((point, index) => {
              const x = plane.xs[index] ?? 0;
              const bars = isStacked ? stacked(point.values, plane, x) : sideBySide(point.values, plane, x);
              const top = bars.findLastIndex((bar) => bar.height > 0);
              return bars.map((bar, at) => (
                <Bar key={series[at]?.id} {...bar} series={series[at]} isRounded={!isStacked || at === top} />
              ));
            })}
          </>
        )}
      </ChartPlot>
    </ChartFrame>
  );
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function stacked(values: readonly (number | null)[], { step, y, height }: Plane, middle: number): Box[] {
  const width = Math.min(widest, step * 0.68);
  let foot = 0;
  return values.map((value) => {
    const from = foot;
    foot += value ?? 0;
    const [upper, lower] = [y(foot), y(from)];
    return { x: middle - width / 2, y: upper, width, height: seen(lower - upper, value, height) };
  });
}

function sideBySide(
  values: readonly (number | null)[],
  { step, y, height, isRtl }: Plane,
  middle: number,
): Box[] {
  const width = Math.min(widest, (step * 0.72) / values.length);
  const all = width * values.length;
  return values.map((value, index) => {
    const tall = seen(height - y(value ?? 0), value, height);
    const place = isRtl ? values.length - 1 - index : index;
    return {
      x: middle - all / 2 + place * width,
      y: height - tall,
      width: Math.max(1, width - 1),
      height: tall,
    };
  });
}

/** Never thinner than a visible line, for any value above zero. */
const seen = (pixels: number, value: number | null, most: number): number =>
  value === null || value === 0 ? 0 : Math.min(most, Math.max(2, pixels));

function Bar({
  x,
  y,
  width,
  height,
  series,
  isRounded,
}: Box & { series: ChartSeries | undefined; isRounded: boolean }) {
  if (height === 0 || series === undefined) return null;
  const r = isRounded ? Math.min(3, width / 2, height) : 0;
  const d = `M${x} ${y + height}V${y + r}q0 ${-r} ${r} ${-r}H${x + width - r}q${r} 0 ${r} ${r}V${y + height}Z`;
  return <path d={d} className={inkOf[series.tone]} {...paint(series)} />;
}

const paint = ({ isOutlined = false }: ChartSeries) =>
  isOutlined
    ? { fill: "currentColor", fillOpacity: 0.18, stroke: "currentColor", strokeDasharray: "3 2" }
    : { fill: "currentColor" };

function BarMark(series: ChartSeries) {
  return (
    <SeriesMark tone={series.tone}>
      <rect x={3.5} y={0.5} width={9} height={9} rx={2} {...paint(series)} />
    </SeriesMark>
  );
}
