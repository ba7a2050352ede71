import { snapshotsApi } from "#contract/snapshots.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { snapshotPolicy } from "./snapshots.policy.ts";

export interface SnapshotsOptions {
  readonly db: Database;
}

export function snapshotsModule({ db }: SnapshotsOptions) {
  return { policy: snapshotPolicy(db), handlers: handlers(snapshotsApi, { ...pending(snapshotsApi) }) };
}
