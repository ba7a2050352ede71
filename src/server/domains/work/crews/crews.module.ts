import { answersApi } from "#contract/crews.answers.ts";
import { crewsApi } from "#contract/crews.ts";
import type { SharedVisits } from "#server/domains/media/visits/shared-visits.ts";
import type { PictureWire } from "#server/domains/media/visits/wire.ts";
import type { SnagAnswers } from "#server/domains/work/snags/answers.ts";
import { seesAddresses } from "#server/domains/work/snags/by-link.ts";
import type { CrewSnags } from "#server/domains/work/snags/crew-snags.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { answerDoors } from "./answer-doors.ts";
import { createAnswerPages } from "./answer-page.ts";
import { answerHandlers, openAnswers } from "./answers.handlers.ts";
import type { CrewOutbox } from "./crew-outbox.ts";
import { crewsExport } from "./crews.export.ts";
import { crewHandlers } from "./crews.handlers.ts";
import { notifyCrew, sendCrewDigests, sendCrewText } from "./crews.jobs.ts";
import { crewPolicy } from "./crews.policy.ts";
import { createCrewsRepository } from "./crews.repository.ts";
import { createCrewsService } from "./crews.service.ts";
import { createDigest } from "./digest.ts";
import { createLinkAccess } from "./link-access.ts";
import { createLinkSettings } from "./link-settings.ts";
import { linkHandlers } from "./links.handlers.ts";
import { createLinksRepository } from "./links.repository.ts";
import { createLinksService } from "./links.service.ts";
import { createPeopleService } from "./people.service.ts";
import { createPinnedCrops } from "./pinned-crop.ts";
import { samples } from "./samples.ts";
import { createSending } from "./sending.ts";
import { answersTo } from "./snag-answers.ts";
import { createTextMessages } from "./text-messages.ts";

export interface CrewsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly rate: Pick<RateLimiter, "take">;
  readonly mailer: Pick<Mailer, "queue">;
  readonly jobs: Pick<Jobs, "send">;
  readonly log: Pick<Log, "warn">;
  readonly settings: {
    get(): { readonly sms_url: string; readonly smtp_host: string };
    secret(name: "sms_token"): string;
  };
  readonly version: string;
  readonly siteAddress: string;
  readonly shared: Pick<SharedVisits, "roomsByNumber">;
  readonly pictures: Pick<PictureWire, "picture">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  readonly crewOutbox: CrewOutbox;
  readonly crewSnags: CrewSnags;
  readonly snagAnswers: SnagAnswers;
  /** The flat view at a snag. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
}

/** Crews, and the answers of their people by links. */
export function crewsModule(options: CrewsOptions) {
  const { db } = options;
  const policy = crewPolicy(db);
  const repository = createCrewsRepository(db);
  const links = createLinksRepository(options);
  const texts = createTextMessages(options);
  const sending = createSending({ ...options, links, texts });
  const crews = createCrewsService(options);
  const people = createPeopleService({ ...options, links });
  const service = createLinksService({ ...options, links, sending });
  const access = createLinkAccess({ ...options, links });
  const pages = createAnswerPages(options);
  const digest = createDigest({ ...options, links, sending });
  const crops = createPinnedCrops(options);

  return {
    policies: { crew: policy },
    offers: {
      /** The content of a link, for the server-rendered page of crews. */
      openAnswers: openAnswers(access, pages),
    },
    jobs: [
      jobWorker(notifyCrew, sending.notify),
      jobWorker(sendCrewDigests, (_, { signal }) => digest(signal)),
      jobWorker(sendCrewText, texts.deliver),
    ],
    // Every quarter of an hour: time zones differ by quarters, and each link has one digest a day.
    schedules: [scheduledJob("*/15 * * * *", sendCrewDigests)],
    doors: [answerDoors({ ...options, access, links, crops })],
    samples,
    exportParts: [crewsExport(repository)],
    handlers: handlers(
      { ...crewsApi, ...answersApi },
      {
        ...crewHandlers({ policy, repository, crews, people }),
        ...linkHandlers(service, createLinkSettings({ db, texts })),
        "GET /api/annotations/{id}/answers": ({ subject, user }) =>
          answersTo(db, subject.id, { address: options.address, isWhole: seesAddresses(subject, user) }),
        ...answerHandlers({ ...options, access, pages, links, sending }),
      },
    ),
  };
}
