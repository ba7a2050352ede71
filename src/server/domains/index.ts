import { api } from "#contract/index.ts";
import { createToolClients } from "#server/integrations/tools/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { accessLogsModule } from "./access-logs/access-logs.module.ts";
import { administrationModule } from "./administration/administration.module.ts";
import { apiAccessModule } from "./api-access/api-access.module.ts";
import { assemble, assertWhole } from "./assembly.ts";
import { auditModule } from "./audit/audit.module.ts";
import { authModule } from "./auth/auth.module.ts";
import { autodeskModule } from "./autodesk/autodesk.module.ts";
import { billingModule } from "./billing/billing.module.ts";
import { categoriesModule } from "./categories/categories.module.ts";
import { cctvModule } from "./cctv/cctv.module.ts";
import { commentsModule } from "./comments/comments.module.ts";
import { dashboardModule } from "./dashboard/dashboard.module.ts";
import { evidenceModule } from "./evidence/evidence.module.ts";
import { exportsModule } from "./exports/exports.module.ts";
import { geoModule } from "./geo/geo.module.ts";
import { guidedModule } from "./guided/guided.module.ts";
import { languagesModule } from "./languages/languages.module.ts";
import { liveModule } from "./live/live.module.ts";
import { messagesModule } from "./messages/messages.module.ts";
import { notificationsModule } from "./notifications/notifications.module.ts";
import { passkeysModule } from "./passkeys/passkeys.module.ts";
import { plansModule } from "./plans/plans.module.ts";
import { progressModule } from "./progress/progress.module.ts";
import { projectsModule } from "./projects/projects.module.ts";
import { realtimeModule } from "./realtime/realtime.module.ts";
import { recoveryModule } from "./recovery/recovery.module.ts";
import { registrationModule } from "./registration/registration.module.ts";
import { schedulesModule } from "./schedules/schedules.module.ts";
import { searchModule } from "./search/search.module.ts";
import { createServices, type DomainOptions } from "./services.ts";
import { sessionsModule } from "./sessions/sessions.module.ts";
import { settingsFor } from "./settings/audience.ts";
import { maintenance } from "./settings/maintenance.ts";
import { settingsModule } from "./settings/settings.module.ts";
import { sheetsModule } from "./sheets/sheets.module.ts";
import { showcaseModule } from "./showcase/showcase.module.ts";
import { snagsModule } from "./snags/snags.module.ts";
import { snapshotsModule } from "./snapshots/snapshots.module.ts";
import { readEndpoints, tokenEndpoints } from "./social/endpoints.ts";
import { socialModule } from "./social/social.module.ts";
import { systemModule } from "./system/system.module.ts";
import { teamModule } from "./team/team.module.ts";
import { changeByCard } from "./tools/by-card.ts";
import { toolApp } from "./tools/connecting/app.ts";
import { toolsModule } from "./tools/tools.module.ts";
import { tourModule } from "./tour/tour.module.ts";
import { twoFactorModule } from "./two-factor/two-factor.module.ts";
import { usersModule } from "./users/users.module.ts";
import { videosModule } from "./videos/videos.module.ts";
import { viewerModule } from "./viewer/viewer.module.ts";
import { visitsModule } from "./visits/visits.module.ts";
import { webhooksModule } from "./webhooks/webhooks.module.ts";

/**
 * Every domain, put together: each after those that offer what it asks for. What they do (calls, jobs, sweeps, parts of
 * exports …) is said by their modules alone.
 */
function assembleDomains(options: DomainOptions) {
  return assemble(createServices(options))
    .with(auditModule)
    .with(notificationsModule)
    .with(geoModule)
    .with((house) =>
      settingsModule({
        ...house,
        outside: {
          endpoints: tokenEndpoints(readEndpoints(house.socialEndpoints)),
          askGeocoder: house.askGeocoder,
        },
      }),
    )
    .with(({ operation, settings, ...house }) =>
      systemModule({
        ...house,
        ...operation,
        settings: settings.get,
        isMailOn: () => settings.get().smtp_host !== "",
      }),
    )
    .with(plansModule)
    .with(billingModule)
    .with(authModule)
    .with(languagesModule)
    .with(sessionsModule)
    .with(passkeysModule)
    .with(twoFactorModule)
    .with(messagesModule)
    .with(projectsModule)
    .with(categoriesModule)
    .with(searchModule)
    .with(visitsModule)
    .with(sheetsModule)
    .with(snagsModule)
    .with(videosModule)
    .with(cctvModule)
    .with(schedulesModule)
    .with(teamModule)
    .with((house, { deeds }) => exportsModule({ ...house, parts: deeds.exportParts }))
    .with(registrationModule)
    .with(recoveryModule)
    .with(socialModule)
    .with(usersModule)
    .with(tourModule)
    .with(viewerModule)
    .with(snapshotsModule)
    .with(commentsModule)
    .with(liveModule)
    .with(accessLogsModule)
    .with(guidedModule)
    .with(showcaseModule)
    .with(progressModule)
    .with(autodeskModule)
    .with((house) =>
      toolsModule({
        ...house,
        clients: createToolClients({
          clock: house.clock,
          endpoints: house.integrationEndpoints,
          app: (tool) => toolApp(house.settings, tool),
        }),
        changeStatus: changeByCard(house),
      }),
    )
    .with(apiAccessModule)
    .with(webhooksModule)
    .with(administrationModule)
    .with(dashboardModule)
    .with(evidenceModule)
    .with((house, { policies }) => realtimeModule({ ...house, policies, person: house.currentUser.find }));
}

/** Refuses to start where a call has nobody who answers it, or no sample. */
export function createDomains(options: DomainOptions) {
  const { house, deeds, policies } = assembleDomains(options);
  assertWhole(api, deeds);
  const { settings, siteAddress } = house;
  return {
    ...deeds,
    api,
    policies,
    sessions: house.sessions,
    apiTokens: house.apiTokens,
    currentUser: house.currentUser.find,
    isClosed: maintenance(settings),
    isHeldUp: house.isHeldUp,
    notices: house.notices,
    settingsOf: (user: SessionUser) => settingsFor(user, settings, siteAddress),
    /** What browsers show at addresses of their own. */
    sharedVisit: house.sharedVisit,
    unlockVisit: house.unlockVisit,
    showcase: house.showcase,
    publicProfile: house.publicProfile,
    players: { video: house.videoPage, live: house.channelPage, cctv: house.cameraPage },
    broker: house.broker,
    /** What the server asks of some, and tells them. */
    channels: house.channels,
    checkSearch: house.checkSearch,
    mayUpload: house.mayUpload,
    mayUploadVideo: house.mayUploadVideo,
    pictureSettled: house.pictureSettled,
    planSettled: house.planSettled,
    filmChanged: house.filmChanged,
  };
}

export type Domains = ReturnType<typeof createDomains>;
