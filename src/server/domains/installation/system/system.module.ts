import { sql } from "kysely";
import { systemApi } from "#contract/system.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Readiness } from "#server/platform/readiness.ts";
import { type DiagnosisSources, writeDiagnosis } from "./diagnosis.ts";
import { readOverview } from "./overview.ts";
import { samples } from "./samples.ts";

export interface SystemOptions extends DiagnosisSources {
  readonly jobs: Pick<Jobs, "queues" | "failed" | "again">;
  readonly readiness: Pick<Readiness, "failing">;
}

export function systemModule(options: SystemOptions) {
  const { db, version, ffmpeg, jobs } = options;
  return {
    samples,
    handlers: handlers(systemApi, {
      "GET /api/health": async ({ user }) => {
        await sql`select 1`.execute(db).catch((cause: unknown) => {
          throw new AppError("UNAVAILABLE", { cause });
        });
        return { database: "up" as const, ...(user !== null && { version }) };
      },
      "GET /api/ready": async () => {
        const failing = await options.readiness.failing();
        if (failing.length > 0) throw new AppError("NOT_READY", { values: { parts: failing.join(", ") } });
        return { ready: true as const };
      },
      "GET /api/system/media": async () => {
        const found = await ffmpeg.version();
        return { ffmpeg: { is_ready: found !== null, version: found } };
      },
      "GET /api/system/overview": () => readOverview(options),
      "POST /api/system/jobs/{id}/again": async ({ params, user, request }) => {
        if (!(await jobs.again(params.id))) throw new AppError("NOT_FOUND");
        await recordActivity(db, { action: "system.job_repeated", id_user: user.id, address: request.ip });
        return {};
      },
      "GET /api/system/diagnosis": () => writeDiagnosis(options),
    }),
  };
}
