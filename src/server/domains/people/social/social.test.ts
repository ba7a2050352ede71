import { get } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { OpenIdProvider } from "#test/openid-provider/index.ts";
import { socialSite } from "./social-site.fixture.ts";

const { opened, settings, outAndBack, arrive, enter, find, mailWorks } = socialSite();
let app: TestApp;
let provider: OpenIdProvider;
beforeAll(() => {
  ({ app, provider } = opened());
});

describe("a provider", () => {
  it("is Google alone on a fresh server, and is not offered before it has its keys", async () => {
    const fresh = await testApp();
    try {
      const guest = fresh.guest();
      const { google_enable, facebook_enable, twitter_enable, openid_enable, social_providers } =
        await guest.call("GET /api/settings");
      expect([google_enable, facebook_enable, twitter_enable, openid_enable]).toEqual([
        true,
        false,
        false,
        false,
      ]);
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
    expect((await client.call("GET /api/social-accounts")).available).toEqual(["google", "openid"]);
    await settings(provider.settings);
    expect((await client.call("GET /api/social-accounts")).available).toHaveLength(4);
  });

  it("requests from Google the prompt of the setting, and none where the setting says so", async () => {
    const promptOf = async () => {
      const { auth_url } = await app
        .guest()
        .call("GET /api/auth/{provider}", { params: { provider: "google" } });
      return new URL(auth_url).searchParams.get("prompt");
    };
    expect(await promptOf()).toBe("select_account");
    for (const google_prompt of ["login", "consent"] as const) {
      await settings({ google_prompt });
      expect(await promptOf()).toBe(google_prompt);
    }
    await settings({ google_prompt: "off" });
    expect(await promptOf()).toBeNull();
    await settings({ google_prompt: "select_account" });
  });

  it("that is switched off during a round trip signs no one in", async () => {
    const client = app.guest();
    provider.signInAs();
    const back = await outAndBack(client, "google");
    await settings({ google_enable: false });
    expect(await arrive(client, back)).toBe("/login?social=failed");
  });

  it("sends people back to the configured host, whatever host the browser named", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      // Unlike fetch, it allows setting the Host header.
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

describe("an account that a provider vouches for", () => {
  it("notifies the operator like any self-registered account", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const { email } = provider.signInAs();
    await enter(app.guest(), "google");
    const { id } = (await find(email)) ?? { id: 0 };
    const news = await admin.call("GET /api/notifications");
    expect(news).toMatchObject([{ kind: "member_changed", title: "New account", link: `/edituser/${id}` }]);
    await enter(app.guest(), "google");
    expect(await admin.call("GET /api/notifications"), "once").toHaveLength(1);
  });
});

describe("an unknown person", () => {
  it("gets an account from a Google address that Google vouches for, and sets a password", async () => {
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
    // Only the browser that asked stays signed in, under a new token.
    expect((await elsewhere.refused("GET /api/user")).code).toBe("SESSION_TERMINATED");
    expect((await client.call("GET /api/user")).has_password).toBe(true);
    expect(client.cookie()).not.toBe(before);
    const again = app.guest();
    await again.call("POST /api/login", { body: { username_l: user.username, password_l: body.password } });
    expect(await client.refused("POST /api/set-social-password", { body })).toMatchObject({
      code: "PASSWORD_PRESENT",
    });
  });

  it("signs in by the same account afterwards, even when the address there has changed", async () => {
    const person = provider.signInAs();
    await enter(app.guest(), "google");
    provider.signInAs({ ...person, email: "another@example.org" });
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login");
    expect((await client.call("GET /api/user")).email).toBe(person.email);
  });

  it("starts with the default plan", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const plan = await admin.call("POST /api/plans", { body: { name: "Start", is_default: true } });
    provider.signInAs();
    const client = app.guest();
    await enter(client, "google");
    expect((await client.call("GET /api/user")).plan_info).toMatchObject({ id_plan: plan.id, name: "Start" });
    await admin.call("PUT /api/plans/{id}", { params: { id: plan.id }, body: { is_default: false } });
  });

  it("gets a free user name, and never a reserved word", async () => {
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

  it("sees that registration is closed, and no account is created", async () => {
    await settings({ enable_registration: false });
    for (const name of ["google", "facebook", "twitter", "openid"] as const) {
      const person = provider.signInAs();
      expect(await enter(app.guest(), name)).toBe("/login?social=registration_off");
      expect(await find(person.email)).toBeUndefined();
    }
  });

  it.each(["google", "facebook", "twitter", "openid"] as const)(
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
    ["openid", { email_verified: false }],
  ] as const)("is turned away by %s when the address cannot be confirmed by email", async (name, change) => {
    const person = provider.signInAs(change);
    expect(await enter(app.guest(), name)).toBe("/login?social=email_unconfirmed");
    expect(await find(person.email)).toBeUndefined();
  });

  it.each(["google", "facebook", "twitter", "openid"] as const)(
    "is turned away when %s returns no address",
    async (name) => {
      provider.signInAs({ email: null });
      expect(await enter(app.guest(), name)).toBe("/login?social=email_missing");
    },
  );

  it("waits for the activation email when only they claim the address, and is not linked by it", async () => {
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
    // The owner of the address activates: the person who gave it still has no way in.
    await db
      .updateTable("users")
      .set({ awaiting: null })
      .where("id", "=", made?.id ?? 0)
      .execute();
    expect(await enter(app.guest(), "facebook")).toBe("/login?social=email_taken");
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
