import { accessLogsApi } from "./access-logs.ts";
import { administrationApi } from "./administration.ts";
import { apiAccessApi } from "./api-access.ts";
import { auditApi } from "./audit.ts";
import { authApi } from "./auth.ts";
import { autodeskApi } from "./autodesk.ts";
import { billingApi } from "./billing.ts";
import { categoriesApi } from "./categories.ts";
import { cctvApi } from "./cctv.ts";
import { commentsApi } from "./comments.ts";
import { comparisonsApi } from "./comparisons.ts";
import { coverageApi } from "./coverage.ts";
import { answersApi } from "./crews.answers.ts";
import { crewsApi } from "./crews.ts";
import { dashboardApi } from "./dashboard.ts";
import { diaryApi } from "./diary.ts";
import { evidenceApi } from "./evidence.ts";
import { exportsApi } from "./exports.ts";
import { geoApi } from "./geo.ts";
import { guidedApi } from "./guided.ts";
import { languagesApi } from "./languages.ts";
import { liveApi } from "./live.ts";
import { messagesApi } from "./messages.ts";
import { notificationsApi } from "./notifications.ts";
import { ownerReportsApi } from "./owner-reports.ts";
import { passkeysApi } from "./passkeys.ts";
import { photosApi } from "./photos.ts";
import { projectTiersApi } from "./plans.tiers.ts";
import { plansApi } from "./plans.ts";
import { progressApi } from "./progress.ts";
import { projectsApi } from "./projects.ts";
import { realtimeApi } from "./realtime.ts";
import { recoveryApi } from "./recovery.ts";
import { registrationApi } from "./registration.ts";
import { schedulesApi } from "./schedules.ts";
import { searchApi } from "./search.ts";
import { sessionsApi } from "./sessions.ts";
import { settingsApi } from "./settings.ts";
import { sheetsApi } from "./sheets.ts";
import { showcaseApi } from "./showcase.ts";
import { snagsApi } from "./snags.ts";
import { snapshotsApi } from "./snapshots.ts";
import { socialApi } from "./social.ts";
import { spotCodesApi } from "./spot-codes.ts";
import { spotTimelapsesApi } from "./spot-timelapses.ts";
import { systemApi } from "./system.ts";
import { teamApi } from "./team.ts";
import { toolsApi } from "./tools.ts";
import { tourApi } from "./tour.ts";
import { twoFactorApi } from "./two-factor.ts";
import { usersApi } from "./users.ts";
import { videosApi } from "./videos.ts";
import { viewerApi } from "./viewer.ts";
import { visitsApi } from "./visits.ts";
import { voiceNotesApi } from "./voice-notes.ts";
import { walksApi } from "./walks.ts";
import { webhooksApi } from "./webhooks.ts";

/** The whole API. One line per domain; the domains of the server and of the web have the same names. */
export const api = {
  ...accessLogsApi,
  ...administrationApi,
  ...apiAccessApi,
  ...auditApi,
  ...authApi,
  ...autodeskApi,
  ...billingApi,
  ...categoriesApi,
  ...cctvApi,
  ...commentsApi,
  ...comparisonsApi,
  ...coverageApi,
  ...crewsApi,
  ...answersApi,
  ...dashboardApi,
  ...diaryApi,
  ...evidenceApi,
  ...exportsApi,
  ...geoApi,
  ...guidedApi,
  ...languagesApi,
  ...liveApi,
  ...messagesApi,
  ...notificationsApi,
  ...ownerReportsApi,
  ...passkeysApi,
  ...photosApi,
  ...plansApi,
  ...progressApi,
  ...projectTiersApi,
  ...projectsApi,
  ...realtimeApi,
  ...recoveryApi,
  ...registrationApi,
  ...schedulesApi,
  ...searchApi,
  ...sessionsApi,
  ...settingsApi,
  ...sheetsApi,
  ...showcaseApi,
  ...snagsApi,
  ...snapshotsApi,
  ...socialApi,
  ...spotCodesApi,
  ...spotTimelapsesApi,
  ...systemApi,
  ...teamApi,
  ...toolsApi,
  ...tourApi,
  ...twoFactorApi,
  ...usersApi,
  ...videosApi,
  ...viewerApi,
  ...visitsApi,
  ...voiceNotesApi,
  ...walksApi,
  ...webhooksApi,
};

export type Api = typeof api;
export type Route = keyof Api;
