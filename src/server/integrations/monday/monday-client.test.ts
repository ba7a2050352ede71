import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MondayService } from "#test/monday-service/index.ts";
import { app as registered } from "#test/monday-service/sign-in.ts";
import { failureOf, isLive, photo, walkThrough } from "#test/tool-service/client-suite.ts";
import { HookSite } from "#test/tool-service/hook-site.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import type { ToolApp, ToolClient, ToolGrant, ToolTokens } from "../tools/tool-client.ts";
import { createMondayClient } from "./monday-client.ts";
import { endOf } from "./monday-sign-in.ts";

let time = Date.parse("2026-11-21T08:00:00Z");
const clock = { now: () => new Date(time++) };
const set: ToolApp = { ...registered, key: "" };
let app = set;
const boardId = "1234567890";
const plainBoard = "1234567891";
let service: MondayService;
let site: HookSite;
let client: ToolClient;
let tokens: ToolTokens;
let count = 0;
const pauses: number[] = [];

beforeAll(async () => {
  service = await MondayService.start({ clock });
  site = await HookSite.open();
  client = createMondayClient({
    clock,
    endpoints: environmentOf(service).INTEGRATION_ENDPOINTS,
    app: () => app,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
  tokens = { way: "token", access: service.token.token };
});
afterAll(async () => {
  await service.close();
  site.close();
});
beforeEach(() => {
  service.calm();
  site.calm();
  service.errors.length = 0;
  service.store.webhooks.clear();
  service.calls.length = 0;
  pauses.length = 0;
  app = set;
});

const fields = (link: string) => ({ title: "Crack", description: "Level 2", due: "2026-12-01", link });
async function card(link = `https://site.example/snags/${++count}`, board = boardId) {
  const at = { boardId: board, sectionId: null, statusId: null, key: link };
  const { id } = await client.createCard(tokens, { ...at, fields: fields(link) });
  return { boardId: board, cardId: id, link };
}
const returnUrl = "https://site.example/auth/tools/monday/callback";
const verifier = "v".repeat(43);
const challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM";
async function signIn(): Promise<ToolGrant> {
  const url = client.authorizeUrl({ state: "s".repeat(22), challenge, returnUrl, pageUrl: "" });
  const body = new URLSearchParams({ answer: "allow" });
  const answer = await fetch(url, { method: "POST", redirect: "manual", body });
  const back = new URL(answer.headers.get("location") ?? "");
  return client.exchange({ code: back.searchParams.get("code") ?? "", verifier, returnUrl });
}

describe("monday.com", () => {
  it("accepts a snag with its photo, and returns its new status", async () => {
    const link = "https://site.example/viewer/abc/1/77";
    const cardId = await walkThrough({ client, tokens, boardId, link, since: new Date(time) });
    const seen = service.cards().find(({ id }) => id === cardId);
    expect(seen).toMatchObject({
      title: "[#7] Crack over the window",
      description: "Level 2\nDue soon",
      due: "2026-12-01",
      status: "Review",
    });
    expect(seen?.files[0]).toMatchObject({ name: "snag-1.jpg", type: "image/jpeg", bytes: photo().bytes });
    expect(service.calls.filter((call) => call.startsWith("501"))).toEqual([]);
  });

  it("accepts one on a board with a status column only: fields without a column are still found", async () => {
    const link = "https://site.example/viewer/abc/1/78";
    const stage = { client, tokens, boardId: plainBoard, link, since: new Date(time) };
    const cardId = await walkThrough(stage);
    const seen = service.cards().find(({ id }) => id === cardId);
    expect(seen?.title).toBe(`[#7] Crack over the window ${link}`);
    expect(seen?.updates).toEqual(["Level 2<br>Due soon", "snag-1.jpg"]);
    expect(seen?.files).toMatchObject([{ name: "snag-1.jpg" }]);
  });

  it("lists active boards of one level and of several, page by page, and none of subitems", async () => {
    const { items, isCut } = await client.boards(tokens, { search: "", most: 500 });
    expect(items).toMatchObject([
      { name: "Harbour", place: "North Site" },
      { id: boardId, name: "Tower A", url: "https://northsite.monday.com/boards/1234567890" },
    ]);
    expect(isCut).toBe(false);
    expect((await client.boards(tokens, { search: "", most: 1 })).isCut).toBe(true);
    expect(await client.board(tokens, boardId)).toMatchObject({
      sections: [{ id: "topics", name: "To do" }, { name: "Later" }],
      statuses: [
        { id: "status/0", name: "Working on it", color: "#fdab3d", is_done: false },
        { id: "status/1", name: "Done", color: "#00c875", is_done: true },
        { name: "Stuck" },
        { name: "Review" },
      ],
    });
    for (const hidden of ["1234567892", "1"])
      expect(await failureOf(client.board(tokens, hidden))).toMatchObject({ kind: "not_found" });
  });

  it("continues a list at its cursor, and restarts when the cursor has expired", async () => {
    const first = await card("https://site.example/snags/1000");
    for (let i = 0; i < 4; i++) await card();
    service.turn({ pageSize: 2 });
    expect(await client.findCard(tokens, { boardId, link: "https://site.example/snags/100" })).toBeNull();
    expect(await client.findCard(tokens, first)).toMatchObject({ id: first.cardId, isGone: false });
    service.store.deadCursors = 1;
    expect(await client.findCard(tokens, first)).toMatchObject({ id: first.cardId });
    service.store.deadCursors = 2;
    expect(await failureOf(client.findCard(tokens, first))).toMatchObject({ kind: "refused" });
    service.store.deadCursors = 0;
    service.archive(first.cardId);
    expect((await client.readCard(tokens, first)).isGone).toBe(true);
  });

  it("returns the items changed since a moment, oldest first, and the same on repetition", async () => {
    const [one, two] = [await card(), await card()];
    time += 5000;
    const since = new Date(time);
    service.move(two.cardId, "Stuck");
    time += 2000;
    service.move(one.cardId, "Done");
    const news = await client.changesSince(tokens, { boardId, since });
    expect(news.map(({ cardId }) => cardId)).toEqual([two.cardId, one.cardId]);
    expect(news).toEqual(await client.changesSince(tokens, { boardId, since }));
    time += 2000;
    service.archive(two.cardId);
    service.remove(one.cardId);
    service.calls.length = 0;
    const { peer } = service;
    expect(await client.changesSince(tokens, { boardId, since: new Date(time - 1000) })).toMatchObject([
      { cardId: two.cardId, kind: "gone", actorId: peer.id },
      { cardId: one.cardId, kind: "gone", actorId: peer.id },
    ]);
    expect(service.calls).toHaveLength(1);
    expect(await failureOf(client.readCard(tokens, one))).toMatchObject({ kind: "not_found" });
  });

  it("signs in by OAuth 2.1; reads a token's expiry from the token; a refresh token is single-use", async () => {
    const grant = await signIn();
    expect(grant.expiresAt).toEqual(endOf(grant.access));
    expect((grant.expiresAt?.getTime() ?? 0) - time).toBeGreaterThan(3_500_000);
    expect(endOf("no token")).toBeNull();
    expect(await client.whoAmI(grant)).toEqual(service.account);
    service.expireTokens();
    expect(await failureOf(client.whoAmI(grant))).toMatchObject({ kind: "reauth" });
    service.calls.length = 0;
    const renewed = await client.refresh(grant);
    expect(await client.whoAmI(renewed)).toEqual(service.account);
    expect(await failureOf(client.refresh(grant))).toMatchObject({ kind: "reauth", reason: "invalid_grant" });
    // The answer with the next one was lost: the previous one is used up nevertheless.
    service.turn({ lost: 1 });
    expect(await failureOf(client.refresh(renewed))).toMatchObject({ kind: "passing", isUnsure: true });
    expect(await failureOf(client.refresh(renewed))).toMatchObject({ kind: "reauth" });
    expect(service.calls.filter((call) => call === "POST /oauth_ms/oauth/token")).toHaveLength(4);

    const last = await signIn();
    await client.revoke(last);
    expect(await failureOf(client.whoAmI(last))).toMatchObject({ kind: "reauth" });
    expect(await failureOf(client.refresh(last))).toMatchObject({ kind: "reauth" });
  });

  it("reports errors sent with status 200: an unknown label, a column's value, a missing permission", async () => {
    const one = await card();
    for (const statusId of ["status/9", "nonsense", "gone/1"]) {
      const failure = failureOf(client.setStatus(tokens, { ...one, statusId }));
      expect(await failure).toMatchObject({ kind: "unknown_status" });
    }
    const link = "https://site.example/snags/none";
    const wrong = { boardId, sectionId: null, statusId: "status/9", fields: fields(link), key: link };
    expect(await failureOf(client.createCard(tokens, wrong))).toMatchObject({ kind: "unknown_status" });
    expect(await client.findCard(tokens, { boardId, link })).toBeNull();
    service.errors.push({ status: 200, code: "USER_ACCESS_DENIED" });
    const denied = failureOf(client.setStatus(tokens, { ...one, statusId: "status/1" }));
    expect(await denied).toMatchObject({ kind: "refused" });
    service.turn({ isFull: true });
    const full = failureOf(client.attachPhoto(tokens, { ...one, photo: photo() }));
    expect(await full).toMatchObject({ kind: "storage_full" });
    service.remove(one.cardId);
    expect(await failureOf(client.updateCard(tokens, { ...one, fields: fields(link) }))).toMatchObject({
      kind: "not_found",
    });
  });

  it("reports when to retry: in seconds, or after the day of its quota", async () => {
    service.errors.push({ status: 429, code: "COMPLEXITY_BUDGET_EXHAUSTED", seconds: 30 });
    const busy = (await failureOf(client.whoAmI(tokens))) as { kind: string; retryAt: Date };
    expect(busy.kind).toBe("rate_limited");
    expect(busy.retryAt.getTime() - time).toBeGreaterThan(29_000);
    service.errors.push({ status: 200, code: "COMPLEXITY_BUDGET_EXHAUSTED", seconds: 15 });
    expect(await failureOf(client.whoAmI(tokens))).toMatchObject({
      kind: "rate_limited",
      retryAt: expect.any(Date),
    });
    service.calls.length = 0;
    service.errors.push({ status: 429, code: "DAILY_LIMIT_EXCEEDED" });
    expect(await failureOf(client.whoAmI(tokens))).toMatchObject({
      kind: "quota_day",
      retryAt: new Date("2026-11-22T00:00:00Z"),
    });
    expect(service.calls).toHaveLength(1);
    service.errors.push({ status: 429, code: "COMPLEXITY_BUDGET_EXHAUSTED", seconds: 2 });
    await client.whoAmI(tokens);
    expect(pauses).toEqual([2000]);
  });

  it("never creates an item twice, and recognizes one by its key for a while", async () => {
    const link = "https://site.example/snags/lost";
    const lost = { boardId, sectionId: "topics", statusId: "status/0", fields: fields(link), key: link };
    service.turn({ lost: 1, lostOf: "create_item" });
    expect(await failureOf(client.createCard(tokens, lost))).toMatchObject({
      kind: "passing",
      isUnsure: true,
    });
    // Once for the columns, once for the item.
    expect(service.calls).toEqual(["POST /v2", "POST /v2"]);
    const found = await client.findCard(tokens, { boardId, link });
    expect((await client.createCard(tokens, lost)).id).toBe(found?.id);
  });

  it("requires an answer to its challenge before it sends events, and signs them", async () => {
    const grant = await signIn();
    site.echoesChallenge = false;
    const deaf = failureOf(client.createHook(grant, { boardId, url: site.url }));
    expect(await deaf).toMatchObject({ kind: "refused" });
    expect(service.store.webhooks.size).toBe(0);
    site.echoesChallenge = true;
    const hook = await client.createHook(grant, { boardId, url: site.url });
    expect(service.store.webhooks.size).toBe(4);

    const one = await card();
    service.turn({ repeats: 30 });
    service.move(one.cardId, "Stuck");
    service.calm();
    service.remove(one.cardId);
    service.turn({ isSignatureWrong: true });
    service.move((await card()).cardId, "Stuck");
    await service.settled();
    const read = (index: number) => client.readHook(site.call(index, boardId, hook?.secret ?? null));
    expect(site.told).toHaveLength(33);
    expect(read(0)?.news).toMatchObject([{ cardId: one.cardId, kind: "status", actorId: service.peer.id }]);
    expect(new Set(Array.from({ length: 31 }, (_, index) => read(index)?.news[0]?.key)).size).toBe(1);
    expect(read(31)?.news).toMatchObject([{ cardId: one.cardId, kind: "gone" }]);
    expect(read(32)).toBeNull();
    // Events of another board, and signed events that have expired.
    expect(client.readHook(site.call(0, plainBoard, null))?.news).toEqual([]);
    time += 600_000;
    expect(read(0)).toBeNull();
    app = { ...set, signingSecret: "" };
    expect(read(0)).toBeNull();
  });

  it("answers a challenge with the challenge and nothing else", () => {
    const body = new TextEncoder().encode('{"challenge":"abc","more":"x"}');
    const call = { body, headers: {}, url: site.url, secret: null, boardId };
    expect(client.readHook(call)).toEqual({ news: [], answer: { challenge: "abc" } });
    const long = new TextEncoder().encode(JSON.stringify({ challenge: "x".repeat(501) }));
    expect(client.readHook({ ...call, body: long })).toBeNull();
  });

  it("gets no webhook whose calls could not be distinguished from forged ones, and maintains it otherwise", async () => {
    expect(await client.createHook(tokens, { boardId, url: site.url })).toBeNull();
    const grant = await signIn();
    app = { ...set, signingSecret: "" };
    expect(await client.createHook(grant, { boardId, url: site.url })).toBeNull();
    app = set;
    const made = await client.createHook(grant, { boardId, url: site.url });
    const hook = { boardId, id: made?.id ?? "" };
    expect(await client.hookLives(grant, hook)).toBe(true);
    const [first = ""] = service.store.webhooks.keys();
    service.store.webhooks.delete(first);
    expect(await client.hookLives(grant, hook)).toBe(false);
    await client.deleteHook(grant, hook);
    expect(service.store.webhooks.size).toBe(0);
  });
});

describe.skipIf(!isLive)("monday.com itself (INTEGRATION_LIVE=1, LIVE_MONDAY_TOKEN, _BOARD)", () => {
  it("accepts a snag with its photo, and returns its new status", async () => {
    const env = (name: string) => process.env[`LIVE_MONDAY_${name}`] ?? "";
    const live = createMondayClient({ clock: { now: () => new Date() }, endpoints: "", app: () => app });
    const since = new Date(Date.now() - 60_000);
    const link = `https://site.example/viewer/live/1/${since.getTime()}`;
    const mine: ToolTokens = { way: "token", access: env("TOKEN") };
    await walkThrough({ client: live, tokens: mine, boardId: env("BOARD"), link, since });
  });
});
