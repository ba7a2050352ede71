import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { membersOf } from "#server/domains/sites/projects/members.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import type { ChannelRow } from "./live.repository.ts";

/**
 * Whether a signal at this moment starts a new broadcast. It does not while viewers still wait for the sender, nor when
 * the sender is back within that time, even if this server restarted in between.
 */
export function isNewBroadcast(
  { state, on_air_at }: Pick<ChannelRow, "state" | "on_air_at">,
  at: Date,
): boolean {
  if (state === "live" || state === "stale" || state === "interrupted") return false;
  return on_air_at === null || at.getTime() - on_air_at.getTime() > limits.live.grace;
}

/** Notifies the project once per broadcast, except the user who started the channel. */
export async function tellOfBroadcast(trx: Trx, notices: Notices, channel: ChannelRow): Promise<void> {
  const { id, id_project, code, name } = channel;
  const project = await trx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", id_project)
    .executeTakeFirstOrThrow();
  const doer = channel.id_operator ?? channel.id_user;
  await notices.notify(trx, {
    to: membersOf(id_project, "live.view"),
    ...(doer !== null && { by: doer }),
    sort: "channel_live",
    values: { channel: name, project: project.name },
    link: `/live/${code}`,
    fold: `channel ${id}`,
  });
  if (doer === null) return;
  await recordActivity(trx, {
    id_user: doer,
    action: "channel.live",
    subject: { kind: "channel", id, name },
    id_project,
    address: "",
  });
}
