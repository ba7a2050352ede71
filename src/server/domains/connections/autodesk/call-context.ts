import type { FastifyReply } from "fastify";
import type { autodeskApi } from "#contract/autodesk.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { AutodeskKeys, Purpose } from "#server/integrations/autodesk/keys.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Links } from "./links.ts";
import type { Syncs } from "./syncs.ts";
import type { TokenKeeper } from "./tokens.ts";

export interface Caller {
  readonly user: SessionUser;
  readonly reply: FastifyReply;
}

/** Shared dependencies of the calls. */
export interface CallContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: AutodeskClient;
  readonly tokens: TokenKeeper;
  readonly links: Links;
  readonly syncs: Syncs;
  readonly keys: () => AutodeskKeys;
  readonly hasKeys: () => boolean;
  /** Throws AUTODESK_OFF where Autodesk is not open to the user; `assertReady` also throws while the keys are missing. */
  readonly assertOpen: (userId: number) => Promise<void>;
  readonly assertReady: (userId: number) => Promise<void>;
  /** Calls Autodesk for the caller; its errors become errors of ours. */
  readonly withToken: <T>(
    caller: Caller,
    purpose: Purpose,
    work: (access: string) => Promise<T>,
  ) => Promise<T>;
}

export type AutodeskCalls = Handlers<keyof typeof autodeskApi>;
