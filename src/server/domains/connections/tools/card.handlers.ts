import type { ToolName } from "#contract/choices.ts";
import type { toolsApi } from "#contract/tools.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import { type SnagRecord, snagFlags } from "#server/domains/work/snags/snags.policy.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { LinksRepository } from "./sending/links.repository.ts";
import type { Sendings } from "./sending/sendings.ts";
import { wireEntry, wireLink } from "./wire.ts";

export interface CardOptions {
  readonly links: LinksRepository;
  readonly sendings: Sendings;
  readonly openings: FeatureGatesReader;
  readonly snags: Policy<SnagRecord>;
  /** Throws TOOL_OFF where the user may not use the tool. */
  readonly refuseClosed: (user: { readonly id: number }, tool: ToolName) => Promise<void>;
}

type Route = Extract<
  keyof typeof toolsApi,
  `${string}/api/annotations/${string}` | `${string} /api/tools/{tool}/${"links" | "annotations"}`
>;

/** Calls for snags as cards of other tools. */
export function cardHandlers({
  links,
  sendings,
  openings,
  snags,
  refuseClosed,
}: CardOptions): Handlers<Route> {
  const showLink = async (snag: SnagRecord, tool: ToolName, user: SessionUser) => {
    const link = await links.one(snag.id, tool);
    if (link === undefined) throw new AppError("NOT_FOUND");
    return wireLink(link, snagFlags(snag, user));
  };

  return {
    "GET /api/tools/{tool}/links": async ({ params: { tool }, query, user }) => {
      await refuseClosed(user, tool);
      const { rows, total } = await links.list(user, { ...query, tool });
      const items = rows.map((row) => wireLink(row, snagFlags({ ...row, id_user: row.id_author }, user)));
      return { items, total, page: query.page, per_page: query.per_page };
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
    "POST /api/annotations/{id}/tools/{tool}/retry": async ({ subject, params: { tool }, user, request }) => {
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
      // All are checked before the first is sent.
      const subjects = await Promise.all(
        [...new Set(body.ids)].map((id) => authorize(snags, "edit", id, user)),
      );
      return { sent: await sendings.send(subjects, tool, { user, address: request.ip }) };
    },
  };
}
