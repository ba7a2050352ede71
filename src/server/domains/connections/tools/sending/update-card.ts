import type { ToolCard, ToolClients, ToolTokens } from "#server/integrations/tools/tool-client.ts";
import type { Archive } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type CardChanges, nameOf } from "../receiving/card-changes.ts";
import { createAttach } from "./attach.ts";
import { judge } from "./backoff.ts";
import type { WantedCard } from "./card.ts";
import type { LinkLeases } from "./link-leases.ts";
import type { Entry, LinkRow, LinkTarget } from "./link-target.ts";

export interface UpdateCardOptions {
  readonly clock: Clock;
  readonly clients: ToolClients;
  readonly turns: Pick<LinkLeases, "keep" | "finish">;
  readonly arrivals: Pick<CardChanges, "settle">;
  readonly archive: Pick<Archive, "keptFile">;
  /** The view of the room's picture towards a snag, as JPEG. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
}

/** Brings a card to its desired content. */
export function createUpdateCard(options: UpdateCardOptions) {
  const { clock, clients, arrivals } = options;
  const attach = createAttach(options);
  const { keep, finish } = options.turns;

  /** Runs step by step; each is stored before the next begins, so that none is done twice. */
  const bring = async (place: LinkTarget, card: WantedCard, tokens: ToolTokens): Promise<void> => {
    const client = clients[place.link.tool];
    // The tokens may be new ones, if the first were refused midway.
    let link = await keep(place.link, {});
    if (link.state === "gone") return finish(link, {});
    if (link.external_id === null) link = await create({ ...place, link }, card, tokens);
    const on = { boardId: link.board_id, cardId: link.external_id ?? "" };
    // Comes first, before any step that the tool counts as a change of the card.
    const moved = await tellStatus({ ...place, link }, card, tokens);
    if (moved === null) return;
    link = moved;
    if (link.sent_hash !== card.hash) {
      await client.updateCard(tokens, { ...on, fields: card.fields });
      link = await keep(link, { sent_hash: card.hash, sent_version: card.version }, [
        { direction: "out", action: "fields", to: card.fields.title },
      ]);
    }
    const missing = place.tool.sends_photos ? await attach({ ...place, link }, card, tokens) : null;
    const values = { synced_at: clock.now(), sent_version: card.version } as const;
    if (missing !== null) {
      const { attempts, nextTry } = judge(missing, { attempts: link.attempts, now: clock.now() });
      const failure = { attempts, failure: missing.reason };
      const entry: Entry = { direction: "out", action: "failed", to: missing.reason };
      return finish(
        link,
        { ...values, ...failure, state: "partial" },
        { nextTry, projectId: card.id_project },
        { entry, isOver: nextTry === null },
      );
    }
    return finish(
      link,
      { ...values, state: "sent", attempts: 0, failure: "" },
      { projectId: card.id_project },
    );
  };

  /** Searches for the card before creating one, wherever one may exist already. */
  const create = async (place: LinkTarget, card: WantedCard, tokens: ToolTokens): Promise<LinkRow> => {
    const client = clients[place.link.tool];
    const { board_id: boardId, section_id: sectionId, statuses } = place.tool;
    const { fields, status, hash, version } = card;
    if (place.link.was_tried) {
      const found = await client.findCard(tokens, { boardId, link: fields.link });
      if (found !== null && !found.isGone)
        return keep(place.link, { ...standing(found), sent_hash: "" }, [created(found)]);
    }
    const link = await keep(place.link, { was_tried: true });
    const statusId = statuses[status] ?? null;
    const made = await client.createCard(tokens, { boardId, sectionId, statusId, fields, key: keyOf(link) });
    const sent = { sent_hash: hash, sent_version: version, sent_status: status } as const;
    // Where the tool sets the status apart from creating the card, it is sent next.
    const isThere = statusId === null || made.status?.id === statusId;
    return keep(link, { ...standing(made), ...sent, ...(!isThere && { sent_status: "" }) }, [created(made)]);
  };

  /** Null when the card was deleted, or has moved since: then the tool's status counts. */
  const tellStatus = async (
    place: LinkTarget,
    card: WantedCard,
    tokens: ToolTokens,
  ): Promise<LinkRow | null> => {
    const { link, tool } = place;
    const { status } = card;
    const statusId = tool.statuses[status] ?? null;
    if (link.sent_status === status) return link;
    if (statusId === null) return keep(link, { sent_status: status });
    const client = clients[link.tool];
    const on = { boardId: link.board_id, cardId: link.external_id ?? "" };
    const there = await client.readCard(tokens, on);
    const isMoved = (there.status?.id ?? "") !== link.remote_status_id;
    if (there.isGone || (isMoved && there.status?.id !== statusId)) {
      const isOurs = await arrivals.settle(place, there, await movedAt(clients, place, there, tokens));
      if (!isOurs) {
        await finish(link, {}, { projectId: card.id_project });
        return null;
      }
    }
    if (there.status?.id !== statusId) await client.setStatus(tokens, { ...on, statusId });
    const to = nameOf(tool, status);
    return keep(
      link,
      { sent_status: status, remote_status_id: statusId, remote_status: to },
      there.status?.id === statusId
        ? []
        : [{ direction: "out", action: "status", from: there.status?.name ?? "", to }],
    );
  };

  return bring;
}

/** Time at which the card was moved. The card's own timestamp counts every change, including ours. */
async function movedAt(
  clients: ToolClients,
  { link }: LinkTarget,
  there: ToolCard,
  tokens: ToolTokens,
): Promise<Date> {
  const news = await clients[link.tool].changesSince(tokens, {
    boardId: link.board_id,
    since: link.synced_at ?? link.created_at,
  });
  const last = news.findLast(({ cardId, kind }) => cardId === link.external_id && kind === "status");
  return last?.at ?? there.changedAt ?? new Date(0);
}

/** Idempotency key by which a tool recognises a card that it has already created. */
const keyOf = ({ id, created_at }: LinkRow) => `sitewalk-${id}-${created_at.getTime()}`;

const standing = (card: ToolCard) => ({
  external_id: card.id,
  url: card.url,
  remote_status: card.status?.name ?? "",
  remote_status_id: card.status?.id ?? "",
});

const created = (card: ToolCard): Entry => ({
  direction: "out",
  action: "created",
  to: card.status?.name ?? "",
});
