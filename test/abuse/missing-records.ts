import type { SamplePlace } from "#server/platform/samples.ts";

/** A place where nothing is: every number and every code of it is nobody's. */
export const nowhere = new Proxy({} as SamplePlace, {
  get: (_, name) => (/code|file/.test(String(name)) ? "nosuchcode22" : 99_999_999),
});
