import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureOf, isLive, photo, walkThrough } from "#test/tool-service/client-suite.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import { TrelloService } from "#test/trello-service/index.ts";
import { app as registered } from "#test/trello-service/sign-in.ts";
import type { ToolApp, ToolClient, ToolTokens } from "../tools/tool-client.ts";
import { createTrelloClient } from "./trello-client.ts";
import { isSignedBy } from "./trello-news.ts";

let time = Date.parse("2026-11-21T08:00:00Z");
const clock = { now: () => new Date(time++) };
const pauses: number[] = [];
let app: ToolApp;
let service: TrelloService;
let client: ToolClient;
let tokens: ToolTokens;
let boardId = "";
let lists: readonly { readonly id: string; readonly name: string }[] = [];
let count = 0;

beforeAll(async () => {
  service = await TrelloService.start({ clock });
  client = createTrelloClient({
    clock,
    endpoints: environmentOf(service).INTEGRATION_ENDPOINTS,
    app: () => app,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.calm();
  pauses.length = 0;
  app = {
    clientId: registered.clientId,
    clientSecret: registered.clientSecret,
    key: registered.key,
    signingSecret: registered.secret,
  };
  tokens = { way: "token", access: service.token.token };
  boardId = service.boards[0]?.id ?? "";
  ({ sections: lists } = await client.board(tokens, boardId));
  service.calls.length = 0;
});

const listNamed = (name: string) => lists.find((list) => list.name === name)?.id ?? "";
const fields = (link: string) => ({ title: "Crack", description: "Level 2", due: null, link });
async function card(link = `https://site.example/snags/${++count}`) {
  const at = { boardId, sectionId: listNamed("To do"), statusId: null, key: link };
  const { id } = await client.createCard(tokens, { ...at, fields: fields(link) });
  return { boardId, cardId: id, link };
}
const signIn = { state: "s".repeat(22), returnUrl: "https://site.example/auth/tools/trello/callback" };
const verifier = "v".repeat(43);
const challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM";

/** Acts as the browser: it opens the page, consents, and is redirected back. */
async function allow(url: string): Promise<URL> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ answer: "allow" }),
  });
  return new URL(answer.headers.get("location") ?? "");
}

describe("Trello", () => {
  it("accepts a snag with its photo, and returns its new list", async () => {
    const link = "https://site.example/viewer/abc/1/77";
    const since = new Date(time);
    const cardId = await walkThrough({ client, tokens, boardId, link, since });
    const seen = service.cards().find(({ id }) => id === cardId);
    expect(seen).toMatchObject({
      title: "[#7] Crack over the window",
      description: `Level 2\nDue soon\n\n${link}`,
      due: "2026-12-01",
      status: "Done",
    });
    expect(seen?.files[0]).toMatchObject({ name: "snag-1.jpg", type: "image/jpeg", bytes: photo().bytes });
    expect(service.calls.filter((call) => call.startsWith("501"))).toEqual([]);
  });

  it("lists open boards by name, with their workspace", async () => {
    const { items, isCut } = await client.boards(tokens, { search: "", most: 1 });
    expect(items).toMatchObject([{ name: "Harbour", place: "North Site" }]);
    expect(isCut).toBe(true);
    expect((await client.boards(tokens, { search: "tower", most: 9 })).items).toHaveLength(1);
    const closed = service.boards.find(({ name }) => name === "Old works")?.id ?? "";
    expect(await failureOf(client.board(tokens, closed))).toMatchObject({ kind: "not_found" });
  });

  it("finds a card by its full address, also one that was archived", async () => {
    const one = await card("https://site.example/snags/1000");
    expect(await client.findCard(tokens, { boardId, link: "https://site.example/snags/100" })).toBeNull();
    service.archive(one.cardId);
    expect(await client.findCard(tokens, one)).toMatchObject({ id: one.cardId, isGone: true });
  });

  it("finds a card among five thousand in one call, and reads more than one page of events", async () => {
    const { store } = service;
    const [board, peer] = [store.boards[1], store.peer];
    const [open, closed] = store.lists.filter(({ idBoard }) => idBoard === board?.id);
    if (open === undefined || closed === undefined) throw new Error("no lists");
    const link = "https://site.example/snags/4711";
    const sent = {
      boardId: open.idBoard,
      sectionId: open.id,
      statusId: null,
      fields: fields(link),
      key: link,
    };
    const { id } = await client.createCard(tokens, sent);
    const [one] = [...store.cards.values()].filter((card) => card.id === id);
    if (one === undefined) throw new Error("no card");
    for (let i = 0; i < 5000; i++)
      store.cards.set(`many-${i}`, {
        ...one,
        id: `many-${i}`,
        desc: `https://site.example/snags/${5000 + i}`,
      });
    service.calls.length = 0;
    expect(await client.findCard(tokens, { ...sent, link })).toMatchObject({ id });
    expect(service.calls).toHaveLength(1);
    const since = new Date(time - 1);
    for (let i = 0; i < 1201; i++) store.change(one, { idList: i % 2 === 0 ? closed.id : open.id }, peer);
    const news = await client.changesSince(tokens, { boardId: open.idBoard, since });
    expect(new Set(news.map(({ key }) => key)).size).toBe(1201);
    expect(service.calls).toHaveLength(3);
    for (let i = 0; i < 5000; i++) store.cards.delete(`many-${i}`);
  });

  it("returns which of its events concern a status, and which card was deleted", async () => {
    const [moved, archived, removed] = [await card(), await card(), await card()];
    const since = new Date(time - 1);
    service.move(moved.cardId, "Review");
    service.archive(archived.cardId);
    service.remove(removed.cardId);
    const news = await client.changesSince(tokens, { boardId, since });
    expect(news).toMatchObject([
      { cardId: moved.cardId, kind: "status", actorId: service.peer.id },
      { cardId: archived.cardId, kind: "gone" },
      { cardId: removed.cardId, kind: "gone" },
    ]);
    expect(new Set(news.map(({ key }) => key)).size).toBe(3);
    expect((await client.readCard(tokens, archived)).isGone).toBe(true);
    expect(await failureOf(client.readCard(tokens, removed))).toMatchObject({ kind: "not_found" });
  });

  it("signs its webhooks over body and address, with the secret of the older key", () => {
    const body = Buffer.from('{"action":{"type":"updateCard"},"model":{"id":"5a"}}');
    const url = "https://app.example/hooks/trello?c=7";
    const signature = "9xKGVrRKG0TCjIsOUdb00bRAhTk=";
    expect(isSignedBy(["s3cr3t"], { body, url, signature })).toBe(true);
    expect(isSignedBy(["other"], { body, url, signature })).toBe(false);
    expect(isSignedBy(["s3cr3t"], { body, url: `${url}&d=1`, signature })).toBe(false);
    expect(isSignedBy(["s3cr3t"], { body, url, signature: undefined })).toBe(false);
  });

  it("issues a personal token for the site's key, and signs in by OAuth 2.0 where a client is configured", async () => {
    const journey = { ...signIn, challenge, pageUrl: "https://site.example/auth/tools/trello/page" };
    expect(client.canSignIn()).toBe(true);
    expect(client.needsKey()).toBe(false);
    const back = await allow(client.authorizeUrl(journey));
    expect(back.searchParams.get("state")).toBe(signIn.state);
    const code = back.searchParams.get("code") ?? "";
    const grant = await client.exchange({ code, verifier, returnUrl: signIn.returnUrl });
    expect(grant.expiresAt?.getTime()).toBeGreaterThan(time + 3_500_000);
    expect(await client.whoAmI(grant)).toEqual(service.account);
    // A code is single-use.
    const again = failureOf(client.exchange({ code, verifier, returnUrl: signIn.returnUrl }));
    expect(await again).toMatchObject({ kind: "reauth" });

    app = { ...app, clientId: "", clientSecret: "" };
    const older = await allow(client.authorizeUrl(journey));
    expect(`${older.origin}${older.pathname}`).toBe(journey.pageUrl);
    const access = new URLSearchParams(older.hash.slice(1)).get("token") ?? "";
    expect(await client.whoAmI({ way: "sign_in", access })).toEqual(service.account);
    expect(await (await fetch(client.tokenPage())).text()).toContain("let Sitewalk in?");

    app = { ...app, key: "" };
    expect(client.canSignIn()).toBe(false);
    expect(client.needsKey()).toBe(true);
    expect(await client.whoAmI({ ...tokens, key: registered.key })).toEqual(service.account);
  });

  it("renews a token once; a second use, and one whose answer was lost, require a new connection", async () => {
    const back = await allow(client.authorizeUrl({ ...signIn, challenge, pageUrl: "https://site.example/" }));
    const code = back.searchParams.get("code") ?? "";
    const grant = await client.exchange({ code, verifier, returnUrl: signIn.returnUrl });
    service.expireTokens();
    expect(await failureOf(client.whoAmI(grant))).toMatchObject({ kind: "reauth", reason: "expired token" });
    service.calls.length = 0;
    const renewed = await client.refresh(grant);
    expect(renewed.refresh).not.toBe(grant.refresh);
    expect(await client.whoAmI(renewed)).toEqual(service.account);
    expect(await failureOf(client.refresh(grant))).toMatchObject({ kind: "reauth" });
    service.turn({ lost: 1 });
    expect(await failureOf(client.refresh(renewed))).toMatchObject({ kind: "passing", isUnsure: true });
    expect(await failureOf(client.refresh(renewed))).toMatchObject({ kind: "reauth" });
    expect(service.calls.filter((call) => call === "POST /oauth/token")).toHaveLength(4);
  });

  it("distinguishes a revoked token from a card that may not be seen", async () => {
    expect(await failureOf(client.whoAmI({ way: "token", access: "ATTAdead" }))).toMatchObject({
      kind: "reauth",
      reason: "invalid token",
    });
    expect(await failureOf(client.whoAmI({ ...tokens, key: "another" }))).toMatchObject({
      reason: "invalid key",
    });
    expect(await failureOf(client.board(tokens, "0".repeat(24)))).toMatchObject({ kind: "not_found" });
    const hidden = service.store.boards.find(({ isPrivate }) => isPrivate)?.id ?? "";
    expect(await failureOf(client.board(tokens, hidden))).toMatchObject({ kind: "not_found" });
  });

  it("retries when it has to wait, but never creates a card twice", async () => {
    service.turn({ busy: 4 });
    expect(await failureOf(client.whoAmI(tokens))).toMatchObject({
      kind: "rate_limited",
      reason: "Rate limit exceeded",
      retryAt: expect.any(Date),
    });
    expect(pauses).toHaveLength(3);
    pauses.length = 0;
    service.turn({ broken: 2 });
    await client.whoAmI(tokens);
    expect(pauses).toHaveLength(2);

    service.turn({ lost: 1 });
    const link = "https://site.example/snags/lost";
    service.calls.length = 0;
    const lost = { boardId, sectionId: listNamed("To do"), statusId: null, fields: fields(link), key: link };
    expect(await failureOf(client.createCard(tokens, lost))).toMatchObject({
      kind: "passing",
      isUnsure: true,
    });
    expect(service.calls).toEqual(["POST /1/cards"]);
    expect(await client.findCard(tokens, { boardId, link })).toMatchObject({ isGone: false });
  });

  it("reports that a list is missing, and that there is no space for a file", async () => {
    const one = await card();
    const gone = failureOf(client.setStatus(tokens, { ...one, statusId: "0".repeat(24) }));
    expect(await gone).toMatchObject({ kind: "unknown_status" });
    service.turn({ isFull: true });
    const full = failureOf(client.attachPhoto(tokens, { ...one, photo: photo() }));
    expect(await full).toMatchObject({ kind: "storage_full" });
    expect(await client.files(tokens, one)).toEqual([]);
  });

  it("cuts a description that is too long, but never the address in it", async () => {
    const link = "https://site.example/snags/long";
    const long = { ...fields(link), description: "ء".repeat(20_000) };
    await client.createCard(tokens, {
      boardId,
      sectionId: null,
      statusId: listNamed("Doing"),
      fields: long,
      key: "k",
    });
    expect(await client.findCard(tokens, { boardId, link })).toMatchObject({ status: { name: "Doing" } });
  });

  it("revokes a token on disconnect, and ignores one that is invalid already", async () => {
    const journey = { ...signIn, challenge, pageUrl: "https://site.example/" };
    app = { ...app, clientId: "" };
    const back = await allow(client.authorizeUrl(journey));
    const access = new URLSearchParams(back.hash.slice(1)).get("token") ?? "";
    await client.revoke({ way: "sign_in", access });
    expect(await failureOf(client.whoAmI({ way: "sign_in", access }))).toMatchObject({ kind: "reauth" });
    await client.revoke({ way: "sign_in", access });
  });
});

describe.skipIf(!isLive)("Trello itself (INTEGRATION_LIVE=1, LIVE_TRELLO_KEY, _TOKEN, _BOARD)", () => {
  it("accepts a snag with its photo, and returns its new list", async () => {
    const env = (name: string) => process.env[`LIVE_TRELLO_${name}`] ?? "";
    const live = createTrelloClient({ clock: { now: () => new Date() }, endpoints: "", app: () => app });
    const since = new Date(Date.now() - 60_000);
    const link = `https://site.example/viewer/live/1/${since.getTime()}`;
    const mine: ToolTokens = { way: "token", access: env("TOKEN"), key: env("KEY") };
    await walkThrough({ client: live, tokens: mine, boardId: env("BOARD"), link, since });
  });
});
