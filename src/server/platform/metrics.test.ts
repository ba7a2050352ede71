import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("Counters, gauges and histograms are written in the text format, each with its help and type.", async () => {
  const metrics = createMetrics();
  const calls = metrics.counter({ name: "calls_total", help: "All calls.", labels: ["method", "status"] });
  calls.add(1, { method: "GET", status: "200" });
  calls.add(2, { method: "GET", status: "200" });
  metrics.gauge({ name: "open", help: "Open now." }).set(4);
  const waited = metrics.histogram({ name: "waited_seconds", help: "Waits.", buckets: [0.1, 1] });
  for (const value of [0.05, 0.1, 0.5, 7]) waited.observe(value);
  expect(await metrics.text()).toBe(`# HELP calls_total All calls.
# TYPE calls_total counter
calls_total{method="GET",status="200"} 3

# HELP open Open now.
# TYPE open gauge
open 4

# HELP waited_seconds Waits.
# TYPE waited_seconds histogram
waited_seconds_bucket{le="0.1"} 2
waited_seconds_bucket{le="1"} 3
waited_seconds_bucket{le="+Inf"} 4
waited_seconds_sum 7.65
waited_seconds_count 4
`);
});

test("A counter without labels is 0 before anything happened; a gauge that was never set has no value.", async () => {
  const metrics = createMetrics();
  metrics.counter({ name: "failures_total", help: "F." });
  metrics.gauge({ name: "lag_seconds", help: "L." });
  const lines = (await metrics.text()).split("\n").filter((line) => !line.startsWith("#") && line !== "");
  expect(lines).toEqual(["failures_total 0"]);
});

test("Labels and helps cannot break a line.", async () => {
  const metrics = createMetrics();
  metrics.gauge({ name: "odd", help: "a\nb\\", labels: ["is"] }).set(1, { is: 'x"\n\\y' });
  expect(await metrics.text()).toBe('# HELP odd a\\nb\\\\\n# TYPE odd gauge\nodd{is="x\\"\\n\\\\y"} 1\n');
});

test("Label combinations beyond the thousandth are counted together.", async () => {
  const metrics = createMetrics();
  const seen = metrics.counter({ name: "seen_total", help: "S.", labels: ["who"] });
  for (let n = 0; n < 1500; n++) seen.add(1, { who: String(n) });
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("seen_total"));
  expect(lines).toHaveLength(1001);
  expect(lines.at(-1)).toBe('seen_total{who="other"} 500');
});

test("A metric requested again is the same one; declared differently it throws.", async () => {
  const metrics = createMetrics();
  metrics.counter({ name: "twice_total", help: "T." }).add(1);
  metrics.counter({ name: "twice_total", help: "T." }).add(1);
  expect(await metrics.text()).toContain("twice_total 2\n");
  expect(() => metrics.gauge({ name: "twice_total", help: "T." })).toThrow("declared twice");
  expect(() => metrics.counter({ name: "twice_total", help: "T.", labels: ["a"] })).toThrow("declared twice");
});

test("Tasks run before each reading, and one that fails hides nothing else.", async () => {
  const metrics = createMetrics();
  let asked = 0;
  const size = metrics.gauge({ name: "size_bytes", help: "S." });
  metrics.beforeRead(() => {
    throw new Error("away");
  });
  metrics.beforeRead(async () => size.set(++asked));
  await metrics.text();
  expect(await metrics.text()).toContain("size_bytes 2\n");
});
