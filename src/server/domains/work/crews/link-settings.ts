import { sql } from "kysely";
import { crewLimits } from "#contract/crews.limits.ts";
import type { CrewLinkSettings } from "#contract/crews.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { By } from "./links.service.ts";
import "./tables.ts";

type Project = Authorized<ProjectRecord>;

export interface LinkSettingsOptions {
  readonly db: Database;
  readonly texts: { isOn(): boolean };
}

export type LinkSettingsService = ReturnType<typeof createLinkSettings>;

/** Settings of a project for the links of its crews. */
export function createLinkSettings({ db, texts }: LinkSettingsOptions) {
  return {
    read: (project: Project, user: SessionUser): Promise<CrewLinkSettings> =>
      readSettings(db, project, user, texts.isOn()),

    async change(
      project: Project,
      values: Partial<Pick<CrewLinkSettings, "ask_code" | "end_days" | "digest_hour">>,
      by: By,
    ): Promise<CrewLinkSettings> {
      const changed = Object.keys(values);
      if (changed.length > 0)
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("crew_link_settings")
            .values({ ...values, id_project: project.id })
            .onConflict((conflict) => conflict.column("id_project").doUpdateSet(values))
            .execute();
          await recordActivity(trx, {
            id_user: by.user.id,
            action: "crew.settings_changed",
            subject: { kind: "project", id: project.id, name: project.name },
            id_project: project.id,
            changed,
            address: by.address,
          });
        });
      return readSettings(db, project, by.user, texts.isOn());
    },
  };
}

async function readSettings(
  db: Database,
  project: Project,
  user: SessionUser,
  hasSms: boolean,
): Promise<CrewLinkSettings> {
  const { rows } = await sql<Pick<CrewLinkSettings, "ask_code" | "end_days" | "digest_hour" | "time_zone">>`
    select coalesce(k.ask_code, false) as ask_code,
      coalesce(k.end_days, ${crewLimits.endDays.standard}) as end_days,
      coalesce(k.digest_hour, ${crewLimits.digestHour.standard}) as digest_hour, p.time_zone
    from projects p left join crew_link_settings k on k.id_project = p.id where p.id = ${project.id}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError("NOT_FOUND");
  return { ...row, has_sms: hasSms, can: { edit: projectFlags(project, user).manage_team } };
}
