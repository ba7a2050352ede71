import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from "prom-client";

/**
 * Numbers about this process for a system that collects them, in Prometheus' text format 0.0.4. One registry per
 * running app and no global one: several apps live in one process while tests run.
 *
 * Names are `sitewalk_<what>_<unit>`, units are seconds and bytes, counters end in `_total`. A label's values come from a
 * small set that we know (a route's template, a queue's name): never an id, an address or anything that somebody typed.
 * Asked for again by the same name a metric is the same one; declared differently it throws.
 */
export interface Metrics {
  /** Something that only grows. */
  counter<const L extends string = never>(what: Describing<L>): Counter<L>;
  /** Something that goes up and down. */
  gauge<const L extends string = never>(what: Describing<L>): Gauge<L>;
  /** How values are spread; `buckets` are upper bounds, rising. */
  histogram<const L extends string = never>(
    what: Describing<L> & { readonly buckets: readonly number[] },
  ): Histogram<L>;
  /** Called before each reading, to set what is only known by asking. Where it fails, the rest is told all the same. */
  beforeRead(task: () => Promise<void> | void): void;
  /** Everything as text. */
  text(): Promise<string>;
  /** For collectors of others that want the library's own object. */
  readonly registry: Registry;
}

export interface Describing<L extends string> {
  readonly name: string;
  /** One sentence, for people. */
  readonly help: string;
  readonly labels?: readonly L[];
}

/** A value for every label that was declared; nothing where none was. */
type Labelled<L extends string> = [L] extends [never] ? [] : [labels: Readonly<Record<L, string>>];

export interface Counter<L extends string = never> {
  /** `by` is 0 or greater. */
  add(by: number, ...labels: Labelled<L>): void;
}

export interface Gauge<L extends string = never> {
  set(value: number, ...labels: Labelled<L>): void;
  add(by: number, ...labels: Labelled<L>): void;
  /** Forgets all values, before those of now are set. */
  clear(): void;
}

export interface Histogram<L extends string = never> {
  observe(value: number, ...labels: Labelled<L>): void;
}

/** Upper bounds in seconds for what people wait for. */
export const WAITED = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Upper bounds in seconds for what is done in the background. */
export const WORKED = [0.05, 0.25, 1, 5, 15, 60, 300, 900] as const;

/** Combinations of labels that one metric may have; what comes after counts as `other`, so that memory has an end. */
const most = 1000;

/** Milliseconds that the tasks before a reading may take together. */
const patience = 3000;

type Values = Readonly<Record<string, string>>;
type Kind = "counter" | "gauge" | "histogram";

export function createMetrics(): Metrics {
  const registry = new Registry();
  const tasks: (() => Promise<void> | void)[] = [];
  const known = new Map<string, { readonly signature: string; readonly metric: unknown }>();

  /** The metric of this name, made at the first asking. */
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
        // Unknown until somebody sets it, while the library would say 0.
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

/** Hands labels on as they are, until there are too many different ones. */
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
