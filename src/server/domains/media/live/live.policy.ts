import type { Selectable } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import {
  findInProject,
  isOpen,
  type ProjectStanding,
  standingsIn,
} from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { LiveChannelsTable } from "./tables.ts";
import "./tables.ts";

export type ChannelRecord = Selectable<LiveChannelsTable> & ProjectStanding;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    channel: ChannelRecord;
  }
}

export const channelRights = rightsFor<ProjectRole | Grant>()({
  about: "Live channels. Rights come from the caller's role in the channel's project.",
  verbs: {
    view: { allows: "watch the channel and its recordings", to: ["live.view", "super_admin"], reads: true },
    operate: { allows: "start, stop and stream to it", to: ["live.edit", "super_admin"], whileOpen: true },
    edit: { allows: "change the channel and its key", to: ["live.edit", "super_admin"], whileOpen: true },
    delete: { allows: "delete the channel", to: ["live.edit", "super_admin"], whileOpen: true },
  },
});

export const channelFlags = (channel: ProjectStanding, user: SessionUser | null) =>
  flagsBy(channelRights, user, standingsIn(channel), isOpen(channel));

export function channelPolicy(db: Database): Policy<ChannelRecord> {
  return {
    rights: channelRights,
    load: (key, user) => findInProject<Selectable<LiveChannelsTable>>(db, "live_channels", key, user),
    flags: channelFlags,
    refusal: () => "CHANNEL_EDIT_DENIED",
  };
}
