import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from "prom-client";

/**
 * Metrics of this process for a collector, in Prometheus' text format 0.0.4. One registry per running app and no global
 * one: several apps share one process while tests run.
 *
 * Names are `sitewalk_<what>_<unit>`, units are seconds and bytes, counters end in `_total`. A label's values come from
 * a small known set (a route's template, a queue's name): never an id, an address or user input. A metric requested
 * again by the same name is the same one; declared differently it throws.
 */
export interface Metrics {
  /** A value that only grows. */
  counter<const L extends string = never>(what: Describing<L>): Counter<L>;
  /** A value that goes up and down. */
  gauge<const L extends string = never>(what: Describing<L>): Gauge<L>;
  /** Distribution of values; `buckets` are upper bounds, ascending. */
  histogram<const L extends string = never>(
    what: Describing<L> & { readonly buckets: readonly number[] },
  ): Histogram<L>;
  /**
   * Called before each reading, to set values that have to be queried. When it fails, the rest is reported all the
   * same.
   */
  beforeRead(task: () => Promise<void> | void): void;
  /** Everything as text. */
  text(): Promise<string>;
  /** For third-party collectors that need the library's own object. */
  readonly registry: Registry;
}

export interface Describing<L extends string> {
  readonly name: string;
  /** One sentence, for people. */
  readonly help: string;
  readonly labels?: readonly L[];
}

/** A value for every declared label; none where none was declared. */
type Labelled<L extends string> = [L] extends [never] ? [] : [labels: Readonly<Record<L, string>>];

export interface Counter<L extends string = never> {
  /** `by` is 0 or greater. */
  add(by: number, ...labels: Labelled<L>): void;
}

export interface Gauge<L extends string = never> {
  set(value: number, ...labels: Labelled<L>): void;
  add(by: number, ...labels: Labelled<L>): void;
  /** Removes all values, before the current ones are set. */
  clear(): void;
}

export interface Histogram<L extends string = never> {
  observe(value: number, ...labels: Labelled<L>): void;
}

/** Upper bounds in seconds for work that users wait for. */
export const WAITED = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Upper bounds in seconds for background work. */
export const WORKED = [0.05, 0.25, 1, 5, 15, 60, 300, 900] as const;

/** Label combinations of one metric; further ones count as `other`, so that memory is bounded. */
const most = 1000;

/** Milliseconds that the tasks before a reading may take together. */
const patience = 3000;

type Values = Readonly<Record<string, string>>;
type Kind = "counter" | "gauge" | "histogram";

export function createMetrics(): Metrics {
  const registry = new Registry();
  const tasks: (() => Promise<void> | void)[] = [];
  const known = new Map<string, { readonly signature: string; readonly metric: unknown }>();

  /** The metric with this name, created at the first request. */
  function once<M>(kind: Kind, what: Describing<string>, make: () => M): M {
    const signature = `${kind} ${(what.labels ?? []).join()}`;
    const found = known.get(what.name);
    if (found === undefined) {
      const metric = make();
      known.set(what.name, { signature, metric });
      return metric;
    }
    if (found.signature !== signature)
      throw new Error(`The metric "${what.name}" is declared twice, and differently.`);
    return found.metric as M;
  }
  const described = ({ name, help, labels = [] }: Describing<string>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });

  return {
    registry,
    counter: (what) =>
      once("counter", what, () => {
        const counter = new PromCounter(described(what));
        const bounded = bound(what.labels);
        return { add: (by, ...[labels]) => counter.inc(bounded(labels), by) };
      }),
    gauge: (what) =>
      once("gauge", what, () => {
        const gauge = new PromGauge(described(what));
        // Unknown until it is set, while the library would report 0.
        const clear = () => (what.labels === undefined ? gauge.remove() : gauge.reset());
        clear();
        const bounded = bound(what.labels);
        return {
          set: (value, ...[labels]) => gauge.set(bounded(labels), value),
          add: (by, ...[labels]) => gauge.inc(bounded(labels), by),
          clear,
        };
      }),
    histogram: ({ buckets, ...what }) =>
      once("histogram", what, () => {
        const histogram = new PromHistogram({ ...described(what), buckets: [...buckets] });
        const bounded = bound(what.labels);
        return { observe: (value, ...[labels]) => histogram.observe(bounded(labels), value) };
      }),
    beforeRead: (task) => void tasks.push(task),
    async text() {
      const asked = Promise.allSettled(tasks.map(async (task) => task()));
      await Promise.race([asked, new Promise((done) => setTimeout(done, patience).unref())]);
      return registry.metrics();
    },
  };
}

/** Passes labels on unchanged, until there are too many different ones. */
function bound(labels: readonly string[] = []): (given: Values | undefined) => Values {
  const seen = new Set<string>();
  const others = Object.fromEntries(labels.map((label) => [label, "other"]));
  return (given) => {
    if (given === undefined) return {};
    const key = labels.map((label) => given[label]).join("\0");
    if (seen.has(key)) return given;
    if (seen.size >= most) return others;
    seen.add(key);
    return given;
  };
}
