import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { ownerReportsApi } from "#contract/owner-reports.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { visibleTo } from "./frozen.ts";
import { deliveriesOf, listRuns, wireRun } from "./lists.ts";
import { canSend, type RetryOptions, retryCopy } from "./retry.ts";
import { revokeLinks } from "./revoke.ts";
import type { Runs } from "./runs.ts";
import { type Acting, changeSettings, loadSettings, readerOf } from "./settings.ts";
import { type ReportHead, wireReport } from "./view.ts";
import { reportWords } from "./words.ts";

type Settings = "" | "/preview" | "/runs" | "/revoke";
type Route = Extract<
  keyof typeof ownerReportsApi,
  | `${"GET" | "PUT"} /api/projects/{id}/owner-report`
  | "GET /api/projects/{id}/owner-report/preview"
  | `POST /api/projects/{id}/owner-report${Settings}`
  | "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry"
>;

const DAY = 86_400;

/** Calls of those who manage the report of a project. */
export function manageHandlers(options: RetryOptions, runs: Runs): Handlers<Route> {
  const { db } = options;
  const started = ({ subject, user, address }: Acting) => ({
    id_user: user.id,
    action: "owner_report.started" as const,
    subject: { kind: "project", id: subject.id, name: subject.name },
    id_project: subject.id,
    address,
  });
  return {
    "GET /api/projects/{id}/owner-report": ({ subject, user }) => loadSettings(options, subject, user),
    "PUT /api/projects/{id}/owner-report": async ({ subject, body, user, request }) => {
      await changeSettings(options, { subject, user, address: request.ip }, body);
      return loadSettings(options, subject, user);
    },
    "GET /api/projects/{id}/owner-report/preview": async ({ subject, query, user }) => {
      const span = await runs.spanNow(subject.id, subject.time_zone);
      const frozen = visibleTo(await runs.preview(subject, span), readerOf(subject, user));
      const { from, to, now, zone } = span;
      const head: ReportHead = {
        id: null,
        id_project: subject.id,
        period: "manual",
        from,
        to,
        time_zone: zone,
        frozen_at: now,
      };
      return wireReport(options, head, frozen, {
        words: reportWords(query.lang ?? user.language),
        code: null,
      });
    },
    "POST /api/projects/{id}/owner-report/runs": async ({ subject, user, request }) => {
      refuseClosed(subject);
      await options.attempts.take(`owner report ${subject.id}`, { max: limits.byHand, seconds: DAY });
      const span = await runs.spanNow(subject.id, subject.time_zone);
      const id = await db.transaction().execute(async (trx) => {
        await recordActivity(trx, started({ subject, user, address: request.ip }));
        return runs.start(trx, span, user.id);
      });
      const rows = await listRuns(db, subject.id, { limit: limits.byHand, offset: 0, isManager: true });
      const row = rows.find((one) => one.id === id);
      if (row === undefined) throw new AppError("NOT_FOUND");
      return wireRun(row, readerOf(subject, user), []);
    },
    "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry": async ({
      subject,
      params: { delivery },
      user,
      request,
    }) => {
      await retryCopy(options, { subject, user, address: request.ip }, delivery);
      const { id_run } = await db
        .selectFrom("owner_report_deliveries")
        .select("id_run")
        .where("id", "=", delivery)
        .executeTakeFirstOrThrow();
      const at = { now: options.clock.now(), canSend: canSend(options, subject) };
      const copy = (await deliveriesOf(db, [id_run], at)).get(id_run)?.find(({ id }) => id === delivery);
      if (copy === undefined) throw new AppError("NOT_FOUND");
      return copy;
    },
    "POST /api/projects/{id}/owner-report/revoke": async ({ subject, body, user, request }) => ({
      revoked: await revokeLinks(options, { subject, user, address: request.ip }, body.deliveries),
    }),
  };
}

/** A closed project sends no reports. */
function refuseClosed({ active, validated }: ProjectRecord): void {
  if (!active || !validated) throw new AppError("PROJECT_EDIT_DENIED");
}
