import { beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { Knobs, OpenIdProvider } from "#test/openid-provider/index.ts";
import { openSettings, socialSite } from "./social-site.fixture.ts";

const { opened, outAndBack, arrive, enter, linked, find, mailWorks } = socialSite();
let app: TestApp;
let provider: OpenIdProvider;
beforeAll(() => {
  ({ app, provider } = opened());
});

describe("the return from a provider", () => {
  it("reports when the person declined", async () => {
    for (const name of ["google", "facebook", "twitter", "openid"] as const) {
      provider.turn({ isDenied: true });
      expect(await enter(app.guest(), name)).toBe("/login?social=denied");
    }
  });

  it.each([
    ["another state", { isStateWrong: true }],
    ["another nonce", { claims: { nonce: "somebody-elses" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["a token for another application", { claims: { aud: "another.apps.example.org" } }],
    ["a token of another issuer", { claims: { iss: "https://accounts.example.org" } }],
    ["a token that is too old", { claims: { iat: 1_700_000_000, exp: 1_700_003_600 } }],
    ["a token without a subject", { claims: { sub: undefined } }],
    ["a key that nobody published", { isKeyUnknown: true }],
    ["a changed token", { isSignatureBroken: true }],
    ["no answer to the code", { isDown: "token" }],
  ] satisfies [string, Partial<Knobs>][])("signs no one in with %s", async (_, knobs) => {
    const person = provider.signInAs();
    provider.turn(knobs);
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login?social=failed");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    expect(await find(person.email)).toBeUndefined();
  });

  it.each(["facebook", "twitter"] as const)(
    "signs no one in when %s does not identify the account",
    async (name) => {
      provider.turn({ isDown: "account" });
      expect(await enter(app.guest(), name)).toBe("/login?social=failed");
    },
  );

  it.each(["facebook", "twitter"] as const)("signs no one in with another state by %s", async (name) => {
    await mailWorks();
    const person = provider.signInAs();
    provider.turn({ isStateWrong: true });
    expect(await enter(app.guest(), name)).toBe("/login?social=failed");
    expect(await find(person.email)).toBeUndefined();
  });

  it("accepts a code once: a second use fails, even with the same cookies", async () => {
    provider.signInAs();
    const client = app.guest();
    const back = await outAndBack(client, "google");
    const cookie = client.cookie();
    expect(await arrive(client, back)).toBe("/setup-password");
    const url = new URL(back.pathname + back.search, app.origin);
    const again = await fetch(url, { headers: { cookie }, redirect: "manual" });
    expect(again.headers.get("location")).toBe("/login?social=failed");
    expect(again.headers.getSetCookie().join()).not.toContain("sitewalk_session");
  });

  it("refuses the code of another browser, with its own state or with this one's", async () => {
    provider.signInAs();
    const [victim, thief] = [app.guest(), app.guest()];
    const theirs = await outAndBack(thief, "twitter");
    const back = await outAndBack(victim, "twitter");
    expect(await arrive(app.guest(), theirs)).toBe("/login?social=failed");
    // Injected: the state belongs to this browser, the code was made for the other browser's verifier.
    back.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect(await arrive(victim, back)).toBe("/login?social=failed");
  });

  it("does not accept the return of one provider for another", async () => {
    const client = app.guest();
    const back = await outAndBack(client, "facebook");
    back.pathname = "/auth/twitter/callback";
    expect(await arrive(client, back)).toBe("/login?social=failed");
    back.pathname = "/auth/nobody/callback";
    expect(await arrive(client, back)).toBe("/login?social=failed");
  });

  it("asks Google once more for an unknown key, and not every time", async () => {
    const asked = () => provider.calls.filter((call) => call === "GET /google/keys").length;
    provider.signInAs();
    await enter(app.guest(), "google");
    const before = asked();
    provider.signInAs();
    await enter(app.guest(), "google");
    expect(asked()).toBe(before);
    await provider.rotateKeys();
    provider.signInAs();
    expect(await enter(app.guest(), "google")).toBe("/setup-password");
    expect(asked()).toBe(before + 1);
    provider.turn({ isKeyUnknown: true });
    expect(await enter(app.guest(), "google")).toBe("/login?social=failed");
    expect(asked()).toBe(before + 2);
  });

  it("expires ten minutes after it began", async () => {
    let now = new Date();
    const patient = await testApp({ environment: provider.environment, clock: { now: () => now } });
    try {
      const boss = await patient.as(await patient.user({ role: "super_admin" }));
      await boss.call("PUT /api/settings", { body: { ...provider.settings, ...openSettings } });
      const ends: (string | null)[] = [];
      for (const minutes of [9, 11]) {
        provider.signInAs();
        const client = patient.guest();
        const back = await outAndBack(client, "google");
        now = new Date(now.getTime() + minutes * 60_000);
        const url = new URL(back.pathname + back.search, patient.origin).href;
        ends.push((await client.send("GET", url, undefined, {})).headers.get("location"));
      }
      expect(ends).toEqual(["/setup-password", "/login?social=failed"]);
    } finally {
      await patient.close();
    }
  });

  it("never redirects to another site, whatever the address says", async () => {
    provider.signInAs();
    const client = app.guest();
    const back = await outAndBack(client, "google");
    for (const name of ["next", "redirect", "return_to", "url"])
      back.searchParams.set(name, "https://evil.example/");
    expect(await arrive(client, back)).toBe("/setup-password");
  });

  it("keeps its state in a cookie that no script and no other page can read", async () => {
    const url = new URL("/api/auth/google", app.origin);
    const [cookie = ""] = (await fetch(url)).headers.getSetCookie();
    expect(cookie).toMatch(/^sitewalk_social=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("starts a session that outlives the browser only when asked to", async () => {
    const { client } = await linked("google");
    const expiry = async (rememberMe: boolean) => {
      const query = { rememberMe: rememberMe ? 1 : 0 } as const;
      const guest = app.guest();
      const { auth_url } = await guest.call("GET /api/auth/{provider}", {
        params: { provider: "google" },
        query,
      });
      const answer = await fetch(auth_url, { redirect: "manual" });
      await arrive(guest, new URL(answer.headers.get("location") ?? ""));
      const { id } = await guest.call("GET /api/user");
      const { db } = app.database;
      const rows = db
        .selectFrom("sessions")
        .selectAll()
        .where("id_user", "=", id)
        .where("way", "=", "social");
      return (await rows.orderBy("id", "desc").executeTakeFirst())?.remembered;
    };
    expect([await expiry(true), await expiry(false)]).toEqual([true, false]);
    expect((await client.call("GET /api/social-accounts")).items).toHaveLength(1);
  });
});
