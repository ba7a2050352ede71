import { twoFactorApi } from "#contract/two-factor.ts";
import type { SignIn } from "#server/domains/people/auth/sign-in.ts";
import { handlers } from "#server/platform/http/module.ts";
import { samples } from "./samples.ts";
import { createTwoFactorService, type TwoFactorOptions } from "./two-factor.service.ts";

export interface TwoFactorModuleOptions extends Omit<TwoFactorOptions, "repository"> {
  readonly twoFactor: TwoFactorOptions["repository"];
  readonly signIn: Pick<SignIn, "renew">;
}

export function twoFactorModule(options: TwoFactorModuleOptions) {
  const { signIn } = options;
  const service = createTwoFactorService({ ...options, repository: options.twoFactor });
  return {
    samples,
    handlers: handlers(twoFactorApi, {
      "GET /api/two-factor": ({ user }) => service.state(user.id),
      "POST /api/two-factor/setup": ({ user, body }) => service.setUp(user.id, body.password),
      "POST /api/two-factor/confirm": async ({ user, body, ...door }) => {
        const recovery_codes = await service.confirm(user.id, body.code, door.request);
        await signIn.renew(user.id, door, { twoFactor: true });
        return { recovery_codes };
      },
      "POST /api/two-factor/disable": async ({ user, body, ...door }) => {
        await service.disable(user.id, body, door.request);
        await signIn.renew(user.id, door);
        return {};
      },
      "POST /api/two-factor/recovery-codes": async ({ user, body, request }) => ({
        recovery_codes: await service.newRecoveryCodes(user.id, body, request),
      }),
      "DELETE /api/users/{id}/two-factor": async ({ user, subject, request }) => {
        await service.reset(user.id, subject.id, request);
        return {};
      },
    }),
  };
}
