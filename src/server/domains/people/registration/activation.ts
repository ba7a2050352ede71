import { sql } from "kysely";
import type { z } from "zod";
import type { SignedIn } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { Username } from "#contract/profile.ts";
import type { Confirmed, registrationApi } from "#contract/registration.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Accounts, UserRecord } from "../auth/accounts.ts";
import type { CurrentUserReader } from "../auth/current-user.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Door, SignIn } from "../auth/sign-in.ts";
import type { AccountLinks } from "./account-links.ts";
import type { AccountToken, AccountTokenKind, AccountTokens } from "./account-tokens.ts";
import { invalid, refuseReservedName, refuseTaken } from "./new-account.ts";
import { type NewAccountServices, notifyNewAccount } from "./notify-new-account.ts";
import { openInvited } from "./open-invited.ts";
import type { ProjectInvitations } from "./project-invitations.ts";
import { resendLink } from "./registration.jobs.ts";

export interface ActivationOptions extends NewAccountServices {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "send">;
  readonly attempts: Attempts;
  readonly settings: SettingsService;
  readonly accounts: Pick<Accounts, "findById" | "findByName">;
  readonly tokens: AccountTokens;
  readonly links: AccountLinks;
  readonly invitations: ProjectInvitations;
  readonly signIn: SignIn;
  readonly currentUser: Pick<CurrentUserReader, "of">;
  /** Gives a new account the default plan. */
  readonly beginPlan: BeginPlan;
}

type Body = z.output<(typeof registrationApi)["POST /api/activate-account"]["body"]>;
type Kind = "activation" | "invitation";
type Invited = NonNullable<Awaited<ReturnType<ProjectInvitations["find"]>>>;
type Found = { readonly token: AccountToken & { readonly kind: Kind }; readonly user: UserRecord };

const kinds = ["activation", "invitation"] as const satisfies AccountTokenKind[];
const { mails, mailSeconds, perAddress } = limits.attempts;

/** Uses the links of activation and invitation emails, and sends them again on request. */
export function createActivation(options: ActivationOptions) {
  const { db, jobs, attempts, settings, accounts, tokens, links, invitations, signIn, currentUser } = options;

  /** Throws LINK_INVALID for any reason, without revealing which one. */
  const find = async (text: string): Promise<Found> => {
    const token = await tokens.find(kinds, text);
    const user = token === undefined ? undefined : await accounts.findById(token.id_user);
    if (token === undefined || user === undefined || !isMeant(token, user))
      throw new AppError("LINK_INVALID");
    return { token: token as Found["token"], user };
  };

  /** The owner of the account, if the request comes from their browser. */
  const ownerAt = ({ session }: Door, userId: number) =>
    session?.user.id === userId ? currentUser.of(userId) : null;

  /** Opens an account by the link of a project invitation, and adds its owner to the project. */
  const join = async (body: Body, invited: Invited, door: Door): Promise<SignedIn> => {
    const { email, person = { username: email, email } } = invited;
    const values = await chosenIn(body, person, settings);
    const { ip } = door.request;
    const write = async (trx: Trx): Promise<UserRecord> => {
      const taken = await invitations.take(trx, body.token);
      const { is_mailed } = taken.invitation;
      const { user, wasThere } = await openInvited(trx, { email, values, is_mailed });
      await invitations.accept(trx, taken, user, ip);
      await recordActivity(trx, { id_user: user.id, action: "user.activated", address: ip });
      if (!wasThere) await options.beginPlan(trx, user.id);
      if (wasThere) await invitations.claim(trx, user);
      else await notifyNewAccount(options, trx, user);
      return user;
    };
    const user = await db.transaction().execute(write).catch(refuseTaken);
    return signIn.enter(user, entry, door);
  };

  return {
    async check(text: string) {
      const invited = await invitations.find(text);
      if (invited !== undefined) {
        const { email, person } = invited;
        return {
          kind: "invitation" as const,
          email,
          username: nameToBeginWith(person ?? { username: "", email }),
        };
      }
      const { token, user } = await find(text);
      return { kind: token.kind, email: user.email, username: nameToBeginWith(user) };
    },

    /**
     * Activates an account that waits for it, and ends in the common sign-in. For an active account it confirms a new
     * address and starts no session: a mistyped address must not give its owner access. Of two parallel calls with one
     * token one succeeds.
     */
    async use(body: Body, door: Door): Promise<SignedIn | Confirmed> {
      const invited = await invitations.find(body.token);
      if (invited !== undefined) return join(body, invited, door);
      const { token, user } = await find(body.token);
      const values = token.kind === "invitation" ? await chosenIn(body, user, settings) : {};
      const opened = await db
        .transaction()
        .execute(async (trx) => {
          const opened = await openAccount(trx, tokens, body.token, {
            kind: token.kind,
            values,
            address: door.request.ip,
          });
          if (user.awaiting === "activation") await notifyNewAccount(options, trx, opened);
          else await invitations.claim(trx, opened);
          return opened;
        })
        .catch(refuseTaken);
      if (user.awaiting === null) return { requires_2fa: false, user: await ownerAt(door, user.id) };
      return signIn.enter(opened, entry, door);
    },

    ...createResending({ db, jobs, attempts, settings, accounts, links }),
  };
}

const entry = { way: "activation", remembered: false, hasSecondFactor: false } as const;

/** The values that an invited user selected. */
async function chosenIn(
  body: Body,
  user: Pick<UserRecord, "username" | "email">,
  settings: Pick<SettingsService, "get">,
) {
  const { username, password } = body;
  if (username === undefined || password === undefined)
    throw invalid({
      ...(username === undefined && { username: "users.username_required" }),
      ...(password === undefined && { password: "auth.password_required" }),
    });
  const name = username.normalize("NFC");
  // The user name given by an administrator may be kept, whatever it is.
  if (name !== user.username) refuseReservedName(name, settings.get());
  await checkNewPassword(password, { username: name, email: user.email });
  return {
    username: name,
    password_hash: await hashPassword(password),
    password_changed_at: sql<Date>`now()`,
    ...(body.first_name !== "" && { first_name: body.first_name }),
    ...(body.last_name !== "" && { last_name: body.last_name }),
    ...(body.language !== undefined && { language: body.language }),
  };
}

/** Uses the link; the account no longer waits for anything. LINK_INVALID when a parallel call was faster. */
async function openAccount(
  trx: Trx,
  tokens: AccountTokens,
  text: string,
  { kind, values, address }: { readonly kind: Kind; readonly values: object; readonly address: string },
): Promise<UserRecord> {
  const used = await tokens.use(trx, [kind], text);
  if (used === undefined) throw new AppError("LINK_INVALID");
  const user = await trx
    .updateTable("users")
    .set({ ...values, awaiting: null, email_verified_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", used.id_user)
    .where("locked_at", "is", null)
    .where(sql`lower(email)`, "=", sql<string>`lower(${used.email})`)
    .returningAll()
    .executeTakeFirst();
  if (user === undefined) throw new AppError("LINK_INVALID");
  await recordActivity(trx, { id_user: user.id, action: "user.activated", address });
  return user;
}

type ResendingOptions = Pick<
  ActivationOptions,
  "db" | "jobs" | "attempts" | "settings" | "accounts" | "links"
>;

/** Sends the link again: the caller learns nothing, a job does the work. */
function createResending({ db, jobs, attempts, settings, accounts, links }: ResendingOptions) {
  return {
    /** Queues the request; a job checks whether there is such an account. */
    async askAgain(name: string, { request }: Pick<Door, "request">): Promise<void> {
      await attempts.take(`resend address ${networkOf(request.ip)}`, {
        max: perAddress,
        seconds: mailSeconds,
      });
      await attempts.take(`resend name ${name.toLowerCase()}`, { max: mails, seconds: mailSeconds });
      if (!settings.get().smtp_valid) return;
      await db.transaction().execute((trx) => jobs.send(trx, resendLink, { name }));
    },

    /** Handler of the job behind `askAgain`. */
    async sendAgain(name: string): Promise<void> {
      const user = await accounts.findByName(name);
      if (user === undefined || user.awaiting === null || user.locked_at !== null) return;
      // Both names of an account have a shared second count.
      const counted = `resend user ${user.id}`;
      if (await attempts.hasReached(counted, mails)) return;
      await attempts.take(counted, { max: mails, seconds: mailSeconds });
      const create = user.awaiting === "activation" ? links.activations.create : links.invitations.create;
      await db.transaction().execute((trx) => create(trx, user));
    },
  };
}

/** Whether the account still matches the link: not locked since, with the same address, not active yet. */
function isMeant({ kind, email }: AccountToken, user: UserRecord): boolean {
  const isOpen = kind === "invitation" && user.awaiting !== "invitation";
  return user.locked_at === null && !isOpen && user.email.toLowerCase() === email.toLowerCase();
}

/** The account's name, unless that is its address; then as much of the mailbox as is valid in a name. */
function nameToBeginWith({ username, email }: Pick<UserRecord, "username" | "email">): string {
  const mailbox = email.replace(/@.*$/, "").replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, ".");
  return [username, mailbox].find((name) => Username.safeParse(name).success) ?? "";
}
