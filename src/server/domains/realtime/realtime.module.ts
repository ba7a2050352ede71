import type { CurrentUser } from "#contract/auth.ts";
import { realtimeApi } from "#contract/realtime.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { authorize, type Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { settingsChannel } from "../settings/settings.events.ts";
import type { Push } from "./push.ts";

export interface RealtimeOptions {
  readonly realtime: Realtime;
  readonly policies: Policies;
  readonly push: Pick<Push, "sign">;
  readonly person: (userId: number) => Promise<CurrentUser | null>;
}

/** Characters of a name in the list of members. */
const NAME = 200;

/**
 * Who may hear which channel: one's own, those of the projects one may view, who else looks at a project or walks
 * through a visit that one may view, and that settings have changed.
 */
export function realtimeModule({ realtime, policies, push, person }: RealtimeOptions) {
  const mayHear = async (user: SessionUser, channel: string): Promise<boolean> => {
    if (channel === settingsChannel) return true;
    const [, kind, id] =
      /^(private-user|private-project|presence-project|presence-visit)-(\d{1,15})$/.exec(channel) ?? [];
    const may = (subject: "project" | "visit") =>
      authorize<unknown>(policies[subject], subject === "project" ? "follow" : "view", Number(id), user).then(
        () => true,
        isNo,
      );
    switch (kind) {
      case "private-user":
        return Number(id) === user.id;
      case "private-project":
      case "presence-project":
        return may("project");
      case "presence-visit":
        return may("visit");
      default:
        return false;
    }
  };

  /** How the others of a presence channel see somebody, as the text that is signed. */
  const memberData = async ({ id }: SessionUser): Promise<string> => {
    const found = await person(id);
    if (found === null) throw new AppError("UNAUTHENTICATED");
    const name = `${found.first_name} ${found.last_name}`.trim() || found.username;
    const { avatar } = found;
    const user_info = { name: name.slice(0, NAME), ...(avatar !== null && { avatar }) };
    return JSON.stringify({ user_id: String(id), user_info });
  };

  return {
    handlers: handlers(realtimeApi, {
      "POST /api/broadcasting/auth": async ({ body, user, session }) => {
        const { socket_id, channel_name } = body;
        if (session === null || !(await mayHear(user, channel_name))) throw new AppError("FORBIDDEN");
        const outside = (data?: string) => push.sign(socket_id, channel_name, data);
        if (!channel_name.startsWith("presence-"))
          return { auth: outside() ?? realtime.sign(socket_id, channel_name, session) };
        const channel_data = await memberData(user);
        const auth =
          outside(channel_data) ?? realtime.signMember(socket_id, channel_name, session, channel_data);
        return { auth, channel_data };
      },
    }),
  };
}

function isNo(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
