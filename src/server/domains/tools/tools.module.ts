import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { toolsApi } from "#contract/tools.ts";
import type { ToolClients } from "#server/integrations/tools/tool-client.ts";
import type { Archive } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { challengeOf } from "#server/platform/journeys.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionReader, SessionUser } from "#server/platform/session.ts";
import type { Notices } from "../notifications/notices.ts";
import type { OpeningsReader } from "../plans/openings.ts";
import { projectFlags } from "../projects/projects.policy.ts";
import { type SnagRecord, snagFlags } from "../snags/snags.policy.ts";
import { createBoards } from "./boards.ts";
import { createConnections } from "./connecting/connections.ts";
import { createToolJourneys } from "./connecting/journeys.ts";
import { toolReturn } from "./connecting/tool-return.ts";
import { answering } from "./failures.ts";
import { type ChangeStatus, createArrivals } from "./hearing/arrivals.ts";
import { createBoardNews } from "./hearing/board-news.ts";
import { createHooks } from "./hearing/hooks.ts";
import { createToolInbox } from "./hearing/inbox.ts";
import type { ConnectionRow } from "./sending/followed.ts";
import { createLinksRepository } from "./sending/links.repository.ts";
import type { ToolOutbox } from "./sending/outbox.ts";
import { createSender } from "./sending/sender.ts";
import { createSendings } from "./sending/sendings.ts";
import { createWakeTools } from "./sending/wake.ts";
import { wireConnection, wireEntry, wireLink, wireProjectTool } from "./wire.ts";

export interface ToolsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly rate: RateLimiter;
  readonly attempts: Attempts;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly archive: Pick<Archive, "keptFile">;
  readonly sessions: SessionReader;
  readonly clients: ToolClients;
  readonly outbox: ToolOutbox;
  readonly openings: OpeningsReader;
  readonly snags: Policy<SnagRecord>;
  readonly changeStatus: ChangeStatus;
  /** The look into the room's picture at a snag, JPEG. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
  /** Empty when nobody said under which address people reach this server. */
  readonly publicUrl: string;
  /** The same, or what stands in where none is configured. */
  readonly siteAddress: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
}

export function toolsModule(options: ToolsOptions) {
  const { db, clock, key, clients, outbox, openings, publicUrl } = options;
  const mayUse = async (userId: number, tool: ToolName) => (await openings(userId))[tool] === null;
  const refuseClosed = async ({ id }: { readonly id: number }, tool: ToolName): Promise<void> => {
    if (!(await mayUse(id, tool))) throw new AppError("TOOL_OFF");
  };
  const connections = createConnections({ ...options, resume: outbox.resume });
  const hooks = createHooks(options);
  const arrivals = createArrivals(options);
  const sender = createSender({ ...options, connections, arrivals, mayUse, site: options.siteAddress });
  const { boardIsThere } = sender;
  const inbox = createToolInbox({ ...options, connections, arrivals, mayUse, boardIsThere });
  const boardNews = createBoardNews({ ...options, connections, inbox, hooks, mayUse });
  const boards = createBoards({ ...options, connections, hooks });
  const sendings = createSendings(options);
  const links = createLinksRepository(db);
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
  const showLink = async (snag: SnagRecord, tool: ToolName, user: SessionUser) => {
    const link = await links.one(snag.id, tool);
    if (link === undefined) throw new AppError("NOT_FOUND");
    return wireLink(link, snagFlags(snag, user));
  };

  return {
    /** Pages to which the tools send the browser back. */
    returns: toolReturn({ ...options, journeys, connections, mayUse, returnUrl }),
    /** Where the tools tell their news. */
    hooks: (app: FastifyInstance) => hooks.plugin({ inbox, mayUse })(app),
    connections,
    sendDue: sender.sendDue,
    hear: inbox.hear,
    ask: boardNews.ask,
    wake: createWakeTools(options),
    prune: inbox.prune,
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
      "GET /api/tools/{tool}/links": async ({ params: { tool }, query, user }) => {
        await refuseClosed(user, tool);
        const { rows, total } = await links.list(user, { ...query, tool });
        const items = rows.map((row) => wireLink(row, snagFlags({ ...row, id_user: row.id_author }, user)));
        return { items, total, page: query.page, per_page: query.per_page };
      },
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
      "GET /api/annotations/{id}/tools": async ({ subject, user }) => {
        const [own, log, all, open] = await Promise.all([
          links.ofSnag(subject.id),
          links.log(subject.id),
          links.boardsOf(subject.id_project),
          openings(user.id),
        ]);
        const isSent = (board: (typeof all)[number]) =>
          own.some(
            ({ tool, state, board_id, id_project_tool }) =>
              tool === board.tool &&
              state !== "gone" &&
              board_id === board.board_id &&
              id_project_tool === board.id,
          );
        const flags = snagFlags(subject, user);
        const offers = flags.edit ? all.filter((board) => open[board.tool] === null && !isSent(board)) : [];
        return {
          links: own.map((link) => wireLink(link, flags)),
          log: log.map(wireEntry),
          offers: offers.map(({ tool, board }) => ({ tool, board: board.name })),
        };
      },
      "POST /api/annotations/{id}/tools/{tool}": async ({ subject, params: { tool }, user, request }) => {
        await refuseClosed(user, tool);
        await sendings.send([subject], tool, { user, address: request.ip });
        return showLink(subject, tool, user);
      },
      "POST /api/annotations/{id}/tools/{tool}/retry": async ({
        subject,
        params: { tool },
        user,
        request,
      }) => {
        await refuseClosed(user, tool);
        await sendings.retry(subject, tool, { user, address: request.ip });
        return showLink(subject, tool, user);
      },
      "DELETE /api/annotations/{id}/tools/{tool}": async ({ subject, params: { tool } }) => {
        await sendings.unlink(subject, tool);
        return {};
      },
      "POST /api/tools/{tool}/annotations": async ({ params: { tool }, body, user, request }) => {
        await refuseClosed(user, tool);
        // All are looked at before the first is sent.
        const subjects = await Promise.all(
          [...new Set(body.ids)].map((id) => authorize(options.snags, "edit", id, user)),
        );
        return { sent: await sendings.send(subjects, tool, { user, address: request.ip }) };
      },
    }),
  };
}
