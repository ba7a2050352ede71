import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Examples } from "#server/platform/http/openapi.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";

/** Records as they could be: small numbers, and codes of the length of ours. */
const place = new Proxy({} as SamplePlace, {
  get: (_, name) => (String(name).startsWith("id") ? 42 : "b7kqx2mwpd"),
});

/** A right call of every route, from the samples that each domain's folder holds. */
export async function readExamples(): Promise<Examples> {
  const folders = (await readdir(import.meta.dirname, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const parts = folders.map(async ({ name }) => {
    const { samples } = (await import(join(import.meta.dirname, name, "samples.ts"))) as {
      samples: Record<string, (at: SamplePlace) => Sample>;
    };
    return Object.entries(samples).map(([route, sample]) => [route, sample(place)] as const);
  });
  return new Map((await Promise.all(parts)).flat());
}
