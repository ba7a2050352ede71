import type { Metrics } from "#server/platform/metrics.ts";
import { WAITED } from "#server/platform/metrics.ts";
import type { ObjectStore } from "./store.ts";

/** The same store, with calls counted and timed for the metrics. */
export function meteredStore(store: ObjectStore, metrics: Metrics): ObjectStore {
  const took = metrics.histogram({
    name: "sitewalk_store_seconds",
    help: "How long calls of the object store took, by what they did and how they ended; reading counts until the first byte.",
    labels: ["call", "outcome"],
    buckets: WAITED,
  });
  async function timed<T>(call: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let outcome = "failed";
    try {
      const result = await work();
      outcome = "done";
      return result;
    } finally {
      took.observe((performance.now() - begun) / 1000, { call, outcome });
    }
  }
  return {
    putFile: (key, path) => timed("put", () => store.putFile(key, path)),
    putDirectory: (prefix, directory) => timed("put-directory", () => store.putDirectory(prefix, directory)),
    open: (key, range) => timed("open", () => store.open(key, range)),
    stat: (key) => timed("stat", () => store.stat(key)),
    localFile: (key) => timed("fetch", () => store.localFile(key)),
    remove: (keyOrPrefix) => timed("remove", () => store.remove(keyOrPrefix)),
    list: (prefix) => timed("list", () => store.list(prefix)),
    walk: (prefix) => store.walk(prefix),
    tidy: (before) => timed("tidy", () => store.tidy(before)),
    close: () => store.close(),
  };
}
