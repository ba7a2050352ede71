import { sql } from "kysely";
import { systemApi } from "#contract/system.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function systemModule({ db, version }: { db: Database; version: string }) {
  return {
    handlers: handlers(systemApi, {
      ...pending(systemApi),
      "GET /api/health": async () => {
        await sql`select 1`.execute(db).catch((cause: unknown) => {
          throw new AppError("UNAVAILABLE", { cause });
        });
        return { database: "up" as const, version };
      },
    }),
  };
}
