import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { createPlayerLock } from "#server/domains/people/auth/link-passwords.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createPasses } from "#server/platform/passes.ts";
import { browserHash, type SessionUser } from "#server/platform/session.ts";
import type { ChannelRow, LiveRepository } from "./live.repository.ts";
import { createChannelDoor } from "./open-channel.ts";
import { type ChannelWire, wirePlayer } from "./wire.ts";

export interface ChannelPageOptions {
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly sightings: Sightings;
  readonly repository: LiveRepository;
  readonly wire: ChannelWire;
}

interface Caller {
  readonly user: SessionUser | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The public page of a channel, and its unlocking for a browser. */
export function createChannelPage({ clock, key, attempts, sightings, repository, wire }: ChannelPageOptions) {
  const passes = createPasses({ key, clock }, "live", limits.video.passHours);
  const open = createChannelDoor(repository, passes);

  /** One browser is one viewer, however often it calls; a different one for each channel. */
  const viewerOf = ({ id }: Pick<ChannelRow, "id">, request: FastifyRequest): string => {
    const browser = browserHash(request)?.toString("hex");
    const who = browser ?? `${request.ip} ${request.headers["user-agent"] ?? ""}`;
    return key.sign("live-viewer", `${id}:${who}`).slice(0, 22);
  };
  const player = async (code: string, user: SessionUser | null, request: FastifyRequest) => {
    const { channel, isLocked } = await open(code, { user, headers: request.headers });
    if (!isLocked) await sightings.seen({ ...channel, kind: "channel" }, user, request);
    return wirePlayer(channel, { user, viewer: viewerOf(channel, request) }, isLocked, wire);
  };
  const unlock = createPlayerLock({ attempts, passes, kind: "live" });
  const lockOf = ({ id, password_hash: hash }: Pick<ChannelRow, "id" | "password_hash">) => ({ id, hash });

  return {
    page: {
      open: player,
      async unlock(
        code: string,
        password: string,
        user: SessionUser | null,
        request: FastifyRequest,
        reply: FastifyReply,
      ): Promise<boolean> {
        const { channel, isLocked } = await open(code, { user, headers: request.headers });
        return !isLocked || unlock(lockOf(channel), password, request, reply);
      },
    },
    /** Gives the browser its pass. Throws CHANNEL_PASSWORD_WRONG, RATE_LIMITED, NOT_FOUND. */
    async verify(id: number | string, password: string, { user, request, reply }: Caller) {
      const { channel, isLocked } = await open(id, { user, headers: request.headers }, true);
      if (isLocked && !(await unlock(lockOf(channel), password, request, reply))) {
        // A wrong guess of a number must not reveal that the channel exists.
        if (typeof id === "number") throw new AppError("NOT_FOUND");
        throw new AppError("CHANNEL_PASSWORD_WRONG", { fields: { password: ["live.password_wrong"] } });
      }
      await sightings.seen({ ...channel, kind: "channel" }, user, request);
      return wirePlayer(channel, { user, viewer: viewerOf(channel, request) }, false, wire);
    },
  };
}
