import { recoveryApi } from "#contract/recovery.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { mailLink } from "./recovery.jobs.ts";
import { createRecovery, type RecoveryOptions } from "./recovery.service.ts";
import { samples } from "./samples.ts";

export function recoveryModule(options: RecoveryOptions) {
  const recovery = createRecovery(options);
  return {
    jobs: [jobWorker(mailLink, ({ name }) => recovery.sendLink(name))],
    samples,
    handlers: handlers(recoveryApi, {
      "POST /api/password/email": async ({ body, request }) => {
        await recovery.ask(body.username_f, request);
        return {};
      },
      "GET /api/password/reset": async ({ query }) => ({ valid: await recovery.check(query.token) }),
      "POST /api/password/reset": async ({ body, request }) => {
        await recovery.reset(body.token, body.password, request);
        return {};
      },
    }),
  };
}
