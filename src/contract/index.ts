import { authApi } from "./auth.ts";
import { languagesApi } from "./languages.ts";
import { projectsApi } from "./projects.ts";
import { realtimeApi } from "./realtime.ts";
import { settingsApi } from "./settings.ts";
import { systemApi } from "./system.ts";
import { viewerApi } from "./viewer.ts";
import { visitsApi } from "./visits.ts";

/** The whole API. One line per domain; the domains of the server and of the web carry the same names. */
export const api = {
  ...authApi,
  ...languagesApi,
  ...projectsApi,
  ...realtimeApi,
  ...settingsApi,
  ...systemApi,
  ...viewerApi,
  ...visitsApi,
};

export type Api = typeof api;
export type Route = keyof Api;
