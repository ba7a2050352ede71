import { registrationApi } from "#contract/registration.ts";
import type { Trx } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import type { UserRecord } from "../auth/accounts.ts";
import { type ActivationOptions, createActivation } from "./activation.ts";
import { notifyNewAccount } from "./notify-new-account.ts";
import { resendLink } from "./registration.jobs.ts";
import { createRegistration, type RegistrationOptions } from "./registration.service.ts";
import { samples } from "./samples.ts";

export function registrationModule(options: RegistrationOptions & ActivationOptions) {
  const register = createRegistration(options);
  const activation = createActivation(options);
  return {
    offers: {
      sendActivation: options.links.activations.create,
      tellOfAccount: (trx: Trx, user: UserRecord) => notifyNewAccount(options, trx, user),
    },
    jobs: [jobWorker(resendLink, ({ name }) => activation.sendAgain(name))],
    samples,
    handlers: handlers(registrationApi, {
      "POST /api/register": ({ body, ...door }) => register(body, door),
      "GET /api/check-invitation-token": ({ query }) => activation.check(query.token),
      "POST /api/activate-account": ({ body, ...door }) => activation.use(body, door),
      "POST /api/activation/resend": async ({ body, ...door }) => {
        await activation.askAgain(body.username_f, door);
        return {};
      },
    }),
  };
}
