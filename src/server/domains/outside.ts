import { createToolClients } from "#server/integrations/tools/index.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { apiAccessModule } from "./api-access/api-access.module.ts";
import type { AuthRepository } from "./auth/auth.repository.ts";
import { autodeskModule } from "./autodesk/autodesk.module.ts";
import type { sheetsModule } from "./sheets/sheets.module.ts";
import type { snagsModule } from "./snags/snags.module.ts";
import { toolApp } from "./tools/connecting/app.ts";
import { toolsModule } from "./tools/tools.module.ts";
import { webhooksModule } from "./webhooks/webhooks.module.ts";

type Autodesk = Parameters<typeof autodeskModule>[0];
type Tools = Parameters<typeof toolsModule>[0];
type ApiAccess = Parameters<typeof apiAccessModule>[0];
type Webhooks = Parameters<typeof webhooksModule>[0];

export type OutsideOptions = Omit<Autodesk, "bring" | "personOf"> &
  Omit<Tools, "clients" | "changeStatus" | "snags" | "viewOf"> &
  Omit<ApiAccess, "account"> &
  Omit<Webhooks, "person"> & {
    readonly repository: Pick<AuthRepository, "findAccount">;
    readonly sheets: Pick<ReturnType<typeof sheetsModule>, "bring">;
    readonly snags: Pick<ReturnType<typeof snagsModule>, "policy" | "viewOf" | "changeStatus">;
    readonly isHeldUp: (user: SessionUser) => boolean;
  };

/** What leads out of the house and in again: Autodesk, cards of other tools, programs with tokens, webhooks. */
export function createOutside({ repository, sheets, snags, isHeldUp, ...options }: OutsideOptions) {
  const account = repository.findAccount;
  const autodesk = autodeskModule({ ...options, personOf: account, bring: sheets.bring });
  const tools = toolsModule({
    ...options,
    clients: createToolClients({
      clock: options.clock,
      endpoints: options.integrationEndpoints,
      app: (tool) => toolApp(options.settings, tool),
    }),
    snags: snags.policy,
    viewOf: snags.viewOf,
    async changeStatus({ id_snag, status, id_user, via }) {
      const user = await account(id_user);
      // Who may not sign in, or has not paid, does nothing by a card either.
      if (user === undefined || isHeldUp(user)) throw new AppError("SNAG_EDIT_DENIED");
      await snags.changeStatus(id_snag, status, { user, address: "", via });
    },
  });
  const apiAccess = apiAccessModule({ ...options, account });
  const webhooks = webhooksModule({ ...options, person: account });
  return {
    policies: {
      autodesk_link: autodesk.policy,
      api_token: apiAccess.policy,
      webhook: webhooks.policy,
    },
    handlers: { ...autodesk.handlers, ...tools.handlers, ...apiAccess.handlers, ...webhooks.handlers },
    /** Tokens with which programs call. */
    tokens: apiAccess.tokens,
    /** Where other services send the browser back to, and where they tell their news. */
    doors: [autodesk.returns, tools.returns, tools.hooks],
    /** Brings over what a sync with Autodesk is about. */
    runSync: autodesk.runSync,
    giveUpSync: autodesk.giveUpSync,
    /** Brings snags to outside tools, and hears what becomes of them there. */
    tools,
    /** Sends what webhooks wait for, and removes what was sent weeks ago. */
    webhooks,
  };
}
