import type { IncomingHttpHeaders } from "node:http";
import { isOpen } from "#server/domains/sites/projects/projects.policy.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Passes } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelFlags } from "./live.policy.ts";
import type { ChannelSummary, LiveRepository } from "./live.repository.ts";

export interface OpenChannel {
  readonly channel: ChannelSummary;
  /** Its password is required first. */
  readonly isLocked: boolean;
}

/**
 * The only access to a channel by its address. Throws NOT_FOUND when there is none, when it is for members only, when
 * its project is closed to the public at present, and for strangers who use a number: a number can be guessed. Members
 * always have access. `byPassword`: the caller checks the password next, so a stranger may use the number of a
 * protected channel, too.
 */
export function createChannelDoor(repository: LiveRepository, passes: Pick<Passes, "has">) {
  return async (
    key: string | number,
    { user, headers }: { readonly user: SessionUser | null; readonly headers: IncomingHttpHeaders },
    byPassword = false,
  ): Promise<OpenChannel> => {
    const channel = await repository.find(user?.id ?? 0, key);
    if (channel === undefined) throw new AppError("NOT_FOUND");
    if (channelFlags(channel, user).view) return { channel, isLocked: false };
    const isForGuests = (channel.is_public || channel.is_protected) && isOpen(channel);
    const isNamed = typeof key === "string" || (byPassword && channel.is_protected);
    if (!isNamed || !isForGuests) throw new AppError("NOT_FOUND");
    const { id, password_hash: hash } = channel;
    return { channel, isLocked: channel.is_protected && !passes.has({ id, hash }, headers) };
  };
}
