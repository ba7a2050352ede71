import type { FastifyRequest } from "fastify";
import { isOpenedBy } from "#contract/areas.ts";
import type { CurrentUser } from "#contract/auth.ts";
import { realtimeApi } from "#contract/realtime.ts";
import { settingsChannel } from "#server/domains/installation/settings/settings.events.ts";
import { sessionEnded } from "#server/domains/people/auth/auth.events.ts";
import { rightsChanged } from "#server/domains/sites/team/team.events.ts";
import { AppError } from "#server/platform/errors.ts";
import { eventListener } from "#server/platform/events/event-listener.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { publicName } from "#server/platform/person-name.ts";
import { authorize, type Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import { realtimeExpelled, realtimeTriggered } from "#server/platform/realtime/index.ts";
import { readSessionToken, type SessionUser, type TokenPass } from "#server/platform/session.ts";
import { tokenRevoked } from "../api-access/api-access.events.ts";
import type { Push } from "./push.ts";
import { pushBroadcasts, pushTerminate } from "./realtime.jobs.ts";
import { samples } from "./samples.ts";

export interface RealtimeOptions {
  readonly realtime: Realtime;
  readonly policies: Policies;
  readonly push: Pick<Push, "sign" | "isHosted" | "push" | "terminate">;
  readonly person: (userId: number) => Promise<CurrentUser | null>;
}

/**
 * Scopes that a token needs for a channel. Events carry ids, so that the data behind them is requested by its own
 * scope.
 */
const scopes = { "private-user-": "account:read", "private-project-": "projects:read" } as const;

/** Throws TOKEN_SCOPE, or TOKEN_CLOSED for channels that no token opens: settings and presence. */
function checkScope({ scopes: held }: TokenPass, channel: string): void {
  const [, scope] = Object.entries(scopes).find(([prefix]) => channel.startsWith(prefix)) ?? [];
  if (scope === undefined) throw new AppError("TOKEN_CLOSED");
  if (!isOpenedBy(scope, held)) throw new AppError("TOKEN_SCOPE", { values: { scope } });
}

/** Limit of a name in the member list, in characters. */
const NAME = 200;

/**
 * Authorizes channels: the user's own, those of projects they may view, the presence channels of projects and visits
 * they may view, and that for changed settings.
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

  /** The signed member data that others in a presence channel see of a user. */
  const memberData = async ({ id }: SessionUser): Promise<string> =>
    JSON.stringify({ user_id: String(id), user_info: await infoOf(id) });

  const infoOf = async (id: number) => {
    const found = await person(id);
    if (found === null) throw new AppError("UNAUTHENTICATED");
    const name = publicName(found);
    const { avatar } = found;
    return { name: name.slice(0, NAME), ...(avatar !== null && { avatar }) };
  };

  /** Only for our own sockets: the hosted service names its own. */
  const checkSocket = (socketId: string, request: FastifyRequest, pass: TokenPass | null): void => {
    const token = pass === null ? (readSessionToken(request) ?? null) : null;
    if (!realtime.mayUse(socketId, token)) throw new AppError("FORBIDDEN");
  };

  return {
    jobs: [jobWorker(pushBroadcasts, push.push), jobWorker(pushTerminate, push.terminate)],
    listens: [
      eventListener(sessionEnded, ({ id_session }) => realtime.endSession(id_session)),
      eventListener(tokenRevoked, ({ id_token }) => realtime.endToken(id_token)),
      eventListener(rightsChanged, ({ id_user, is_less }) => {
        if (is_less) realtime.endUser(id_user);
      }),
      eventListener(realtimeExpelled, ({ user_id }) => realtime.expel(user_id)),
      eventListener(realtimeTriggered, ({ channels, name, data, socket_id }) => {
        for (const channel of channels) realtime.publishText({ channel, event: name, data }, socket_id);
      }),
    ],
    samples,
    handlers: handlers(realtimeApi, {
      "POST /api/broadcasting/auth": async ({ body, user, session, pass, request }) => {
        const { socket_id, channel_name } = body;
        if (pass !== null) checkScope(pass, channel_name);
        if (!(await mayHear(user, channel_name))) throw new AppError("FORBIDDEN");
        const outside = (data?: string) => push.sign(socket_id, channel_name, data);
        if (!push.isHosted()) checkSocket(socket_id, request, pass);
        if (pass !== null) return { auth: outside() ?? realtime.signToken(socket_id, channel_name, pass) };
        if (session === null) throw new AppError("FORBIDDEN");
        if (!channel_name.startsWith("presence-"))
          return { auth: outside() ?? realtime.sign(socket_id, channel_name, session) };
        const channel_data = await memberData(user);
        const auth =
          outside(channel_data) ?? realtime.signMember(socket_id, channel_name, session, channel_data);
        return { auth, channel_data };
      },
      "POST /api/broadcasting/user-auth": async ({ body: { socket_id }, user, session, pass, request }) => {
        const by = pass ?? session;
        if (by === null) throw new AppError("FORBIDDEN");
        if (!push.isHosted()) checkSocket(socket_id, request, pass);
        const user_data = JSON.stringify({ id: String(user.id), user_info: await infoOf(user.id) });
        // The protocol signs `socket_id::user::user_data`.
        const auth = push.sign(socket_id, ":user:", user_data) ?? realtime.signUser(socket_id, by, user_data);
        return { auth, user_data };
      },
    }),
  };
}

function isNo(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
