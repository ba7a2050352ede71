import { get } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import type { Api } from "#contract/index.ts";
import type { SocialProvider } from "#contract/social.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { type Knobs, type OpenIdProvider, startOpenIdProvider } from "#test/openid-provider/index.ts";

// On a busy machine a test with several people in it takes seconds.
vi.setConfig({ testTimeout: 30_000 });

let provider: OpenIdProvider;
let app: TestApp;
let admin: TestClient;

type Changes = z.input<Api["PUT /api/settings"]["body"]>;
const open = { enable_registration: true, furl_blacklist: ["media"] };
/** Until the end of the test. */
const settings = async (body: Changes) => {
  isChanged = true;
  await admin.call("PUT /api/settings", { body });
};
let isChanged = false;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  app = await testApp({ environment: provider.environment });
  admin = await app.as(await app.user({ role: "super_admin" }));
  await settings({ ...provider.settings, ...open });
}, 60_000);
afterAll(async () => {
  await app.close();
  await provider.close();
});
afterEach(async () => {
  provider.calm();
  if (isChanged) {
    await app.database.db.deleteFrom("settings").where("key", "=", "smtp_valid").execute();
    await settings({ ...provider.settings, ...open });
    isChanged = false;
  }
  expect(provider.calls.filter((call) => call.startsWith("501"))).toEqual([]);
});

/** Out to the provider, where the person says yes or no, and the address with which the browser comes back. */
async function outAndBack(
  client: TestClient,
  name: SocialProvider,
  route: "GET /api/auth/{provider}" | "GET /api/auth/{provider}/link" = "GET /api/auth/{provider}",
): Promise<URL> {
  const { auth_url } = await client.call(route, { params: { provider: name } });
  const answer = await fetch(auth_url, { redirect: "manual" });
  expect(answer.status, await answer.text()).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}

/** Where the browser stands after it came back. */
async function arrive(client: TestClient, back: URL): Promise<string> {
  const url = new URL(back.pathname + back.search, app.origin).href;
  const { status, headers, body } = await client.send("GET", url, undefined, {});
  expect(status, JSON.stringify(body)).toBe(303);
  const location = headers.get("location") ?? "";
  if (!back.pathname.startsWith("/auth/facebook/")) return location;
  // Something must take the place of Facebook's own fragment.
  expect(location).toContain("#");
  return location.replace(/#$/, "");
}

const enter = async (client: TestClient, name: SocialProvider) =>
  arrive(client, await outAndBack(client, name));
const link = async (client: TestClient, name: SocialProvider) =>
  arrive(client, await outAndBack(client, name, "GET /api/auth/{provider}/link"));

/** Somebody with a local account that has the provider's one linked. */
async function linked(name: SocialProvider) {
  const user = await app.user();
  const client = await app.as(user);
  const person = provider.signInAs();
  expect(await link(client, name)).toBe("/editprofile?social=linked#security");
  return { user, client, person };
}

const find = (email: string | null) =>
  app.database.db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email ?? "")
    .executeTakeFirst();

describe("a provider", () => {
  it("is Google alone on a fresh server, and offered to nobody before it has its keys", async () => {
    const fresh = await testApp();
    try {
      const guest = fresh.guest();
      const { google_enable, facebook_enable, twitter_enable, social_providers } =
        await guest.call("GET /api/settings");
      expect([google_enable, facebook_enable, twitter_enable]).toEqual([true, false, false]);
      expect(social_providers).toEqual([]);
      const refusal = await guest.refused("GET /api/auth/{provider}", { params: { provider: "google" } });
      expect(refusal.code).toBe("SOCIAL_OFF");
    } finally {
      await fresh.close();
    }
  });

  it("is refused while it is switched off or has no keys", async () => {
    await settings({ twitter_enable: false, facebook_secret: null });
    const guest = app.guest();
    for (const name of ["twitter", "facebook"]) {
      const refusal = await guest.refused("GET /api/auth/{provider}", { params: { provider: name } });
      expect(refusal).toMatchObject({ status: 403, code: "SOCIAL_OFF" });
    }
    const client = await app.as(await app.user());
    expect(
      await client.refused("GET /api/auth/{provider}/link", { params: { provider: "twitter" } }),
    ).toMatchObject({ status: 403, code: "SOCIAL_OFF" });
    expect((await client.call("GET /api/social-accounts")).available).toEqual(["google"]);
    await settings(provider.settings);
    expect((await client.call("GET /api/social-accounts")).available).toHaveLength(3);
  });

  it("that is switched off while somebody is away lets nobody in", async () => {
    const client = app.guest();
    provider.signInAs();
    const back = await outAndBack(client, "google");
    await settings({ google_enable: false });
    expect(await arrive(client, back)).toBe("/login?social=failed");
  });

  it("sends people back to the configured host, whatever host the browser named", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      // Unlike fetch it lets a Host be set.
      const headers = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
      };
      get(new URL("/api/auth/google", app.origin), { headers }, (reply) => {
        reply.setEncoding("utf8").once("data", resolve);
      }).once("error", reject);
    });
    const { data } = JSON.parse(text) as { data: { auth_url: string } };
    const redirectUri = new URL(data.auth_url).searchParams.get("redirect_uri");
    expect(redirectUri).toBe(`http://localhost:${new URL(app.origin).port}/auth/google/callback`);
    const configured = await testApp({
      environment: { ...provider.environment, PUBLIC_URL: "https://site.example.org" },
    });
    try {
      const other = await configured.as(await configured.user({ role: "super_admin" }));
      await other.call("PUT /api/settings", { body: provider.settings });
      const { auth_url } = await other.call("GET /api/auth/{provider}", { params: { provider: "twitter" } });
      expect(new URL(auth_url).searchParams.get("redirect_uri")).toBe(
        "https://site.example.org/auth/twitter/callback",
      );
    } finally {
      await configured.close();
    }
  });
});

describe("somebody nobody knows", () => {
  it("gets an account from a Google address that Google vouches for, and chooses a password", async () => {
    const person = provider.signInAs();
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/setup-password");
    const user = await client.call("GET /api/user");
    expect(user).toMatchObject({
      email: person.email,
      first_name: "Site",
      last_name: "Guest",
      role: "user",
      has_password: false,
    });
    expect((await find(person.email))?.email_verified_at).not.toBeNull();
    const [elsewhere, before] = [app.guest(), client.cookie()];
    expect(await enter(elsewhere, "google")).toBe("/login");
    const body = { password: "a bridge over water", password_confirmation: "a bridge over water" };
    await client.call("POST /api/set-social-password", { body });
    // Only the browser that asked goes on, under a new token.
    expect((await elsewhere.refused("GET /api/user")).code).toBe("SESSION_TERMINATED");
    expect((await client.call("GET /api/user")).has_password).toBe(true);
    expect(client.cookie()).not.toBe(before);
    const again = app.guest();
    await again.call("POST /api/login", { body: { username_l: user.username, password_l: body.password } });
    expect(await client.refused("POST /api/set-social-password", { body })).toMatchObject({
      code: "PASSWORD_PRESENT",
    });
  });

  it("comes in by the same account afterwards, even when the address there has changed", async () => {
    const person = provider.signInAs();
    await enter(app.guest(), "google");
    provider.signInAs({ ...person, email: "another@example.org" });
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login");
    expect((await client.call("GET /api/user")).email).toBe(person.email);
  });

  it("gets a user name that is free, and never a word that is kept back", async () => {
    const names: string[] = [];
    for (const email of [
      "media@one.example",
      "media@two.example",
      "9+tag@three.example",
      "مكتب@four.example",
    ]) {
      provider.signInAs({ email });
      await enter(app.guest(), "google");
      names.push((await find(email))?.username ?? "none");
    }
    expect(names).toEqual(["media2", "media3", "site.guest", "مكتب"]);
  });

  it("is told that registration is closed, and no account is made", async () => {
    await settings({ enable_registration: false });
    for (const name of ["google", "facebook", "twitter"] as const) {
      const person = provider.signInAs();
      expect(await enter(app.guest(), name)).toBe("/login?social=registration_off");
      expect(await find(person.email)).toBeUndefined();
    }
  });

  it.each(["google", "facebook", "twitter"] as const)(
    "never opens the account that has the same address, by %s",
    async (name) => {
      const user = await app.user();
      provider.signInAs({ email: `${user.name.toUpperCase()}@example.org` });
      const client = app.guest();
      expect(await enter(client, name)).toBe("/login?social=email_taken");
      expect((await client.refused("GET /api/user")).status).toBe(401);
      const mine = await app.as(user);
      expect((await mine.call("GET /api/social-accounts")).items).toEqual([]);
    },
  );

  it.each([
    ["google", { email_verified: false }],
    ["facebook", {}],
    ["twitter", {}],
  ] as const)("is turned away by %s when the address cannot be confirmed by mail", async (name, change) => {
    const person = provider.signInAs(change);
    expect(await enter(app.guest(), name)).toBe("/login?social=email_missing");
    expect(await find(person.email)).toBeUndefined();
  });

  it.each(["google", "facebook", "twitter"] as const)(
    "is turned away when %s tells no address",
    async (name) => {
      provider.signInAs({ email: null });
      expect(await enter(app.guest(), name)).toBe("/login?social=email_missing");
    },
  );

  it("waits for the activation mail when only he says that the address is his, and is not linked by it", async () => {
    await mailWorks();
    const person = provider.signInAs();
    const client = app.guest();
    expect(await enter(client, "facebook")).toBe("/login?social=confirm_email");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    const made = await find(person.email);
    expect(made).toMatchObject({ awaiting: "activation", email_verified_at: null, password_hash: null });
    const { db } = app.database;
    const tokens = await db
      .selectFrom("account_tokens")
      .selectAll()
      .where("id_user", "=", made?.id ?? 0)
      .execute();
    expect(tokens).toMatchObject([{ kind: "activation", email: person.email }]);
    // The owner of the address activates: who gave it still has no way in.
    await db
      .updateTable("users")
      .set({ awaiting: null })
      .where("id", "=", made?.id ?? 0)
      .execute();
    expect(await enter(app.guest(), "facebook")).toBe("/login?social=email_taken");
  });
});

describe("the way back", () => {
  it("says so when the person did not want to", async () => {
    for (const name of ["google", "facebook", "twitter"] as const) {
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
  ] satisfies [string, Partial<Knobs>][])("lets nobody in with %s", async (_, knobs) => {
    const person = provider.signInAs();
    provider.turn(knobs);
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login?social=failed");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    expect(await find(person.email)).toBeUndefined();
  });

  it.each(["facebook", "twitter"] as const)("lets nobody in when %s does not say who it is", async (name) => {
    provider.turn({ isDown: "account" });
    expect(await enter(app.guest(), name)).toBe("/login?social=failed");
  });

  it.each(["facebook", "twitter"] as const)("lets nobody in with another state by %s", async (name) => {
    await mailWorks();
    const person = provider.signInAs();
    provider.turn({ isStateWrong: true });
    expect(await enter(app.guest(), name)).toBe("/login?social=failed");
    expect(await find(person.email)).toBeUndefined();
  });

  it("takes a code once: the second time leads nowhere, with the same cookies", async () => {
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
    // Injected: the state fits this browser, the code was made for the other one's verifier.
    back.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect(await arrive(victim, back)).toBe("/login?social=failed");
  });

  it("does not take the return of one provider for that of another", async () => {
    const client = app.guest();
    const back = await outAndBack(client, "facebook");
    back.pathname = "/auth/twitter/callback";
    expect(await arrive(client, back)).toBe("/login?social=failed");
    back.pathname = "/auth/nobody/callback";
    expect(await arrive(client, back)).toBe("/login?social=failed");
  });

  it("asks Google once more for a key it does not know, and not every time", async () => {
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

  it("ends ten minutes after it began", async () => {
    let now = new Date();
    const patient = await testApp({ environment: provider.environment, clock: { now: () => now } });
    try {
      const boss = await patient.as(await patient.user({ role: "super_admin" }));
      await boss.call("PUT /api/settings", { body: { ...provider.settings, ...open } });
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

  it("never leads to another site, whatever the address says", async () => {
    provider.signInAs();
    const client = app.guest();
    const back = await outAndBack(client, "google");
    for (const name of ["next", "redirect", "return_to", "url"])
      back.searchParams.set(name, "https://evil.example/");
    expect(await arrive(client, back)).toBe("/setup-password");
  });

  it("keeps what it must remember in a cookie that no script and no other page can read", async () => {
    const url = new URL("/api/auth/google", app.origin);
    const [cookie = ""] = (await fetch(url)).headers.getSetCookie();
    expect(cookie).toMatch(/^sitewalk_social=[\w-]+; Max-Age=600; Path=\/auth; HttpOnly; SameSite=Lax$/);
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

describe("a linked account", () => {
  it.each(["google", "facebook", "twitter"] as const)("of %s lets its owner in", async (name) => {
    const { user } = await linked(name);
    const client = app.guest();
    expect(await enter(client, name)).toBe("/login");
    expect((await client.call("GET /api/user")).id).toBe(user.id);
    const [item] = (await client.call("GET /api/social-accounts")).items;
    expect(item?.provider).toBe(name);
    expect(item?.label).toMatch(
      { google: /@example.org$/, facebook: /^Site Guest$/, twitter: /^@guest_/ }[name],
    );
  });

  it.each([
    ["locked", { locked_at: new Date() }],
    ["not activated", { awaiting: "activation" }],
    ["the demo account", { is_demo: true }],
  ] as const)("opens nothing while its owner's account is %s", async (_, state) => {
    const { user } = await linked("google");
    await app.database.db.updateTable("users").set(state).where("id", "=", user.id).execute();
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login?social=failed");
    expect((await client.refused("GET /api/user")).status).toBe(401);
  });

  it("still asks for the second factor", async () => {
    const { user } = await linked("google");
    await settings({ "2fa_enable": true });
    await app.database.db
      .updateTable("users")
      .set({ totp_secret: "sealed", totp_enabled_at: new Date() })
      .where("id", "=", user.id)
      .execute();
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/2fa");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    expect(await client.call("GET /api/verify-2fa")).toMatchObject({
      pending: true,
      methods: { code: true },
    });
  });

  it("cannot be linked to two accounts, nor two of one provider to one", async () => {
    const { person, client, user } = await linked("google");
    const other = await app.as(await app.user());
    provider.signInAs(person);
    expect(await link(other, "google")).toBe("/editprofile?social=taken#security");
    expect((await other.call("GET /api/social-accounts")).items).toEqual([]);
    provider.signInAs(person);
    expect(await link(client, "google")).toBe("/editprofile?social=linked#security");
    provider.signInAs();
    expect(await link(client, "google")).toBe("/editprofile?social=taken#security");
    const guest = app.guest();
    provider.signInAs(person);
    await enter(guest, "google");
    expect((await guest.call("GET /api/user")).id).toBe(user.id);
  });

  it("is linked by the session that asked for it and by no other", async () => {
    const user = await app.user();
    const client = await app.as(user);
    provider.signInAs();
    const back = await outAndBack(client, "google", "GET /api/auth/{provider}/link");
    await client.call("POST /api/login", { body: { username_l: user.name, password_l: password } });
    expect(await arrive(client, back)).toBe("/login?social=failed");
    expect((await client.call("GET /api/social-accounts")).items).toEqual([]);
    const left = await app.as(user);
    const late = await outAndBack(left, "google", "GET /api/auth/{provider}/link");
    await left.call("POST /api/logout");
    expect(await arrive(left, late)).toBe("/login?social=failed");
  });

  it("is not for the demo account", async () => {
    const client = await app.as(await app.user({ isDemo: true }));
    const refusal = await client.refused("GET /api/auth/{provider}/link", { params: { provider: "google" } });
    expect(refusal.code).toBe("DEMO_READ_ONLY");
  });

  it("is unlinked with the password, told to its owner, and opens nothing any more", async () => {
    const { client, user } = await linked("twitter");
    const params = { provider: "twitter" } as const;
    for (const body of [undefined, {}, { password: "wrong wrong" }])
      expect((await client.refused("POST /api/auth/{provider}/unlink", { params, body })).code).toBe(
        "PASSWORD_WRONG",
      );
    await client.call("POST /api/auth/{provider}/unlink", { params, body: { password } });
    expect((await client.call("GET /api/social-accounts")).items).toEqual([]);
    const again = { params, body: { password } };
    expect((await client.refused("POST /api/auth/{provider}/unlink", again)).status).toBe(404);
    await settings({ enable_registration: false });
    expect(await enter(app.guest(), "twitter")).toBe("/login?social=registration_off");
    const { items } = await client.call("GET /api/sessions/alerts");
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["social_linked", "social_unlinked"]),
    );
    const { db } = app.database;
    const activity = await db.selectFrom("activity").selectAll().where("id_user", "=", user.id).execute();
    expect(activity.map(({ action, changed }) => [action, ...changed])).toEqual([
      ["social.linked", "twitter"],
      ["social.unlinked", "twitter"],
    ]);
  });

  it("stays while it is the only way in", async () => {
    provider.signInAs();
    const client = app.guest();
    await enter(client, "google");
    const unlink = { params: { provider: "google" }, body: {} } as const;
    expect((await client.refused("POST /api/auth/{provider}/unlink", unlink)).code).toBe("LAST_WAY_IN");
    expect((await client.call("GET /api/social-accounts")).items).toHaveLength(1);
    await link(client, "facebook");
    await settings({ facebook_enable: false });
    // A provider that is switched off lets nobody in.
    expect((await client.refused("POST /api/auth/{provider}/unlink", unlink)).code).toBe("LAST_WAY_IN");
    await settings(provider.settings);
    await client.call("POST /api/auth/{provider}/unlink", unlink);
    const chosen = { password: "a bridge over water", password_confirmation: "a bridge over water" };
    await client.call("POST /api/set-social-password", { body: chosen });
    await client.call("POST /api/auth/{provider}/unlink", {
      params: { provider: "facebook" },
      body: { password: chosen.password },
    });
  });
});

describe("the first password", () => {
  it.each([
    ["differ", { password: "a bridge over water", password_confirmation: "a bridge" }, "VALIDATION"],
    ["are too short", { password: "short", password_confirmation: "short" }, "VALIDATION"],
    ["are too common", { password: "password1", password_confirmation: "password1" }, "PASSWORD_COMMON"],
  ])("is refused when the two %s", async (_, body, code) => {
    provider.signInAs();
    const client = app.guest();
    await enter(client, "google");
    expect(await client.refused("POST /api/set-social-password", { body })).toMatchObject({
      status: 422,
      code,
    });
    expect((await client.call("GET /api/user")).has_password).toBe(false);
  });
});

/** Says that mail has been tried and works, which nobody but the mail's own test may say. */
async function mailWorks(): Promise<void> {
  const row = { key: "smtp_valid", value: "true", sealed: null };
  await app.database.db.insertInto("settings").values(row).execute();
  // Every process reads them again when one changes.
  await settings(open);
}
