import { limits } from "#contract/limits.ts";
import type { liveApi } from "#contract/live.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { LiveDriver } from "#server/live/drivers/driver.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ChannelAction, type ChannelCalls, done } from "./channel-calls.ts";
import { newStreamKey } from "./channel-keys.ts";
import type { Note } from "./driver-calls.ts";
import type { DriverEvents } from "./driver-events.ts";
import type { ChannelRow } from "./live.repository.ts";
import type { Operations } from "./operate.ts";
import { passwordValues } from "./values.ts";

export interface ChannelOptions extends ChannelCalls {
  readonly clock: Clock;
  readonly quotas: Pick<Quotas, "freed" | "take">;
  readonly operations: Operations;
  readonly follower: Pick<DriverEvents, "settled">;
}

type Route = Extract<
  keyof typeof liveApi,
  `${"POST" | "PUT" | "DELETE"} /api/live-streaming${"" | "/{id}" | `/{id}/${"start" | "stop" | "key" | "browser"}`}`
>;

/** Calls to create, change, start and stop channels. */
export function channelHandlers(options: ChannelOptions): Handlers<Route> {
  const { db, clock, quotas, repository, operations, follower, show, tell } = options;
  return {
    "POST /api/live-streaming": async ({ body, subject, user, request }) => {
      const { password: _password, ...values } = body;
      const driver = operations.driverOf(values);
      const { key: stream_key, ...kept } = newStreamKey();
      const row = {
        ...values,
        ...kept,
        ...(await passwordValues(body, null)),
        code: newCode(),
        id_project: subject.id,
        id_user: user.id,
        driver_data: JSON.stringify(operations.keptKey(driver, stream_key)),
        state_at: clock.now(),
      };
      const id = await db.transaction().execute(async (trx) => {
        const [id_user, id_project] = [user.id, subject.id];
        const id_payer = await quotas.take(trx, { kind: "channel", id_user, id_project });
        const made = await repository.insert(trx, { ...row, id_payer }, limits.live.perProject);
        if (made === undefined)
          throw new AppError("CHANNELS_FULL", { values: { n: limits.live.perProject } });
        await recordActivity(trx, done("channel.created", { ...made, ...row }, user, request));
        await tell(trx, { ...made, id_project: subject.id });
        return made.id;
      });
      // Stored either way, with its key: if preparing it at the service fails, this happens when it is started.
      await operations.prepare(id).catch(() => undefined);
      return withKey(await show(id, user, request), driver, stream_key);
    },
    "PUT /api/live-streaming/{id}": async ({ subject, body, user, request }) => {
      const { password: _, ...rest } = body;
      const values = definedOnly(rest);
      const secret = await passwordValues(body, subject.password_hash);
      const changed = [
        ...changedNames<ChannelRow>(subject, values),
        ...(secret.password_hash === undefined ? [] : ["password"]),
      ];
      if (changed.length > 0)
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject.id, { ...values, ...secret });
          await tell(trx, subject);
          await recordActivity(trx, { ...done("channel.changed", subject, user, request), changed });
        });
      if (changed.includes("record")) await operations.refresh(subject.id);
      const closing = ["is_public", "is_protected", "password"];
      if (changed.some((name) => closing.includes(name))) await operations.revoke(subject.id);
      return show(subject.id, user, request);
    },
    "DELETE /api/live-streaming/{id}": async ({ subject, user, request }) => {
      await operations.remove(subject.id, (channel) =>
        db.transaction().execute(async (trx) => {
          await repository.remove(trx, channel.id);
          await tell(trx, channel);
          await recordActivity(trx, done("channel.deleted", channel, user, request));
        }),
      );
      quotas.freed(subject.id_payer);
      return {};
    },
    "PUT /api/live-streaming/{id}/start": async ({ subject, user, request }) => {
      await operations.start(subject.id, user.id, noteOf("channel.started", user, request));
      return show(subject.id, user, request);
    },
    "PUT /api/live-streaming/{id}/stop": async ({ subject, user, request }) => {
      await operations.stop(subject.id, noteOf("channel.stopped", user, request));
      await follower.settled();
      return show(subject.id, user, request);
    },
    "POST /api/live-streaming/{id}/key": async ({ subject, user, request }) => {
      const stream_key = await operations.rotate(subject.id, async (trx, channel) =>
        recordActivity(trx, { ...done("channel.changed", channel, user, request), changed: ["key"] }),
      );
      return withKey(await show(subject.id, user, request), operations.driverOf(subject), stream_key);
    },
    "POST /api/live-streaming/{id}/browser": async ({ subject }) => {
      if (!subject.is_armed) throw new AppError("CHANNEL_STOPPED");
      const door = operations.driverOf(subject).browserSocket({ ...subject, data: subject.driver_data });
      if (door === null) throw new AppError("LIVE_DRIVER_OFF");
      return { socket: door.socket, expires_at: door.expires.toISOString() };
    },
  };
}

const noteOf =
  (action: ChannelAction, user: SessionUser, request: { readonly ip: string }): Note =>
  (trx, channel) =>
    recordActivity(trx, done(action, channel, user, request));

/** The key as a sender enters it, which with some services contains more than the key itself. */
const withKey = <T extends { readonly code: string }>(channel: T, driver: LiveDriver, key: string) => ({
  ...channel,
  stream_key: driver.senderKey?.(channel.code, key) ?? key,
});
