import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createAppKey, readOrMakeSecret } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { application } from "#test/autodesk-service/index.ts";
import type { TestClient } from "#test/client.ts";
import { type AutodeskSite, autodeskSite, connect } from "./autodesk-site.fixture.ts";
import { createTokens } from "./tokens.ts";

let site: AutodeskSite;
beforeAll(async () => {
  site = await autodeskSite();
});
afterAll(() => site.close());
beforeEach(() => site.autodesk.calm());

const hour = 3_600_000;
const somebody = async () => site.app.as(await site.app.user());
const isConnected = async (client: TestClient) =>
  (await client.call("GET /api/autodesk/check-auth")).authenticated;
const scopesIn = (token: string) =>
  (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { scope: string[] }).scope;

describe("connecting", () => {
  it("redirects the browser with a challenge and a state of plain characters, also returned at the top level", async () => {
    const client = await somebody();
    const { body, headers } = await client.raw("GET /api/autodesk/auth-url");
    const { authUrl, data } = body as { authUrl: string; data: { authUrl: string } };
    expect(authUrl).toBe(data.authUrl);
    const query = new URL(authUrl).searchParams;
    expect(query.get("state")).toMatch(/^[A-Za-z0-9,._-]{16,}$/);
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("scope")).toBe("data:read data:write viewables:read");
    expect(query.get("redirect_uri")).toMatch(/^http:\/\/localhost:\d+\/api\/autodesk\/callback$/);
    const [cookie] = headers.getSetCookie().filter((line) => line.startsWith("sitewalk_autodesk="));
    expect(cookie).toMatch(/Path=\/;.*HttpOnly;.*SameSite=Lax/);
  });

  it("returns to the page with success and stores the account", async () => {
    const client = await somebody();
    expect(await isConnected(client)).toBe(false);
    expect(await connect(client)).toBe("/autodesk?adsk_callback=1&status=success");
    const { body } = await client.raw("GET /api/autodesk/check-auth");
    expect(body).toMatchObject({
      authenticated: true,
      data: { authenticated: true, account: "architect@example.org" },
    });
    const me = await client.call("GET /api/user");
    expect(me?.adsk_auth).toBe(true);
    const activity = await site.app.database.db
      .selectFrom("activity")
      .select("action")
      .where("action", "=", "autodesk.connected")
      .execute();
    expect(activity.length).toBeGreaterThan(0);
  });

  it("stores no readable token in the database", async () => {
    const client = await somebody();
    await connect(client);
    const { access_token } = await client.call("GET /api/autodesk/get-access-token");
    const rows = await site.app.database.db.selectFrom("autodesk_accounts").select("secrets").execute();
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(access_token);
    expect(kept).not.toContain("refresh");
  });

  it.each([
    ["the person says no", { isDenied: true }, "denied"],
    ["the state is another one", { isStateWrong: true }, "journey"],
  ])("returns with the reason when %s", async (_, knobs, reason) => {
    Object.assign(site.autodesk.knobs, knobs);
    const client = await somebody();
    expect(await connect(client)).toBe(`/autodesk?adsk_callback=1&status=error&reason=${reason}`);
    expect(await isConnected(client)).toBe(false);
  });

  it("rejects a code that Autodesk does not know, a used code and a code after ten minutes", async () => {
    const client = await somebody();
    const failed = "/autodesk?adsk_callback=1&status=error&reason=";
    expect(await connect(client, (back) => back.searchParams.set("code", "made-up"))).toBe(`${failed}failed`);
    let used = "";
    expect(await connect(client, ({ href }) => void (used = href))).toContain("status=success");
    // The OAuth flow ended with its first return.
    const again = await client.send("GET", used, undefined, {});
    expect(again.headers.get("location")).toBe(`${failed}journey`);
    const late = await somebody();
    expect(await connect(late, () => site.pass(11 * 60_000))).toBe(`${failed}journey`);
  });

  it("belongs to the session that started it", async () => {
    const [mine, other] = [await somebody(), await somebody()];
    const { authUrl } = await mine.call("GET /api/autodesk/auth-url");
    const away = await fetch(authUrl, { redirect: "manual" });
    const back = await other.send("GET", away.headers.get("location") ?? "", undefined, {});
    expect(back.headers.get("location")).toContain("reason=journey");
    expect(await isConnected(mine)).toBe(false);
    expect(await isConnected(other)).toBe(false);
    const guest = await site.app.guest().send("GET", away.headers.get("location") ?? "", undefined, {});
    expect(guest.headers.get("location")).toContain("reason=journey");
  });

  it("is refused to the demo account", async () => {
    const demo = await site.app.as(await site.app.user({ isDemo: true }));
    expect((await demo.refused("GET /api/autodesk/auth-url")).code).toBe("DEMO_READ_ONLY");
  });
});

describe("tokens", () => {
  it("for the viewer can only read models, and are fetched once", async () => {
    const { client } = await site.connected();
    const before = site.autodesk.refreshes();
    const { body } = await client.raw("GET /api/autodesk/get-access-token");
    const { access_token, expires_in, data } = body as Record<string, unknown> & { data: object };
    expect(data).toEqual({ access_token, expires_in });
    expect(scopesIn(String(access_token))).toEqual(["viewables:read"]);
    expect(expires_in).toBeGreaterThan(3500);
    expect(expires_in).toBeLessThanOrEqual(3540);
    expect((await client.call("GET /api/autodesk/get-access-token")).access_token).toBe(access_token);
    expect(site.autodesk.refreshes() - before).toBe(1);
  });

  it("are renewed on request, also at the top level, but not twice at the same moment", async () => {
    const { client } = await site.connected();
    const first = await client.call("GET /api/autodesk/get-access-token");
    site.pass(20_000);
    const before = site.autodesk.refreshes();
    const { body } = await client.raw("POST /api/autodesk/refresh");
    const { access_token } = body as { access_token: string };
    expect(access_token).not.toBe(first.access_token);
    expect(scopesIn(access_token)).toEqual(["viewables:read"]);
    expect((await client.call("POST /api/autodesk/refresh")).access_token).toBe(access_token);
    expect(site.autodesk.refreshes() - before).toBe(1);
  });

  it("are refreshed once for any number of parallel calls", async () => {
    const { client } = await site.connected();
    site.pass(hour);
    const before = site.autodesk.refreshes();
    const told = await Promise.all(Array.from({ length: 6 }, () => client.call("GET /api/autodesk/hubs")));
    expect(told.every(({ items }) => items.length === 3)).toBe(true);
    expect(site.autodesk.refreshes() - before).toBe(1);
  });

  it("are refreshed once by two servers at the same time", async () => {
    const { client, id } = await site.connected();
    await client.call("GET /api/autodesk/hubs");
    const key = createAppKey(await readOrMakeSecret(site.app.dataDir));
    const now = Date.now() + 300 * hour;
    const handle = openDatabase(site.app.database.connection, createLog("silent"), { max: 4 });
    Object.assign(site.autodesk.knobs, { about: "/token", slow: 150 });
    const server = () =>
      createTokens({
        db: handle.db,
        clock: { now: () => new Date(now) },
        key,
        notices: { notify: async () => undefined },
        client: createAutodeskClient({ endpoints: site.autodesk.endpoints }),
        keys: () => application,
      });
    const before = site.autodesk.refreshes();
    const [one, other] = await Promise.all([server().tokenFor(id, "read"), server().tokenFor(id, "read")]);
    await handle.close();
    expect(one.access).toBe(other.access);
    expect(site.autodesk.refreshes() - before).toBe(1);
  });

  it("are stored before they are used: the next refresh works after a failed call", async () => {
    const { client } = await site.connected();
    site.pass(hour);
    const params = { hub: "b.nowhere" };
    expect((await client.refused("GET /api/autodesk/hubs/{hub}/projects", { params })).code).toBe(
      "AUTODESK_UNKNOWN",
    );
    site.pass(hour);
    expect((await client.call("GET /api/autodesk/hubs")).items).toHaveLength(3);
  });

  it("are renewed when Autodesk expires one early", async () => {
    const { client } = await site.connected();
    site.autodesk.tokens.expireAll();
    const [before, asked] = [site.autodesk.refreshes(), site.autodesk.calls("/project/v1/hubs").length];
    expect((await client.call("GET /api/autodesk/hubs")).items).toHaveLength(3);
    expect(site.autodesk.refreshes() - before).toBe(1);
    expect(site.autodesk.calls("/project/v1/hubs").length - asked).toBe(2);
  });

  it.each(["oauth", "older"] as const)(
    "that are revoked end the connection, not the session, and notify the user once (%s form)",
    async (errors) => {
      site.autodesk.knobs.errors = errors;
      const { client } = await site.connected();
      site.autodesk.tokens.forgetAll();
      const refused = await client.refused("GET /api/autodesk/hubs");
      expect(refused).toMatchObject({ status: 401, code: "AUTODESK_SIGN_IN" });
      expect((await client.refused("GET /api/autodesk/get-access-token")).code).toBe("AUTODESK_SIGN_IN");
      expect(await isConnected(client)).toBe(false);
      const me = await client.call("GET /api/user");
      expect(me?.adsk_auth).toBe(false);
      const news = (await client.call("GET /api/notifications")).filter(({ kind }) => kind === "integration");
      expect(news).toHaveLength(1);
      expect(news[0]?.link).toBe("/autodesk");
    },
  );

  it("are kept when this platform's client keys are wrong", async () => {
    const { client, id } = await site.connected();
    const tokens = createTokens({
      db: site.app.database.db,
      clock: { now: () => new Date(Date.now() + 300 * hour) },
      key: createAppKey(await readOrMakeSecret(site.app.dataDir)),
      notices: { notify: async () => undefined },
      client: createAutodeskClient({ endpoints: site.autodesk.endpoints }),
      keys: () => ({ ...application, secret: "another" }),
    });
    await expect(tokens.tokenFor(id, "read")).rejects.toMatchObject({ name: "OutsideFailure", status: 401 });
    expect(await isConnected(client)).toBe(true);
  });

  it("expire fifteen days after the last refresh", async () => {
    const { client } = await site.connected();
    site.pass(14 * 24 * hour);
    await client.call("GET /api/autodesk/hubs");
    site.pass(14 * 24 * hour);
    expect(await isConnected(client)).toBe(true);
    site.pass(24 * hour + 1000);
    expect(await isConnected(client)).toBe(false);
    expect((await client.refused("GET /api/autodesk/hubs")).code).toBe("AUTODESK_SIGN_IN");
  });
});

describe("disconnecting", () => {
  it("revokes at Autodesk and deletes the tokens here; links stay", async () => {
    const { client } = await site.connected({ role: "administrator" });
    const { id } = await client.call("POST /api/projects", { body: { name: "Tower" } });
    await client.call("POST /api/autodesk/sync-project", {
      body: { project_id: id, adsk_project_id: "b.tower", adsk_hubId: "b.harbour" },
    });
    const before = site.autodesk.tokens.refreshable();
    await client.call("POST /api/autodesk/logout");
    expect(site.autodesk.tokens.refreshable()).toBe(before - 1);
    expect(await isConnected(client)).toBe(false);
    expect((await client.refused("GET /api/autodesk/hubs")).code).toBe("AUTODESK_SIGN_IN");
    expect(await client.call("GET /api/autodesk/links")).toHaveLength(1);
    // A second call has no effect.
    await client.call("POST /api/autodesk/logout");
  });

  it("works here while Autodesk does not respond", async () => {
    const { client } = await site.connected();
    Object.assign(site.autodesk.knobs, { about: "/revoke", drop: 100 });
    await client.call("POST /api/autodesk/logout");
    expect(await isConnected(client)).toBe(false);
  });
});
