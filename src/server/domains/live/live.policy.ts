import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { isOpen, type ProjectStanding, standingsIn } from "../projects/projects.policy.ts";
import type { LiveChannelsTable } from "./tables.ts";
import "./tables.ts";

export type ChannelRecord = Selectable<LiveChannelsTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    channel: ChannelRecord;
  }
}

export const channelRights = rightsFor<ProjectRole | Grant>()({
  about: "Live channels. The standing is that in the channel's project.",
  verbs: {
    view: { allows: "watch the channel and its recordings", to: ["live.view", "super_admin"], reads: true },
    operate: { allows: "start, stop and send to it", to: ["live.edit", "super_admin"], whileOpen: true },
    edit: { allows: "change the channel and its key", to: ["live.edit", "super_admin"], whileOpen: true },
    delete: { allows: "delete the channel", to: ["live.edit", "super_admin"], whileOpen: true },
  },
});

export const channelFlags = (channel: ProjectStanding, user: SessionUser | null) =>
  flagsBy(channelRights, user, standingsIn(channel), isOpen(channel));

export function channelPolicy(db: Database): Policy<ChannelRecord> {
  return {
    rights: channelRights,
    load: (key, user) =>
      db
        .selectFrom("live_channels as t")
        .innerJoin("projects as p", "p.id", "t.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("t")
        .select(["m.role", "m.grants", "p.active", "p.validated"])
        .where("p.deleted_at", "is", null)
        .where(typeof key === "number" ? sql<boolean>`t.id = ${key}` : sql<boolean>`t.code = ${key}`)
        .executeTakeFirst(),
    flags: channelFlags,
    refusal: (_, verb) => (verb === "view" ? "CHANNEL_VIEW_DENIED" : "CHANNEL_EDIT_DENIED"),
  };
}
