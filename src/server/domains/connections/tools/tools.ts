import type { ToolName } from "#contract/choices.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import type { SnagRecord } from "#server/domains/work/snags/snags.policy.ts";
import type { ToolClients } from "#server/integrations/tools/tool-client.ts";
import type { Archive } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { SessionReader } from "#server/platform/session.ts";
import { createBoards } from "./boards.ts";
import { createConnections } from "./connecting/connections.ts";
import { createBoardChanges } from "./receiving/board-changes.ts";
import { type ChangeStatus, createCardChanges } from "./receiving/card-changes.ts";
import { createHooks } from "./receiving/hooks.ts";
import { createToolInbox } from "./receiving/inbox.ts";
import { createLinksRepository } from "./sending/links.repository.ts";
import type { ToolOutbox } from "./sending/outbox.ts";
import { createSender } from "./sending/sender.ts";
import { createSendings } from "./sending/sendings.ts";

export interface ToolsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly rate: RateLimiter;
  readonly attempts: Attempts;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly archive: Pick<Archive, "keptFile">;
  readonly sessions: SessionReader;
  readonly clients: ToolClients;
  readonly outbox: ToolOutbox;
  readonly openings: FeatureGatesReader;
  readonly snags: Policy<SnagRecord>;
  readonly changeStatus: ChangeStatus;
  /** The view of the room's picture towards a snag, as JPEG. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
  /** Empty when no public address of this server is configured. */
  readonly publicUrl: string;
  /** The same, or a fallback where none is configured. */
  readonly siteAddress: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
}

/** Sends snags to outside tools, and receives changes of their cards. */
export function createTools(options: ToolsOptions) {
  const { db, outbox, openings } = options;
  const mayUse = async (userId: number, tool: ToolName) => (await openings(userId))[tool] === null;
  const refuseClosed = async ({ id }: { readonly id: number }, tool: ToolName): Promise<void> => {
    if (!(await mayUse(id, tool))) throw new AppError("TOOL_OFF");
  };
  const connections = createConnections({ ...options, resume: outbox.resume });
  const hooks = createHooks(options);
  const arrivals = createCardChanges(options);
  const sender = createSender({ ...options, connections, arrivals, mayUse, site: options.siteAddress });
  const { boardIsThere } = sender;
  const inbox = createToolInbox({ ...options, connections, arrivals, mayUse, boardIsThere });
  const boardNews = createBoardChanges({ ...options, connections, inbox, hooks, mayUse });
  const boards = createBoards({ ...options, connections, hooks });
  const sendings = createSendings(options);
  const links = createLinksRepository(db);
  return {
    mayUse,
    refuseClosed,
    connections,
    hooks,
    inbox,
    boards,
    sendings,
    links,
    sendDue: sender.sendDue,
    hear: inbox.hear,
    ask: boardNews.ask,
  };
}
