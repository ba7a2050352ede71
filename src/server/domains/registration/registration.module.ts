import { registrationApi } from "#contract/registration.ts";
import { handlers } from "#server/platform/http/module.ts";
import { type ActivationOptions, createActivation } from "./activation.ts";
import { createRegistration, type RegistrationOptions } from "./registration.service.ts";

export function registrationModule(options: RegistrationOptions & ActivationOptions) {
  const register = createRegistration(options);
  const activation = createActivation(options);
  return {
    sendLinkAgain: activation.sendAgain,
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
