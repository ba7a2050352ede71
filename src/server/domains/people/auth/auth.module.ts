import { authApi } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { usageChanged } from "#server/domains/money/plans/plans.events.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import { clearSessionCookie, csrfToken } from "#server/platform/session.ts";
import type { Account } from "./accounts.ts";
import { sessionEnded } from "./auth.events.ts";
import type { AuthRepository } from "./auth.repository.ts";
import type { Captcha } from "./captcha.ts";
import type { CurrentUserReader } from "./current-user.ts";
import { createPasswordSignIn, type PasswordSignInOptions } from "./password-sign-in.ts";
import { createPrune, type PruneOptions, pruneAccounts } from "./prune.ts";
import { createSecondStep, type SecondStepOptions } from "./second-step.ts";
import { createFirstAdmin } from "./setup.ts";
import type { SignIn } from "./sign-in.ts";
import "./tables.ts";
import { eventListener } from "#server/platform/events/event-listener.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { samples } from "./samples.ts";

export interface AuthOptions
  extends Omit<PasswordSignInOptions & SecondStepOptions & PruneOptions, "repository"> {
  readonly db: Database;
  readonly key: AppKey;
  readonly isDemoOn: boolean;
  readonly bus: Bus;
  readonly accounts: AuthRepository;
  readonly signIn: SignIn;
  readonly currentUser: CurrentUserReader;
  readonly captcha: Captcha;
}

export function authModule(options: AuthOptions) {
  const { db, key, bus, isDemoOn, accounts: repository, signIn, currentUser, captcha } = options;
  const passwordSignIn = createPasswordSignIn({ ...options, repository });
  const secondStep = createSecondStep(options);
  return {
    offers: {
      sessions: {
        find: (tokenHash: Buffer, call?: string) => repository.findSession(tokenHash, call),
      },
      setLanguage: async (userId: number, language: Language) => {
        await repository.setLanguage(userId, language);
      },
    },
    jobs: [jobWorker(pruneAccounts, createPrune(options))],
    schedules: [scheduledJob("50 2 * * *", pruneAccounts)],
    listens: [eventListener(usageChanged, ({ id_user }) => currentUser.forget(id_user))],
    samples,
    handlers: handlers(authApi, {
      "POST /api/login": ({ body, ...door }) => passwordSignIn(body, door),
      "POST /api/verify-2fa": ({ body, ...door }) => secondStep.answer(body.code, door),
      "GET /api/verify-2fa": ({ request }) => secondStep.ask(request),
      "GET /api/captcha": () => captcha.challenge(),
      "POST /api/demo-login": async (door) => {
        const user = isDemoOn ? await repository.findDemo() : undefined;
        if (user === undefined) throw new AppError("DEMO_OFF");
        return signIn.start(user, { way: "demo", remembered: false }, door);
      },
      "POST /api/logout": async ({ session, user, request, reply }) => {
        if (session !== null) {
          await db.transaction().execute(async (trx) => {
            await repository.endSession(trx, session.id, "logout");
            await bus.emit(trx, sessionEnded, { id_session: session.id });
            if (user !== null)
              await recordActivity(trx, { id_user: user.id, action: "session.ended", address: request.ip });
          });
        }
        clearSessionCookie(request, reply);
        return {};
      },
      // Every session comes from this domain's own reader, with the whole account.
      "GET /api/user": ({ user }) => currentUser.ofSession(user as Account),
      "GET /api/csrf-token": async ({ request, reply }) => ({ token: csrfToken(request, reply, key) }),
      "GET /api/setup": async () => ({ needed: !(await repository.hasSuperAdmin()) }),
      "POST /api/setup": async ({ body, ...door }) => {
        const user = await createFirstAdmin(db, body.token, body);
        return signIn.start(user, { way: "setup", remembered: false }, door);
      },
    }),
  };
}
