import { realtimeApi } from "#contract/realtime.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { authorize, type Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { settingsChannel } from "../settings/settings.events.ts";

export interface RealtimeOptions {
  readonly realtime: Realtime;
  readonly policies: Policies;
}

/** Who may hear which private channel: one's own, those of the projects one may view, and that settings have changed. */
export function realtimeModule({ realtime, policies }: RealtimeOptions) {
  const mayHear = async (user: SessionUser, channel: string): Promise<boolean> => {
    if (channel === settingsChannel) return true;
    const [, kind, id] = /^private-(user|project)-(\d{1,15})$/.exec(channel) ?? [];
    if (kind === "user") return Number(id) === user.id;
    if (kind === "project")
      return authorize(policies.project, "view", Number(id), user).then(() => true, isNo);
    return false;
  };
  return {
    handlers: handlers(realtimeApi, {
      "POST /api/broadcasting/auth": async ({ body, user, session }) => {
        if (session === null || !(await mayHear(user, body.channel_name))) throw new AppError("FORBIDDEN");
        return { auth: realtime.sign(body.socket_id, body.channel_name, session) };
      },
    }),
  };
}

function isNo(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
