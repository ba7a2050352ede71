import { administrationApi } from "#contract/administration.ts";
import { limits } from "#contract/limits.ts";
import type { UserRow } from "#contract/users.ts";
import type { createBulkChange } from "#server/domains/people/users/bulk.ts";
import type { UserFilter } from "#server/domains/people/users/user-filter.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createActivityLog } from "./activity-log.ts";
import { logTable, usersTable } from "./csv-tables.ts";
import { samples } from "./samples.ts";

export interface AdministrationOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: {
    /** Filtered and sorted like the list, up to a limit. */
    all(filter: Omit<UserFilter, "page" | "per_page">, most: number): Promise<UserRow[]>;
    readonly bulk: ReturnType<typeof createBulkChange>;
  };
}

/** Views and bulk changes of the whole platform for super admins. */
export function administrationModule({ db, clock, users }: AdministrationOptions) {
  const log = createActivityLog(db);
  const reader = ({ language }: SessionUser) => ({ language, day: clock.now().toISOString().slice(0, 10) });
  const most = limits.table.rows;
  return {
    samples,
    handlers: handlers(administrationApi, {
      "GET /api/activity": async ({ query }) => {
        const { rows, ...found } = await log.list(query);
        return { items: [...rows], ...found, page: query.page, per_page: query.per_page };
      },
      "GET /api/activity/export": async ({ query, user }) => logTable(log.all(query, most), reader(user)),
      "GET /api/users/export": async ({ query, user }) =>
        usersTable(await users.all(query, most), reader(user)),
      "PUT /api/users/bulk": ({ body, user, request }) => users.bulk(body, { user, request }),
    }),
  };
}
