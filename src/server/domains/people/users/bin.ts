import type { FastifyRequest } from "fastify";
import { type SqlBool, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { BinnedUser } from "#contract/users.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { publicName } from "#server/platform/person-name.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { invalid } from "../registration/new-account.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import type { ProjectInheritance } from "./project-inheritance.ts";
import type { UserSubject } from "./users.policy.ts";
import type { Account, UsersRepository } from "./users.repository.ts";

/** Days that a deleted account stays in the bin. */
export const binDays = 30;

export interface BinOptions {
  readonly db: Database;
  readonly repository: UsersRepository;
  readonly ends: SessionEnds;
  readonly estate: ProjectInheritance;
}

export interface Deletion {
  readonly caller: SessionUser;
  readonly subject: Authorized<UserSubject>;
  /** User who inherits the projects. */
  readonly heir: number | undefined;
  readonly request: FastifyRequest;
}

export function createAccountBin({ db, repository, ends, estate }: BinOptions) {
  return {
    /**
     * Soft-deletes the account. Throws LAST_SUPER_ADMIN, NOT_YOURSELF, HEIR_REQUIRED where it owns projects and no heir
     * is named, VALIDATION at `id_heir` for an heir who cannot sign in.
     */
    remove: ({ caller, subject, heir, request }: Deletion): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await repository.takeTurns(trx);
        const account = await repository.locked(trx, subject.id);
        const { id } = account;
        if (account.role === "super_admin" && (await repository.otherSuperAdmins(trx, id)) === 0)
          throw new AppError("LAST_SUPER_ADMIN");
        if (id === caller.id) throw new AppError("NOT_YOURSELF");
        if (heir !== undefined) await findHeir(trx, id, heir);
        if ((await estate.count(trx, id)) > 0) {
          if (heir === undefined) throw new AppError("HEIR_REQUIRED");
          await estate.handOver(trx, { from: id, heir, caller: { user: caller, ip: request.ip } });
        }
        await trx
          .updateTable("users")
          .set({
            deleted_at: sql<Date>`now()`,
            locked_at: sql<Date>`coalesce(locked_at, now())`,
            id_deleter: caller.id,
          })
          .where("id", "=", id)
          .execute();
        // A sign-in with the password already given does not finish.
        await trx.deleteFrom("sign_in_challenges").where("id_user", "=", id).execute();
        await ends.ofUser(trx, id, "forced");
        await note(trx, caller, request, "user.deleted", account);
      }),

    /** Restores it as it was, locked if it was locked. Throws NOT_FOUND when it is not, or no longer, in the bin. */
    restore: (caller: SessionUser, id: number, request: FastifyRequest): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const account = await trx
          .updateTable("users")
          .set({
            locked_at: sql<Date | null>`case when locked_at = deleted_at then null else locked_at end`,
            deleted_at: null,
            id_deleter: null,
          })
          .where("id", "=", id)
          .where("deleted_at", "is not", null)
          .returning(["id", "username"])
          .executeTakeFirst();
        if (account === undefined) throw new AppError("NOT_FOUND");
        await note(trx, caller, request, "user.restored", account);
      }),

    /** Accounts that can be restored, the newest 500. */
    async list(): Promise<BinnedUser[]> {
      const rows = await db
        .selectFrom("users")
        .selectAll()
        .select(sql<Date>`deleted_at + make_interval(days => ${binDays})`.as("until"))
        .where("deleted_at", "is not", null)
        .orderBy("deleted_at", "desc")
        .orderBy("id", "desc")
        .limit(limits.bulk)
        .execute();
      return rows.map(wireBinned);
    },

    /**
     * Permanently deletes accounts whose days in the bin are over; invoices and their actions in projects stay. An
     * account that received a project at the moment it was deleted is skipped: the project would have no owner. Returns
     * the number deleted.
     */
    async purge(): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom("users as u")
          .where(sql<SqlBool>`u.deleted_at < now() - make_interval(days => ${binDays})`)
          .where(
            sql<SqlBool>`not exists (select from project_members m where m.id_user = u.id and m.role = 'owner')`,
          )
          .returning("u.id")
          .execute();
        // Logs the id alone: a permanently deleted user is named nowhere.
        for (const { id } of gone)
          await recordActivity(trx, {
            id_user: null,
            action: "user.purged",
            subject: { kind: "user", id, name: "" },
            address: "",
          });
        return gone.length;
      });
    },
  };
}

/** Must be another user who can sign in; locked, so that the heir is not deleted at the same moment. */
async function findHeir(trx: Trx, id: number, heir: number): Promise<void> {
  const found = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", heir)
    .where("id", "<>", id)
    .where("is_demo", "=", false)
    .where("locked_at", "is", null)
    .where("awaiting", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw invalid({ id_heir: "users.heir_unknown" });
}

const note = (trx: Trx, caller: SessionUser, request: FastifyRequest, action: Noted, account: Named) =>
  recordActivity(trx, {
    id_user: caller.id,
    action,
    subject: { kind: "user", id: account.id, name: account.username },
    address: request.ip,
  });

type Noted = "user.deleted" | "user.restored";
type Named = Pick<Account, "id" | "username">;

const wireBinned = (account: Account & { readonly until: Date }): BinnedUser => ({
  id: account.id,
  username: account.username,
  name: publicName(account),
  email: account.email,
  deleted_at: account.deleted_at?.toISOString() ?? "",
  until: account.until.toISOString(),
});
