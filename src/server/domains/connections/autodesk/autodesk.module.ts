import type { FastifyRequest } from "fastify";
import { autodeskApi } from "#contract/autodesk.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { ImportPlan } from "#server/domains/media/sheets/import-plan.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import type { Accounts } from "#server/domains/people/auth/accounts.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { createAutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import { readIntegrationEndpoints } from "#server/integrations/endpoints.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { SessionReader } from "#server/platform/session.ts";
import { runSync } from "./autodesk.jobs.ts";
import { autodeskLinkPolicy } from "./autodesk.policy.ts";
import { autodeskReturn } from "./autodesk-return.ts";
import { browseCalls } from "./browse-calls.ts";
import type { CallContext } from "./call-context.ts";
import { connectionCalls } from "./connection-calls.ts";
import { linkCalls } from "./link-calls.ts";
import { createLinks } from "./links.ts";
import { createAutodeskOauthStates } from "./oauth-state.ts";
import { answering } from "./refusals.ts";
import { createRunSync } from "./run-sync.ts";
import { samples } from "./samples.ts";
import { createSyncs } from "./syncs.ts";
import { createTokens } from "./tokens.ts";

export interface AutodeskOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly attempts: Attempts;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly settings: Pick<SettingsService, "get" | "secret">;
  readonly sessions: SessionReader;
  readonly openings: FeatureGatesReader;
  readonly account: Accounts["findAccount"];
  readonly projects: Policy<ProjectRecord>;
  readonly bring: ImportPlan;
  /** For temporary files; on the store's volume. */
  readonly directory: string;
  /** Empty when no public address of this server is configured. */
  readonly publicUrl: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
}

export function autodeskModule(options: AutodeskOptions) {
  const { db, clock, key, settings, openings } = options;
  const endpoints = readIntegrationEndpoints(options.integrationEndpoints).autodesk;
  // A user is waiting for these calls; the queue has time.
  const client = createAutodeskClient({ endpoints, clock, tries: 3, longestPause: 2000 });
  const patient = createAutodeskClient({ endpoints, clock, tries: 6, longestPause: 60_000 });

  const keys = () => ({ id: settings.get().adsk_client_id, secret: settings.secret("adsk_client_secret") });
  const hasKeys = () => Object.values(keys()).every((value) => value !== "");
  const assertOpen = async (userId: number) => {
    if ((await openings(userId)).autodesk !== null) throw new AppError("AUTODESK_OFF");
  };
  const assertReady = async (userId: number) => {
    await assertOpen(userId);
    if (!hasKeys()) throw new AppError("AUTODESK_OFF");
  };
  /** Never built from browser input: neither the host nor the scheme of the call is trusted here. */
  const redirectUri = ({ socket }: FastifyRequest) =>
    new URL(
      "/api/autodesk/callback",
      options.publicUrl === "" ? `http://localhost:${socket.localPort}` : options.publicUrl,
    ).href;

  const policy = autodeskLinkPolicy(db);
  const journeys = createAutodeskOauthStates(key, clock);
  const tokens = createTokens({ ...options, client, keys });
  const links = createLinks(db, clock);
  const syncs = createSyncs(options);
  const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
  const sync = createRunSync({ ...options, client: patient, tokens, links, syncs, assertReady, pause });

  const withToken: CallContext["withToken"] = ({ user, reply }, purpose, work) =>
    answering(reply, async () => {
      await assertReady(user.id);
      return tokens.withToken(user.id, purpose, work);
    });
  const calls: CallContext = {
    db,
    clock,
    client,
    tokens,
    links,
    syncs,
    keys,
    hasKeys,
    assertOpen,
    assertReady,
    withToken,
  };

  return {
    policies: { autodesk_link: policy },
    doors: [
      /** The address to which Autodesk redirects the browser. */
      autodeskReturn({
        ...options,
        journeys,
        tokens,
        client,
        keys,
        redirectUri,
        assertOpen: assertReady,
      }),
    ],
    jobs: [
      jobWorker(
        runSync,
        ({ id_sync }) => sync.run(id_sync),
        ({ id_sync }) => sync.giveUp(id_sync),
      ),
    ],
    samples,
    handlers: handlers(autodeskApi, {
      ...connectionCalls({ ...calls, log: options.log, openings, journeys, endpoints, redirectUri }),
      ...browseCalls(calls),
      ...linkCalls(calls),
    }),
  };
}
