import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ClickupService, app as registered } from "#test/clickup-service/index.ts";
import { failureOf, isLive, photo, walkThrough } from "#test/tool-service/client-suite.ts";
import { HookSite } from "#test/tool-service/hook-site.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import type { ToolApp, ToolClient, ToolTokens } from "../tools/tool-client.ts";
import { createClickupClient } from "./clickup-client.ts";
import { isSignedBy } from "./clickup-news.ts";

let time = Date.parse("2026-11-21T08:00:00Z");
const clock = { now: () => new Date(time++) };
const app: ToolApp = { ...registered, key: "", signingSecret: "" };
const boardId = "9011/124";
let service: ClickupService;
let site: HookSite;
let client: ToolClient;
let tokens: ToolTokens;
let count = 0;

beforeAll(async () => {
  service = await ClickupService.start({ clock });
  site = await HookSite.open();
  const endpoints = environmentOf(service).INTEGRATION_ENDPOINTS;
  client = createClickupClient({ clock, endpoints, app: () => app, pause: () => Promise.resolve() });
  tokens = { way: "token", access: service.token.token };
});
afterAll(async () => {
  await service.close();
  site.close();
});
beforeEach(() => {
  service.calm();
  site.calm();
  service.store.webhooks.clear();
  service.calls.length = 0;
});

const fields = (link: string) => ({ title: "Crack", description: "Level 2", due: null, link });
async function card(link = `https://site.example/snags/${++count}`) {
  const at = { boardId, sectionId: null, statusId: null, key: link };
  const { id } = await client.createCard(tokens, { ...at, fields: fields(link) });
  return { boardId, cardId: id, link };
}

describe("ClickUp", () => {
  it("accepts a snag with its photo, and returns its new status", async () => {
    const link = "https://site.example/viewer/abc/1/77";
    const cardId = await walkThrough({ client, tokens, boardId, link, since: new Date(time) });
    const seen = service.cards().find(({ id }) => id === cardId);
    expect(seen).toMatchObject({
      title: "[#7] Crack over the window",
      description: `Level 2\nDue soon\n\n${link}`,
      due: "2026-12-01",
      status: "complete",
    });
    expect(seen?.files[0]).toMatchObject({ name: "snag-1.jpg", type: "image/jpeg", bytes: photo().bytes });
    expect(service.calls.filter((call) => call.startsWith("501"))).toEqual([]);
  });

  it("lists those in spaces and in folders, without archived or inaccessible ones", async () => {
    const { items, isCut } = await client.boards(tokens, { search: "", most: 500 });
    expect(items).toMatchObject([
      { id: "9011/125", name: "Harbour", place: "North Site / Projects" },
      { id: boardId, name: "Tower A snags", place: "North Site / Projects / Towers" },
    ]);
    expect(isCut).toBe(false);
    expect((await client.boards(tokens, { search: "towers", most: 1 })).items).toHaveLength(1);
    expect(await client.board(tokens, boardId)).toMatchObject({
      sections: [],
      statuses: [
        { id: "to do", color: "#87909e", is_done: false },
        { id: "in progress" },
        { id: "review" },
        { id: "complete", is_done: true },
      ],
    });
    for (const hidden of ["9011/126", "9011/999", "nonsense"])
      expect(await failureOf(client.board(tokens, hidden))).toMatchObject({ kind: "not_found" });
    const elsewhere = failureOf(client.createHook(tokens, { boardId: "9012/5", url: site.url }));
    expect(await elsewhere).toMatchObject({ kind: "not_found", reason: "Team not authorized" });
  });

  it("finds a card by its full address, also on later pages and among archived ones", async () => {
    const one = await card("https://site.example/snags/1000");
    for (let i = 0; i < 4; i++) await card();
    service.turn({ pageSize: 2 });
    expect(await client.findCard(tokens, { boardId, link: "https://site.example/snags/100" })).toBeNull();
    expect(await client.findCard(tokens, one)).toMatchObject({ id: one.cardId, isGone: false });
    service.archive(one.cardId);
    expect(await client.findCard(tokens, one)).toMatchObject({ id: one.cardId, isGone: true });
  });

  it("returns the tasks changed since a moment, oldest first, including closed and archived ones", async () => {
    const [moved, archived, left] = [await card(), await card(), await card()];
    const since = new Date(time - 1);
    service.move(moved.cardId, "complete");
    service.archive(archived.cardId);
    service.turn({ pageSize: 1 });
    const news = await client.changesSince(tokens, { boardId, since });
    expect(news).toMatchObject([
      { cardId: moved.cardId, kind: "status" },
      { cardId: archived.cardId, kind: "gone" },
    ]);
    expect(news).toEqual(await client.changesSince(tokens, { boardId, since }));
    service.remove(left.cardId);
    expect(await failureOf(client.readCard(tokens, left))).toMatchObject({ kind: "not_found" });
  });

  it("signs in by OAuth 2.0 with a single-use code, for a token that does not expire", async () => {
    expect(client.canSignIn()).toBe(true);
    const returnUrl = "https://site.example/auth/tools/clickup/callback";
    const journey = { state: "s".repeat(22), challenge: "", returnUrl, pageUrl: "" };
    const url = client.authorizeUrl(journey);
    expect(await (await fetch(url)).text()).toContain("Signed in as Site Office");
    const body = new URLSearchParams({ answer: "allow" });
    const answer = await fetch(url, { method: "POST", redirect: "manual", body });
    const back = new URL(answer.headers.get("location") ?? "");
    expect(back.searchParams.get("state")).toBe(journey.state);
    const code = { code: back.searchParams.get("code") ?? "", verifier: "", returnUrl };
    const grant = await client.exchange(code);
    expect(grant.expiresAt).toBeNull();
    expect(await client.whoAmI(grant)).toEqual(service.account);
    expect(await failureOf(client.exchange(code))).toMatchObject({ kind: "reauth" });
    expect(await failureOf(client.refresh(grant))).toMatchObject({ kind: "reauth" });
  });

  it("reports when to retry, and never creates a task twice", async () => {
    service.turn({ busy: 1 });
    const busy = (await failureOf(client.whoAmI(tokens))) as { kind: string; retryAt: Date };
    expect(busy.kind).toBe("rate_limited");
    expect(busy.retryAt.getTime() - time).toBeGreaterThan(28_000);
    expect(service.calls).toHaveLength(1);

    service.turn({ lost: 1 });
    const link = "https://site.example/snags/lost";
    const lost = { boardId, sectionId: null, statusId: null, fields: fields(link), key: link };
    expect(await failureOf(client.createCard(tokens, lost))).toMatchObject({
      kind: "passing",
      isUnsure: true,
    });
    expect(service.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
    expect(await client.findCard(tokens, { boardId, link })).not.toBeNull();
  });

  it("reports a missing status, a full list, and a revoked token", async () => {
    const one = await card();
    const unknown = failureOf(client.setStatus(tokens, { ...one, statusId: "gone" }));
    expect(await unknown).toMatchObject({ kind: "unknown_status" });
    service.turn({ isFull: true });
    const full = failureOf(client.attachPhoto(tokens, { ...one, photo: photo() }));
    expect(await full).toMatchObject({ kind: "storage_full" });
    const dead = failureOf(client.whoAmI({ way: "token", access: "pk_dead" }));
    expect(await dead).toMatchObject({ kind: "reauth", reason: "Token invalid" });
  });

  it("signs its webhooks with the secret returned at their creation", () => {
    const body = Buffer.from(
      '{"webhook_id":"7689a169-a000-4985-8676-6902b96d6627","event":"taskCreated","task_id":"c0j"}',
    );
    const signature = "dca487c7bf83d13187592ea4418c6da8388b7dcca477caafbe944855eb659b60";
    expect(isSignedBy("s3cr3t", body, signature)).toBe(true);
    expect(isSignedBy("other", body, signature)).toBe(false);
    expect(isSignedBy("s3cr3t", Buffer.from(`${body.toString()} `), signature)).toBe(false);
    expect(isSignedBy("s3cr3t", body, undefined)).toBe(false);
  });

  it("reports by webhook what happened to a task, under one key however often it is delivered", async () => {
    const hook = await client.createHook(tokens, { boardId, url: site.url });
    const one = await card();
    await service.settled();
    site.calm();
    service.turn({ repeats: 1 });
    service.move(one.cardId, "review");
    service.calm();
    service.remove(one.cardId);
    service.turn({ isSignatureWrong: true });
    service.move((await card()).cardId, "review");
    await service.settled();
    const read = (index: number) => client.readHook(site.call(index, boardId, hook?.secret ?? null));
    expect(read(0)?.news).toMatchObject([{ cardId: one.cardId, kind: "status", actorId: service.peer.id }]);
    expect(read(1)?.news).toEqual(read(0)?.news);
    expect(read(2)?.news).toMatchObject([{ cardId: one.cardId, kind: "gone" }]);
    expect(read(3)).toBeNull();
    expect(client.readHook(site.call(0, boardId, null))).toBeNull();
  });

  it("creates a webhook once, however often it is requested, and detects when ClickUp gave up on it", async () => {
    await client.createHook(tokens, { boardId, url: site.url });
    const again = await client.createHook(tokens, { boardId, url: site.url });
    expect(service.store.webhooks.size).toBe(1);
    const hook = { boardId, id: again?.id ?? "" };
    expect(await client.hookLives(tokens, hook)).toBe(true);
    service.suspendWebhooks();
    expect(await client.hookLives(tokens, hook)).toBe(false);
    const fresh = await client.createHook(tokens, { boardId, url: site.url });
    expect(fresh?.id).not.toBe(hook.id);
    await client.deleteHook(tokens, hook);
    await client.deleteHook(tokens, hook);
    expect(service.store.webhooks.size).toBe(1);
  });
});

describe.skipIf(!isLive)("ClickUp itself (INTEGRATION_LIVE=1, LIVE_CLICKUP_TOKEN, _BOARD)", () => {
  it("accepts a snag with its photo, and returns its new status", async () => {
    const env = (name: string) => process.env[`LIVE_CLICKUP_${name}`] ?? "";
    const live = createClickupClient({ clock: { now: () => new Date() }, endpoints: "", app: () => app });
    const since = new Date(Date.now() - 60_000);
    const link = `https://site.example/viewer/live/1/${since.getTime()}`;
    const mine: ToolTokens = { way: "token", access: env("TOKEN") };
    await walkThrough({ client: live, tokens: mine, boardId: env("BOARD"), link, since });
  });
});
