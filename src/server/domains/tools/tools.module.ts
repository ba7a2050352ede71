import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { toolsApi } from "#contract/tools.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { challengeOf } from "#server/platform/journeys.ts";
import { projectFlags } from "../projects/projects.policy.ts";
import { cardHandlers } from "./card.handlers.ts";
import { createToolJourneys } from "./connecting/journeys.ts";
import { toolReturn } from "./connecting/tool-return.ts";
import { answering } from "./failures.ts";
import { samples } from "./samples.ts";
import type { ConnectionRow } from "./sending/followed.ts";
import { createWakeTools } from "./sending/wake.ts";
import { askBoards, hearNews, sendCards, wakeTools } from "./tools.jobs.ts";
import { createTools, type ToolsOptions } from "./tools.ts";
import { wireConnection, wireProjectTool } from "./wire.ts";

export function toolsModule(options: ToolsOptions) {
  const { clock, key, clients, openings, publicUrl } = options;
  const tools = createTools(options);
  const { mayUse, refuseClosed, connections, hooks, inbox, boards, sendings, links } = tools;
  const journeys = createToolJourneys(key, clock);

  /** Never built from what the browser says: neither the host nor the scheme of the call is believed here. */
  const pageUrl = (path: string, { socket }: FastifyRequest) =>
    new URL(path, publicUrl === "" ? `http://localhost:${socket.localPort}` : publicUrl).href;
  const returnUrl = (tool: ToolName, request: FastifyRequest) =>
    pageUrl(`/auth/tools/${tool}/callback`, request);

  /** The caller's own connection, where it is good for something. */
  const connected = async (user: { readonly id: number }, tool: ToolName): Promise<ConnectionRow> => {
    await refuseClosed(user, tool);
    const row = await connections.find(user.id, tool);
    if (row === undefined) throw new AppError("TOOL_NOT_CONNECTED");
    if (row.state === "reauth") throw new AppError("TOOL_REAUTH");
    return row;
  };

  return {
    doors: [
      /** Pages to which the tools send the browser back. */
      toolReturn({ ...options, journeys, connections, mayUse, returnUrl }),
      /** Where the tools tell their news. */
      (app: FastifyInstance) => hooks.plugin({ inbox, mayUse })(app),
    ],
    jobs: [
      jobWorker(sendCards, async (_, { signal }) => void (await tools.sendDue(signal))),
      jobWorker(hearNews, (_, { signal }) => tools.hear(signal)),
      jobWorker(askBoards, (_, { signal }) => tools.ask(signal)),
      jobWorker(wakeTools, createWakeTools(options)),
    ],
    schedules: [scheduledJob("* * * * *", wakeTools)],
    sweeps: [inbox.prune],
    samples,
    handlers: handlers(toolsApi, {
      "GET /api/tools/{tool}": async ({ params: { tool }, user }) => {
        const because = (await openings(user.id))[tool];
        const row = await connections.find(user.id, tool);
        const client = clients[tool];
        return {
          is_on: because === null,
          off_because: because,
          can_sign_in: client.canSignIn(),
          token_page: client.tokenPage(),
          needs_key: client.needsKey(),
          connection: row === undefined ? null : wireConnection(row),
        };
      },
      "GET /api/tools/{tool}/auth-url": async ({ params: { tool }, user, session, request, reply }) => {
        if (user.is_demo) throw new AppError("DEMO_READ_ONLY");
        await refuseClosed(user, tool);
        if (!clients[tool].canSignIn()) throw new AppError("TOOL_SIGN_IN_OFF");
        if (session === null) throw new AppError("UNAUTHENTICATED");
        const door = { request, reply };
        const journey = journeys.start(door, { tool, id_user: user.id, id_session: session.id });
        return {
          auth_url: clients[tool].authorizeUrl({
            state: journey.state,
            challenge: challengeOf(journey),
            returnUrl: returnUrl(tool, request),
            pageUrl: pageUrl(`/${tool}`, request),
          }),
        };
      },
      "POST /api/tools/{tool}/connection": async ({ params: { tool }, body, user, request }) => {
        await refuseClosed(user, tool);
        const { token: access, key: appKey = "" } = body;
        const grant = {
          way: "token",
          access,
          expiresAt: null,
          ...(appKey !== "" && { key: appKey }),
        } as const;
        const row = await answering(
          () => connections.connect({ userId: user.id, tool, address: request.ip }, grant),
          { reauth: "TOOL_TOKEN_WRONG" },
        );
        return wireConnection(row);
      },
      "DELETE /api/tools/{tool}/connection": async ({ params: { tool }, user, request }) => {
        if (!(await connections.disconnect(user.id, tool, request.ip)))
          throw new AppError("TOOL_NOT_CONNECTED");
        return {};
      },
      "GET /api/tools/{tool}/boards": async ({ params: { tool }, query, user }) => {
        const { id } = await connected(user, tool);
        const question = { search: query.search ?? "", most: limits.tools.boards };
        const found = await answering(() =>
          connections.use(id, (tokens) => clients[tool].boards(tokens, question)),
        );
        return { items: [...found.items], is_cut: found.isCut };
      },
      "GET /api/tools/{tool}/boards/{board}": async ({ params: { tool, board }, user }) => {
        const { id } = await connected(user, tool);
        return answering(() => connections.use(id, (tokens) => clients[tool].board(tokens, board)));
      },
      "GET /api/tools/{tool}/projects": async ({ params: { tool }, user }) => {
        await refuseClosed(user, tool);
        const rows = await links.boardsFor(user, tool);
        return rows.map((row) => ({
          ...wireProjectTool(row, projectFlags(row, user)),
          project: row.project,
        }));
      },
      ...cardHandlers({ ...options, links, sendings, refuseClosed }),
      "GET /api/projects/{id}/tools": async ({ subject, user }) => {
        const flags = projectFlags(subject, user);
        return (await links.boardsOf(subject.id)).map((row) => wireProjectTool(row, flags));
      },
      "PUT /api/projects/{id}/tools/{tool}": async ({ subject, params: { tool }, body, user, request }) => {
        const connection = await connected(user, tool);
        await boards.choose(subject, connection, body, { user, address: request.ip });
        const row = await links.board(subject.id, tool);
        if (row === undefined) throw new AppError("NOT_FOUND");
        return wireProjectTool(row, projectFlags(subject, user));
      },
      "DELETE /api/projects/{id}/tools/{tool}": async ({ subject, params: { tool }, user, request }) => {
        await boards.stop(subject, tool, { user, address: request.ip });
        return {};
      },
    }),
  };
}
