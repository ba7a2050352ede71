import { api } from "#contract/index.ts";
import { agentOf } from "#server/integrations/agent.ts";
import { testSms } from "#server/integrations/sms/sms-client.ts";
import { createToolClients } from "#server/integrations/tools/index.ts";
import { testTranscription } from "#server/integrations/transcription/transcription-client.ts";
import { testWeather } from "#server/integrations/weather/open-meteo.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { assemble, assertComplete } from "./assembly.ts";
import { apiAccessModule } from "./connections/api-access/api-access.module.ts";
import { autodeskModule } from "./connections/autodesk/autodesk.module.ts";
import { realtimeModule } from "./connections/realtime/realtime.module.ts";
import { createCardStatusChange } from "./connections/tools/card-status.ts";
import { toolApp } from "./connections/tools/connecting/app.ts";
import { toolsModule } from "./connections/tools/tools.module.ts";
import { webhooksModule } from "./connections/webhooks/webhooks.module.ts";
import { auditModule } from "./installation/audit/audit.module.ts";
import { geoModule } from "./installation/geo/geo.module.ts";
import { languagesModule } from "./installation/languages/languages.module.ts";
import { notificationsModule } from "./installation/notifications/notifications.module.ts";
import { searchModule } from "./installation/search/search.module.ts";
import { settingsFor } from "./installation/settings/audience.ts";
import { maintenance } from "./installation/settings/maintenance.ts";
import { settingsModule } from "./installation/settings/settings.module.ts";
import { systemModule } from "./installation/system/system.module.ts";
import { accessLogsModule } from "./media/access-logs/access-logs.module.ts";
import { cctvModule } from "./media/cctv/cctv.module.ts";
import { commentsModule } from "./media/comments/comments.module.ts";
import { guidedModule } from "./media/guided/guided.module.ts";
import { liveModule } from "./media/live/live.module.ts";
import { photosModule } from "./media/photos/photos.module.ts";
import { sheetsModule } from "./media/sheets/sheets.module.ts";
import { showcaseModule } from "./media/showcase/showcase.module.ts";
import { snapshotsModule } from "./media/snapshots/snapshots.module.ts";
import { spotCodesModule } from "./media/spot-codes/spot-codes.module.ts";
import { spotTimelapsesModule } from "./media/spot-timelapses/spot-timelapses.module.ts";
import { tourModule } from "./media/tour/tour.module.ts";
import { videosModule } from "./media/videos/videos.module.ts";
import { viewerModule } from "./media/viewer/viewer.module.ts";
import { visitsModule } from "./media/visits/visits.module.ts";
import { walksModule } from "./media/walks/walks.module.ts";
import { billingModule } from "./money/billing/billing.module.ts";
import { plansModule } from "./money/plans/plans.module.ts";
import { administrationModule } from "./oversight/administration/administration.module.ts";
import { dashboardModule } from "./oversight/dashboard/dashboard.module.ts";
import { evidenceModule } from "./oversight/evidence/evidence.module.ts";
import { authModule } from "./people/auth/auth.module.ts";
import { messagesModule } from "./people/messages/messages.module.ts";
import { passkeysModule } from "./people/passkeys/passkeys.module.ts";
import { recoveryModule } from "./people/recovery/recovery.module.ts";
import { registrationModule } from "./people/registration/registration.module.ts";
import { sessionsModule } from "./people/sessions/sessions.module.ts";
import { readEndpoints, tokenEndpoints } from "./people/social/endpoints.ts";
import { socialModule } from "./people/social/social.module.ts";
import { twoFactorModule } from "./people/two-factor/two-factor.module.ts";
import { usersModule } from "./people/users/users.module.ts";
import { createServices, type DomainOptions } from "./services.ts";
import { categoriesModule } from "./sites/categories/categories.module.ts";
import { exportsModule } from "./sites/exports/exports.module.ts";
import { projectsModule } from "./sites/projects/projects.module.ts";
import { teamModule } from "./sites/team/team.module.ts";
import { comparisonsModule } from "./work/comparisons/comparisons.module.ts";
import { coverageModule } from "./work/coverage/coverage.module.ts";
import { crewsModule } from "./work/crews/crews.module.ts";
import { diaryModule } from "./work/diary/diary.module.ts";
import { ownerReportsModule } from "./work/owner-reports/owner-reports.module.ts";
import { progressModule } from "./work/progress/progress.module.ts";
import { schedulesModule } from "./work/schedules/schedules.module.ts";
import { snagsModule } from "./work/snags/snags.module.ts";
import { voiceNotesModule } from "./work/voice-notes/voice-notes.module.ts";

/**
 * All domains, in order of dependence: each after the domains whose services it needs. The parts of a domain (calls,
 * jobs, sweeps, export parts …) are declared by its module only.
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
          askTranscription: () =>
            testTranscription({
              server: services.settings.get().transcription_url,
              token: services.settings.secret("transcription_token"),
              language: services.settings.get().transcription_language,
              userAgent: agentOf(services),
            }),
          askSms: () =>
            testSms({
              server: services.settings.get().sms_url,
              token: services.settings.secret("sms_token"),
              userAgent: agentOf(services),
            }),
          askWeather: () =>
            testWeather(services.settings.get().weather_url, agentOf(services), services.clock.now()),
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
    .with(walksModule)
    .with(photosModule)
    .with(snagsModule)
    .with(crewsModule)
    .with(diaryModule)
    .with(voiceNotesModule)
    .with(videosModule)
    .with(cctvModule)
    .with(schedulesModule)
    .with(coverageModule)
    .with(teamModule)
    .with((services, { declared }) => exportsModule({ ...services, parts: declared.exportParts }))
    .with(registrationModule)
    .with(recoveryModule)
    .with(socialModule)
    .with(usersModule)
    .with(tourModule)
    .with(viewerModule)
    .with(spotCodesModule)
    .with(spotTimelapsesModule)
    .with(snapshotsModule)
    .with(commentsModule)
    .with(liveModule)
    .with(accessLogsModule)
    .with(guidedModule)
    .with(showcaseModule)
    .with(progressModule)
    .with(ownerReportsModule)
    .with(comparisonsModule)
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
    /** For server-rendered pages. */
    sharedVisit: services.sharedVisit,
    unlockVisit: services.unlockVisit,
    showcase: services.showcase,
    scannedSpot: services.scannedSpot,
    reportPages: services.reportPages,
    openAnswers: services.openAnswers,
    publicProfile: services.publicProfile,
    players: { video: services.videoPage, live: services.channelPage, cctv: services.cameraPage },
    broker: services.broker,
    /** For start-up, uploads and the media pipeline. */
    channels: services.channels,
    checkSearch: services.checkSearch,
    uploadChecks: {
      mayBegin: services.mayUpload,
      mayBeginVideo: services.mayUploadVideo,
      mayBeginPhoto: services.mayUploadPhoto,
      mayBeginAttachment: services.mayUploadAttachment,
      mayBeginWalk: services.mayUploadWalk,
    },
    pictureSettled: services.pictureSettled,
    planSettled: services.planSettled,
    filmChanged: services.filmChanged,
  };
}

export type Domains = ReturnType<typeof createDomains>;
