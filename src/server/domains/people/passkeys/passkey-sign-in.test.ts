import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password } from "#test/app.ts";
import { createAuthenticator, type Lies } from "./authenticator.fixture.ts";
import { add, ask, enter, origin, type PasskeySite, passkeySite, refusal } from "./passkeys.fixture.ts";

let app: PasskeySite["app"];
let db: PasskeySite["db"];
let owner: PasskeySite["owner"];

beforeAll(async () => {
  ({ app, db, owner } = await passkeySite());
});
afterAll(() => app.close());

describe("signing in with a passkey", () => {
  it("needs no user name and no password, and counts as two factors with user verification", async () => {
    const { user, device } = await owner();
    await protect(user);
    const client = app.guest();
    const options = await ask(client);
    expect(options).toMatchObject({
      rpId: "site.example.org",
      userVerification: "preferred",
      allowCredentials: [],
    });
    const signedIn = await enter(client, device);
    expect(signedIn).toMatchObject({ requires_2fa: false, user: { id: user.id } });
    expect((await client.call("GET /api/user")).id).toBe(user.id);
    const session = await newestSession(user);
    expect(session).toMatchObject({ way: "passkey", two_factor: true, remembered: false });
    const [passkey] = (await client.call("GET /api/passkeys")).items;
    expect(passkey?.last_used_at).not.toBeNull();
  });

  it("stays signed in on request", async () => {
    const { user, device } = await owner();
    const client = app.guest();
    const credential = device.get(await ask(client));
    await client.call("POST /api/passkeys/sign-in", { body: { credential, rememberMe: true } });
    expect((await newestSession(user))?.remembered).toBe(true);
  });

  it("asks for the second factor without user verification", async () => {
    const { user, device } = await owner({ checksOwner: false });
    expect(await enter(app.guest(), device)).toMatchObject({ requires_2fa: false });
    expect((await newestSession(user))?.two_factor).toBe(false);
    await protect(user);
    const client = app.guest();
    expect(await enter(client, device)).toMatchObject({
      requires_2fa: true,
      user: null,
      methods: { code: true },
    });
    expect((await client.refused("GET /api/user")).status).toBe(401);
    // A second touch is still one factor.
    expect(await refusal(client, device)).toBe("PASSKEY_WRONG");
    expect((await client.refused("GET /api/user")).status).toBe(401);
  });

  it.each([
    ["from another site", { origin: "https://evil.example" }],
    ["from a page below the site's name", { origin: "https://sub.site.example.org" }],
    ["over plain http", { origin: "http://site.example.org" }],
    ["for another site", { rpId: "evil.example" }],
    ["for another question", { challenge: "c29tZXRoaW5nIGVsc2U" }],
    ["made by a registration", { type: "webauthn.create" }],
    ["with nobody there", { isOwnerPresent: false }],
    ["with a changed signature", { isSignatureBroken: true }],
    ["for another person", { userHandle: "b3RoZXI" }],
  ] satisfies [string, Lies][])("is refused when the answer comes %s", async (_, lies) => {
    const { device } = await owner();
    const client = app.guest();
    expect(await refusal(client, device, lies)).toBe("PASSKEY_WRONG");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    await enter(client, device);
  });

  it("accepts an answer once, and only from the browser with its challenge", async () => {
    const { device } = await owner();
    const [client, thief] = [app.guest(), app.guest()];
    const credential = device.get(await ask(client));
    const cookie = client.cookie();
    expect((await thief.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
    await ask(thief);
    expect((await thief.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
    await client.call("POST /api/passkeys/sign-in", { body: { credential } });
    expect((await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
    expect(cookie).toContain("sitewalk_passkey=");
    const stolen = await replay(cookie, { credential });
    expect(stolen).toBe("PASSKEY_WRONG");
  });

  it("works in every window in which it was offered", async () => {
    const { device } = await owner();
    const client = app.guest();
    const [first, second] = [await ask(client), await ask(client)];
    for (const options of [first, second]) {
      const credential = device.get(options);
      expect((await client.call("POST /api/passkeys/sign-in", { body: { credential } })).requires_2fa).toBe(
        false,
      );
    }
  });

  it("uses the challenge up with the first answer, even a wrong one", async () => {
    const { device } = await owner();
    const client = app.guest();
    const asked = await ask(client);
    const cookie = client.cookie();
    const wrong = { credential: device.get(asked, { isSignatureBroken: true }) };
    expect((await client.refused("POST /api/passkeys/sign-in", { body: wrong })).code).toBe("PASSKEY_WRONG");
    expect(await replay(cookie, { credential: device.get(asked) })).toBe("PASSKEY_WRONG");
  });

  it("does not accept the challenge of a registration", async () => {
    const { client, device } = await owner();
    const { challenge } = await client.call("POST /api/passkeys/options", { body: { password } });
    const credential = device.get({ challenge, rpId: "site.example.org" });
    expect((await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
  });

  it("expires after five minutes", async () => {
    const { device } = await owner();
    const client = app.guest();
    const credential = device.get(await ask(client));
    const left = await db
      .selectFrom("passkey_challenges")
      .select("expires_at")
      .orderBy("expires_at", "desc")
      .executeTakeFirstOrThrow();
    expect(left.expires_at.getTime() - Date.now()).toBeGreaterThan(285_000);
    expect(left.expires_at.getTime() - Date.now()).toBeLessThan(305_000);
    await db
      .updateTable("passkey_challenges")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
  });

  it("detects a cloned passkey by a decreasing counter", async () => {
    const { device } = await owner();
    await enter(app.guest(), device);
    await enter(app.guest(), device);
    expect(await refusal(app.guest(), device, { counter: 1 })).toBe("PASSKEY_WRONG");
    expect(await refusal(app.guest(), device, { counter: 2 })).toBe("PASSKEY_WRONG");
    await enter(app.guest(), device);
  });

  it("accepts passkeys without a counter", async () => {
    const client = await app.as(await app.user());
    const cloud = createAuthenticator({ origin, checksOwner: true, isSynced: true });
    await add(client, cloud);
    await enter(app.guest(), cloud);
    await enter(app.guest(), cloud);
  });

  it.each([
    ["locked", { locked_at: new Date() }],
    ["in the bin", { locked_at: new Date(), deleted_at: new Date() }],
    ["not activated", { awaiting: "activation" }],
    ["only invited", { awaiting: "invitation" }],
    ["the demo account", { is_demo: true }],
  ] as const)("is refused like a wrong passkey while the account is %s", async (_, state) => {
    const { user, device } = await owner();
    await db.updateTable("users").set(state).where("id", "=", user.id).execute();
    expect(await refusal(app.guest(), device)).toBe("PASSKEY_WRONG");
  });

  it("answers invalid data with a plain refusal", async () => {
    const client = app.guest();
    for (const credential of [{}, { id: 12 }, { id: "nobody" }, { id: "x".repeat(10_000), response: null }]) {
      await ask(client);
      const reply = await client.refused("POST /api/passkeys/sign-in", { body: { credential } });
      expect(reply).toMatchObject({ status: 422, code: "PASSKEY_WRONG" });
    }
  });

  it("is logged whether it worked or not", async () => {
    const { user, device } = await owner();
    await refusal(app.guest(), device, { isSignatureBroken: true });
    await enter(app.guest(), device);
    const rows = await db
      .selectFrom("sign_ins")
      .selectAll()
      .where("id_user", "=", user.id)
      .where("way", "=", "passkey")
      .orderBy("id")
      .execute();
    expect(rows.map(({ succeeded }) => succeeded)).toEqual([false, true]);
  });
});

describe("a passkey as the second factor", () => {
  const begin = async (user: { name: string }) => {
    const client = app.guest();
    const body = { username_l: user.name, password_l: password };
    const signedIn = await client.call("POST /api/login", { body });
    expect(signedIn).toMatchObject({ requires_2fa: true, methods: { passkey: true } });
    return client;
  };

  it("finishes the waiting sign-in, with a touch", async () => {
    const { user, device } = await owner({ checksOwner: false });
    await protect(user);
    const client = await begin(user);
    const options = await ask(client);
    expect(options["allowCredentials"]).toHaveLength(1);
    const credential = device.get(options);
    expect(await client.call("POST /api/passkeys/sign-in", { body: { credential } })).toMatchObject({
      requires_2fa: false,
      user: { id: user.id },
    });
    expect(await newestSession(user)).toMatchObject({ way: "password", two_factor: true });
  });

  it("has to be one of the same user", async () => {
    const { user } = await owner();
    await protect(user);
    const stranger = await owner();
    const client = await begin(user);
    const options = await ask(client);
    expect(() => stranger.device.get(options)).toThrow("no passkey that fits");
    const credential = stranger.device.get(options, { ignoreAllowed: true });
    expect((await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "PASSKEY_WRONG",
    );
    expect((await client.refused("GET /api/user")).status).toBe(401);
  });

  it("is too late when the sign-in no longer waits", async () => {
    const { user, device } = await owner();
    await protect(user);
    const client = await begin(user);
    const credential = device.get(await ask(client));
    await db.deleteFrom("sign_in_challenges").where("id_user", "=", user.id).execute();
    expect((await client.refused("POST /api/passkeys/sign-in", { body: { credential } })).code).toBe(
      "TWO_FACTOR_EXPIRED",
    );
  });

  it("does not keep another user from signing in at the same browser", async () => {
    const { user } = await owner();
    await protect(user);
    const second = await owner();
    const client = await begin(user);
    const options = await client.call("POST /api/passkeys/sign-in/options", { body: { anew: true } });
    const credential = second.device.get(options);
    await client.call("POST /api/passkeys/sign-in", { body: { credential } });
    expect((await client.call("GET /api/user")).id).toBe(second.user.id);
  });
});
/** Enables the second factor, as far as sign-in is concerned. */
async function protect({ id }: { id: number }): Promise<void> {
  await db
    .updateTable("users")
    .set({ totp_secret: "sealed", totp_enabled_at: new Date() })
    .where("id", "=", id)
    .execute();
}

const newestSession = ({ id }: { id: number }) =>
  db.selectFrom("sessions").selectAll().where("id_user", "=", id).orderBy("id", "desc").executeTakeFirst();

/** The same cookies from elsewhere: simulates a stolen session. */
async function replay(cookie: string, body: unknown): Promise<string> {
  const token = await fetch(new URL("/api/csrf-token", app.origin), { headers: { cookie } });
  const { data } = (await token.json()) as { data: { token: string } };
  const reply = await fetch(new URL("/api/passkeys/sign-in", app.origin), {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "x-csrf-token": data.token },
    body: JSON.stringify(body),
  });
  return ((await reply.json()) as { code: string }).code;
}
