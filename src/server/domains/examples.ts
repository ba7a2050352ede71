import type { Examples } from "#server/platform/http/openapi.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";

/** Plausible records: small numbers, and codes of the length of ours. */
const place = new Proxy({} as SamplePlace, {
  get: (_, name) => (String(name).startsWith("id") ? 42 : "b7kqx2mwpd"),
});

/** A valid call of every route, from the samples of the domains. */
export const examplesOf = (samples: Readonly<Record<string, (at: SamplePlace) => Sample>>): Examples =>
  new Map(Object.entries(samples).map(([route, sample]) => [route, sample(place)]));
