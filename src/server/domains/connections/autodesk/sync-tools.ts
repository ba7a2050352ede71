import type { ImportPlan } from "#server/domains/media/sheets/import-plan.ts";
import type { Accounts } from "#server/domains/people/auth/accounts.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { Links } from "./links.ts";
import type { SyncRow, Syncs } from "./syncs.ts";
import type { TokenKeeper } from "./tokens.ts";

export interface SyncTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly client: AutodeskClient;
  readonly tokens: TokenKeeper;
  readonly links: Links;
  readonly syncs: Syncs;
  readonly projects: Policy<ProjectRecord>;
  readonly bring: ImportPlan;
  readonly account: Accounts["findAccount"];
  /** Throws when Autodesk is not open to the user. */
  readonly assertReady: (userId: number) => Promise<void>;
  /** For temporary files. */
  readonly directory: string;
  /** Waits for this many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The link that a sync belongs to. */
export async function linkOf({ links }: SyncTools, { id_link }: SyncRow) {
  const link = id_link === null ? undefined : await links.byId(id_link);
  if (link === undefined) throw new AppError("NOT_FOUND");
  return link;
}
