import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureOf } from "#test/tool-service/client-suite.ts";
import { HookSite } from "#test/tool-service/hook-site.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import { TrelloService } from "#test/trello-service/index.ts";
import { app as registered } from "#test/trello-service/sign-in.ts";
import type { ToolApp, ToolClient, ToolTokens } from "../tools/tool-client.ts";
import { createTrelloClient } from "./trello-client.ts";

let time = Date.parse("2026-11-21T08:00:00Z");
const clock = { now: () => new Date(time++) };
const keyOnly: ToolApp = {
  clientId: "",
  clientSecret: "",
  key: registered.key,
  signingSecret: registered.secret,
};
let app = keyOnly;
let service: TrelloService;
let client: ToolClient;
let tokens: ToolTokens;
let boardId = "";

let site: HookSite;
let url = "";

beforeAll(async () => {
  site = await HookSite.open();
  ({ url } = site);
  service = await TrelloService.start({ clock });
  const endpoints = environmentOf(service).INTEGRATION_ENDPOINTS;
  client = createTrelloClient({ clock, endpoints, app: () => app });
  tokens = { way: "token", access: service.token.token };
  boardId = service.boards[0]?.id ?? "";
});
afterAll(async () => {
  await service.close();
  site.close();
});
beforeEach(() => {
  service.calm();
  service.store.webhooks.clear();
  site.calm();
  app = keyOnly;
});

async function hooked() {
  const hook = await client.createHook(tokens, { boardId, url });
  if (hook === null) throw new Error("no hook");
  const { sections } = await client.board(tokens, boardId);
  const link = `https://site.example/snags/${time}`;
  const fields = { title: "Crack", description: "", due: null, link };
  const sectionId = sections[0]?.id ?? "";
  const card = await client.createCard(tokens, { boardId, sectionId, statusId: null, fields, key: link });
  await service.settled();
  site.calm();
  return { hook, card };
}
const read = (index: number, secret: string | null) => client.readHook(site.call(index, boardId, secret));

describe("Trello's webhooks", () => {
  it("report a moved card, under the same key as polling", async () => {
    const { hook, card } = await hooked();
    const since = new Date(time - 1);
    service.move(card.id, "Review");
    await service.settled();
    const heard = read(0, hook.secret);
    expect(heard?.news).toMatchObject([{ cardId: card.id, kind: "status", actorId: service.peer.id }]);
    expect(heard?.news).toEqual(await client.changesSince(tokens, { boardId, since }));
  });

  it("are rejected when the signature, the body or the address differs", async () => {
    const { hook, card } = await hooked();
    service.turn({ isSignatureWrong: true });
    service.move(card.id, "Done");
    await service.settled();
    expect(read(0, hook.secret)).toBeNull();
    service.calm();
    service.move(card.id, "Review");
    await service.settled();
    const good = site.call(1, boardId, hook.secret);
    expect(client.readHook(good)).not.toBeNull();
    expect(client.readHook({ ...good, url: url.replace("c=7", "c=8") })).toBeNull();
    expect(client.readHook({ ...good, body: new Uint8Array([...good.body, 32]) })).toBeNull();
  });

  it("are delivered twice with the same key", async () => {
    const { hook, card } = await hooked();
    service.turn({ repeats: 2 });
    service.move(card.id, "Doing");
    await service.settled();
    expect(site.told).toHaveLength(3);
    expect(new Set([0, 1, 2].map((index) => read(index, hook.secret)?.news[0]?.key)).size).toBe(1);
  });

  it("are created once, even when the answer was lost; checked; and deleted once", async () => {
    service.turn({ lost: 1 });
    expect(await failureOf(client.createHook(tokens, { boardId, url }))).toMatchObject({ isUnsure: true });
    const found = await client.createHook(tokens, { boardId, url });
    expect(service.store.webhooks.size).toBe(1);
    const hook = { boardId, id: found?.id ?? "" };
    expect(await client.hookLives(tokens, hook)).toBe(true);
    for (const webhook of service.store.webhooks.values()) webhook.active = false;
    expect(await client.hookLives(tokens, hook)).toBe(false);
    await client.deleteHook(tokens, hook);
    await client.deleteHook(tokens, hook);
    expect(await client.hookLives(tokens, hook)).toBe(false);
  });

  it("are refused when Trello cannot reach the address", async () => {
    site.headStatus = 404;
    expect(await failureOf(client.createHook(tokens, { boardId, url }))).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("did not return 200"),
    });
  });

  it("are not requested where they could not be distinguished from forged ones", async () => {
    app = { ...keyOnly, signingSecret: "" };
    expect(await client.createHook(tokens, { boardId, url })).toBeNull();
    app = { ...keyOnly, key: "another" };
    expect(await client.createHook({ ...tokens, key: registered.key }, { boardId, url })).toBeNull();
    expect(service.store.webhooks.size).toBe(0);
  });
});
