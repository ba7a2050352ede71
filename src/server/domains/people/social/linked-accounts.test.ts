import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { password, type TestApp } from "#test/app.ts";
import type { OpenIdProvider } from "#test/openid-provider/index.ts";
import { socialSite } from "./social-site.fixture.ts";

const { opened, settings, outAndBack, arrive, enter, link, linked } = socialSite();
let app: TestApp;
let provider: OpenIdProvider;
beforeAll(() => {
  ({ app, provider } = opened());
});

describe("a linked account", () => {
  it.each(["google", "facebook", "twitter", "openid"] as const)("of %s signs its owner in", async (name) => {
    const { user } = await linked(name);
    const client = app.guest();
    expect(await enter(client, name)).toBe("/login");
    expect((await client.call("GET /api/user")).id).toBe(user.id);
    const [item] = (await client.call("GET /api/social-accounts")).items;
    expect(item?.provider).toBe(name);
    expect(item?.label).toMatch(
      { google: /@example.org$/, openid: /@example.org$/, facebook: /^Site Guest$/, twitter: /^@guest_/ }[
        name
      ],
    );
  });

  it.each([
    ["locked", { locked_at: new Date() }],
    ["in the bin", { locked_at: new Date(), deleted_at: new Date() }],
    ["not activated", { awaiting: "activation" }],
    ["the demo account", { is_demo: true }],
  ] as const)("opens nothing while its owner's account is %s", async (_, state) => {
    const { user } = await linked("google");
    await app.database.db.updateTable("users").set(state).where("id", "=", user.id).execute();
    const client = app.guest();
    expect(await enter(client, "google")).toBe("/login?social=failed");
    expect((await client.refused("GET /api/user")).status).toBe(401);
  });

  it("still requires the second factor", async () => {
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

  it("is linked with the password, or without it just after signing in", async () => {
    const client = await app.as(await app.user());
    const params = { provider: "google" } as const;
    const address = /^http/;
    expect((await client.call("GET /api/auth/{provider}/link", { params })).auth_url).toMatch(address);
    await app.database.db
      .updateTable("sessions")
      .set({ created_at: sql`now() - interval '11 minutes'` })
      .execute();
    expect((await client.refused("GET /api/auth/{provider}/link", { params })).code).toBe("PASSWORD_WRONG");
    for (const body of [{}, { password: "not the one" }])
      expect((await client.refused("POST /api/auth/{provider}/link", { params, body })).code).toBe(
        "PASSWORD_WRONG",
      );
    const begun = await client.call("POST /api/auth/{provider}/link", { params, body: { password } });
    expect(begun.auth_url).toMatch(address);
  });

  it("is linked only by the session that requested it", async () => {
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

  it("is unlinked with the password, reported to its owner, and opens nothing afterwards", async () => {
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
    const activity = await db
      .selectFrom("activity")
      .selectAll()
      .where("id_user", "=", user.id)
      .where("action", "like", "social.%")
      .orderBy("id")
      .execute();
    expect(activity.map(({ action, changed }) => [action, ...changed])).toEqual([
      ["social.linked", "twitter"],
      ["social.unlinked", "twitter"],
    ]);
  });

  it("is kept while it is the only way to sign in", async () => {
    provider.signInAs();
    const client = app.guest();
    await enter(client, "google");
    const unlink = { params: { provider: "google" }, body: {} } as const;
    expect((await client.refused("POST /api/auth/{provider}/unlink", unlink)).code).toBe("LAST_WAY_IN");
    expect((await client.call("GET /api/social-accounts")).items).toHaveLength(1);
    await link(client, "facebook");
    await settings({ facebook_enable: false });
    // A provider that is switched off cannot be used to sign in.
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
