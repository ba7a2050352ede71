import type { settingsApi } from "#contract/settings.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof settingsApi> = { "GET /api/settings": () => ({}) };
