import type { SamplePlace } from "#server/platform/samples.ts";

/** A world without records: every id and every code of it is unknown. */
export const nowhere = new Proxy({} as SamplePlace, {
  get: (_, name) => (/code|file/.test(String(name)) ? "nosuchcode22" : 99_999_999),
});
