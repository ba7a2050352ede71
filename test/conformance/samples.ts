import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Route } from "#contract/index.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";

export type AnySample = (place: SamplePlace) => Sample;

const domains = join(import.meta.dirname, "../../src/server/domains");

/** The samples of every domain folder, found rather than listed: a new domain is walked as soon as it exists. */
export async function readSamples(): Promise<Map<Route, AnySample>> {
  const folders = (await readdir(domains, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const parts = folders.map(async ({ name }) => {
    const module = (await import(join(domains, name, "samples.ts"))) as {
      samples: Record<string, AnySample>;
    };
    return Object.entries(module.samples) as [Route, AnySample][];
  });
  return new Map((await Promise.all(parts)).flat());
}
