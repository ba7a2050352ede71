import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ToolName } from "#contract/choices.ts";
import { toolsApi } from "#contract/tools.ts";
import { projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { cardHandlers } from "./card.handlers.ts";
import { createToolOauthStates } from "./connecting/oauth-state.ts";
import { toolReturn } from "./connecting/tool-return.ts";
import { connectionHandlers, createConnected, pageUrl } from "./connection.handlers.ts";
import { samples } from "./samples.ts";
import { createRequeueDue } from "./sending/requeue-due.ts";
import { askBoards, hearNews, sendCards, wakeTools } from "./tools.jobs.ts";
import { createTools, type ToolsOptions } from "./tools.ts";
import { wireProjectTool } from "./wire.ts";

export function toolsModule(options: ToolsOptions) {
  const { clock, key, clients, openings, publicUrl } = options;
  const tools = createTools(options);
  const { mayUse, refuseClosed, connections, hooks, inbox, boards, sendings, links } = tools;
  const journeys = createToolOauthStates(key, clock);

  const returnUrl = (tool: ToolName, request: FastifyRequest) =>
    pageUrl(publicUrl, `/auth/tools/${tool}/callback`, request);
  const connected = createConnected(tools);

  return {
    doors: [
      /** The addresses to which the tools redirect the browser. */
      toolReturn({ ...options, journeys, connections, mayUse, returnUrl }),
      /** The endpoint for the tools' events. */
      (app: FastifyInstance) => hooks.plugin({ inbox, mayUse })(app),
    ],
    jobs: [
      jobWorker(sendCards, async (_, { signal }) => void (await tools.sendDue(signal))),
      jobWorker(hearNews, (_, { signal }) => tools.hear(signal)),
      jobWorker(askBoards, (_, { signal }) => tools.ask(signal)),
      jobWorker(wakeTools, createRequeueDue(options)),
    ],
    schedules: [scheduledJob("* * * * *", wakeTools)],
    sweeps: [inbox.prune],
    samples,
    handlers: handlers(toolsApi, {
      ...connectionHandlers({ clients, openings, publicUrl, journeys, returnUrl, connected, tools }),
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
