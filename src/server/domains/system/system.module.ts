import { sql } from "kysely";
import { systemApi } from "#contract/system.ts";
import type { Ffmpeg } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";

export interface SystemOptions {
  readonly db: Database;
  readonly version: string;
  readonly ffmpeg: Pick<Ffmpeg, "version">;
}

export function systemModule({ db, version, ffmpeg }: SystemOptions) {
  return {
    handlers: handlers(systemApi, {
      "GET /api/health": async () => {
        await sql`select 1`.execute(db).catch((cause: unknown) => {
          throw new AppError("UNAVAILABLE", { cause });
        });
        return { database: "up" as const, version };
      },
      "GET /api/system/media": async () => {
        const found = await ffmpeg.version();
        return { ffmpeg: { is_ready: found !== null, version: found } };
      },
    }),
  };
}
