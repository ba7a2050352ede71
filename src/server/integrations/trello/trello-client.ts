import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolCard, type ToolClient, ToolFailure, type ToolFields } from "../tools/tool-client.ts";
import { carriesLink, noonOf, readAnswer, soundsDone, withLink } from "../tools/tool-trouble.ts";
import { createTrelloCall } from "./trello-call.ts";
import { createTrelloNews } from "./trello-hooks.ts";
import { createTrelloSignIn } from "./trello-sign-in.ts";

const Named = z.object({ id: z.string(), name: z.string() });
const Board = Named.extend({
  url: z.string(),
  closed: z.boolean(),
  organization: z.object({ displayName: z.string() }).nullish(),
});
const Card = z.object({
  id: z.string(),
  url: z.string(),
  closed: z.boolean(),
  idList: z.string(),
  idBoard: z.string(),
  dateLastActivity: z.coerce.date().nullish(),
});

const cardFields = "url,closed,idList,idBoard,dateLastActivity";
/** Maximum characters of a card's description. */
const mostText = 16_384;
const at = encodeURIComponent;

/** Trello: lists are the statuses. Cards are changed through version 1 of its REST API. */
export function createTrelloClient(options: ToolClientOptions): ToolClient {
  const { trello: endpoints } = readIntegrationEndpoints(options.endpoints);
  const call = createTrelloCall(options, endpoints.api);

  const readCard: ToolClient["readCard"] = async (tokens, { boardId, cardId }) => {
    const query = { fields: cardFields, list: true };
    const found = readAnswer(
      Card.extend({ list: Named }),
      await call(tokens, "GET", `/cards/${at(cardId)}`, { query }),
    );
    return cardOf(found, found.list, boardId);
  };

  return {
    tool: "trello",
    pollMinutes: 5,
    ...createTrelloSignIn(options, call),
    ...createTrelloNews(options, call),

    async boards(tokens, { search, most }) {
      const query = {
        filter: "open",
        fields: "name,url,closed",
        organization: true,
        organization_fields: "displayName",
      };
      const boards = readAnswer(z.array(Board), await call(tokens, "GET", "/members/me/boards", { query }));
      const wanted = search.trim().toLowerCase();
      const found = boards
        .filter(({ name, closed }) => !closed && name.toLowerCase().includes(wanted))
        .sort((a, b) => a.name.localeCompare(b.name));
      return { items: found.slice(0, most).map(boardOf), isCut: found.length > most };
    },
    async board(tokens, boardId) {
      const query = { fields: "name,url,closed", lists: "open", organization: true };
      const found = readAnswer(
        Board.extend({ lists: z.array(Named) }),
        await call(tokens, "GET", `/boards/${at(boardId)}`, { query }),
      );
      if (found.closed) throw new ToolFailure("not_found", "the board is closed");
      const lists = found.lists.map(({ id, name }) => ({ id, name }));
      return {
        ...boardOf(found),
        sections: lists,
        statuses: lists.map((list) => ({ ...list, color: "", is_done: soundsDone(list.name) })),
      };
    },

    // Uses the lists and not the search, which indexes a new card with a delay.
    async findCard(tokens, { boardId, link }) {
      const query = { filter: "all", fields: "name", cards: "all", card_fields: `${cardFields},desc` };
      const lists = readAnswer(
        z.array(Named.extend({ cards: z.array(Card.extend({ desc: z.string().nullish() })) })),
        await call(tokens, "GET", `/boards/${at(boardId)}/lists`, { query }),
      );
      for (const list of lists)
        for (const card of list.cards) if (carriesLink(card.desc, link)) return cardOf(card, list, boardId);
      return null;
    },
    async createCard(tokens, { boardId, sectionId, statusId, fields }) {
      const idList = statusId ?? sectionId;
      if (idList === null) throw new ToolFailure("unknown_status", "a card needs a list");
      const json = { idList, pos: "bottom", ...written(fields) };
      const made = readAnswer(Card, await call(tokens, "POST", "/cards", { json }));
      // The answer does not name the list. The creation of the card is what matters.
      return readCard(tokens, { boardId, cardId: made.id }).catch(() =>
        cardOf(made, { id: idList, name: "" }, boardId),
      );
    },
    async updateCard(tokens, { cardId, fields }) {
      await call(tokens, "PUT", `/cards/${at(cardId)}`, { json: written(fields) });
    },
    async setStatus(tokens, { cardId, statusId }) {
      await call(tokens, "PUT", `/cards/${at(cardId)}`, { json: { idList: statusId } });
    },
    async attachPhoto(tokens, { cardId, photo }) {
      const multipart = new FormData();
      multipart.append("name", photo.name);
      multipart.append("mimeType", photo.type);
      multipart.append("file", new Blob([Buffer.from(photo.bytes)], { type: photo.type }), photo.name);
      await call(tokens, "POST", `/cards/${at(cardId)}/attachments`, { multipart });
    },
    async files(tokens, { cardId }) {
      const query = { fields: "name" };
      const found = await call(tokens, "GET", `/cards/${at(cardId)}/attachments`, { query });
      return readAnswer(z.array(Named), found).map(({ name }) => name);
    },
    readCard,
  };
}

const boardOf = ({ id, name, url, organization }: z.output<typeof Board>) => ({
  id,
  name,
  url,
  place: organization?.displayName ?? "",
});

const written = ({ title, description, due, link }: ToolFields) => ({
  name: title.slice(0, mostText),
  desc: withLink(description, link, mostText),
  due: due === null ? null : noonOf(due).toISOString(),
});

const cardOf = (
  card: z.output<typeof Card>,
  list: { readonly id: string; readonly name: string },
  boardId: string,
): ToolCard => ({
  id: card.id,
  url: card.url,
  status: { id: list.id, name: list.name },
  isGone: card.closed || card.idBoard !== boardId,
  changedAt: card.dateLastActivity ?? null,
});
