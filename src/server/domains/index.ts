import { api } from "#contract/index.ts";
import { createToolClients } from "#server/integrations/tools/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { accessLogsModule } from "./access-logs/access-logs.module.ts";
import { administrationModule } from "./administration/administration.module.ts";
import { apiAccessModule } from "./api-access/api-access.module.ts";
import { assemble, assertComplete } from "./assembly.ts";
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
import { createCardStatusChange } from "./tools/card-status.ts";
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
 * All domains, in order of dependence: each after the domains that offer the services it needs. What a domain does (calls,
 * jobs, sweeps, export parts …) is declared by its module alone.
 */
function assembleDomains(options: DomainOptions) {
  return assemble(createServices(options))
    .with(auditModule)
    .with(notificationsModule)
    .with(geoModule)
    .with((services) =>
      settingsModule({
        ...services,
        outside: {
          endpoints: tokenEndpoints(readEndpoints(services.socialEndpoints)),
          askGeocoder: services.askGeocoder,
        },
      }),
    )
    .with(({ operation, settings, ...services }) =>
      systemModule({
        ...services,
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
    .with((services, { declared }) => exportsModule({ ...services, parts: declared.exportParts }))
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
    .with((services) =>
      toolsModule({
        ...services,
        clients: createToolClients({
          clock: services.clock,
          endpoints: services.integrationEndpoints,
          app: (tool) => toolApp(services.settings, tool),
        }),
        changeStatus: createCardStatusChange(services),
      }),
    )
    .with(apiAccessModule)
    .with(webhooksModule)
    .with(administrationModule)
    .with(dashboardModule)
    .with(evidenceModule)
    .with((services, { policies }) =>
      realtimeModule({ ...services, policies, person: services.currentUser.find }),
    );
}

/** Throws when a call of the contract has no handler or no sample. */
export function createDomains(options: DomainOptions) {
  const { services, declared, policies } = assembleDomains(options);
  assertComplete(api, declared);
  const { settings, siteAddress } = services;
  return {
    ...declared,
    api,
    policies,
    sessions: services.sessions,
    apiTokens: services.apiTokens,
    currentUser: services.currentUser.find,
    isClosed: maintenance(settings),
    isHeldUp: services.isHeldUp,
    notices: services.notices,
    settingsOf: (user: SessionUser) => settingsFor(user, settings, siteAddress),
    /** For pages that the server renders. */
    sharedVisit: services.sharedVisit,
    unlockVisit: services.unlockVisit,
    showcase: services.showcase,
    publicProfile: services.publicProfile,
    players: { video: services.videoPage, live: services.channelPage, cctv: services.cameraPage },
    broker: services.broker,
    /** For start-up, uploads and the media pipeline. */
    channels: services.channels,
    checkSearch: services.checkSearch,
    mayUpload: services.mayUpload,
    mayUploadVideo: services.mayUploadVideo,
    pictureSettled: services.pictureSettled,
    planSettled: services.planSettled,
    filmChanged: services.filmChanged,
  };
}

export type Domains = ReturnType<typeof createDomains>;
