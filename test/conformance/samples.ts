import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Route } from "#contract/index.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";

export type AnySample = (place: SamplePlace) => Sample;

const domains = join(import.meta.dirname, "../../src/server/domains");

interface WithSamples {
  readonly samples: Record<string, AnySample>;
}

/** The samples of every domain folder, found rather than listed: a new domain is tested as soon as it exists. */
export async function readSamples(): Promise<Map<Route, AnySample>> {
  const folders = (await readdir(domains, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const parts = folders.map(async ({ name, parentPath }) => {
    // A small domain has its samples in its module.
    const [file] = ["samples.ts", `${name}.module.ts`]
      .map((one) => join(parentPath, name, one))
      .filter((path) => existsSync(path));
    if (file === undefined) return [];
    const { samples } = (await import(file)) as WithSamples;
    return Object.entries(samples) as [Route, AnySample][];
  });
  return new Map((await Promise.all(parts)).flat());
}
