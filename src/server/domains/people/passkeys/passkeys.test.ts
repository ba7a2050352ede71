import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, testApp } from "#test/app.ts";
import { createAuthenticator, type Lies } from "./authenticator.fixture.ts";
import { add, enter, origin, type PasskeySite, passkeySite, refusal } from "./passkeys.fixture.ts";

let app: PasskeySite["app"];
let db: PasskeySite["db"];
let phone: PasskeySite["phone"];
let owner: PasskeySite["owner"];

beforeAll(async () => {
  ({ app, db, phone, owner } = await passkeySite());
});
afterAll(() => app.close());

describe("a new passkey", () => {
  it("requires the password, and reports the time to wait after too many attempts", async () => {
    const strict = await testApp({ environment: { PUBLIC_URL: origin }, rateFactor: 1 });
    try {
      const client = await strict.as(await strict.user());
      const guess = async (body: { password?: string }) =>
        (await client.refused("POST /api/passkeys/options", { body })).code;
      expect(await guess({})).toBe("PASSWORD_WRONG");
      const guesses = [];
      for (let count = 0; count < 10; count += 1) guesses.push(await guess({ password: "wrong wrong" }));
      expect(new Set(guesses)).toEqual(new Set(["PASSWORD_WRONG"]));
      expect(await guess({ password })).toBe("RATE_LIMITED");
    } finally {
      await strict.close();
    }
  });

  it("is requested under the site's name, discoverable without a user name, without personal data", async () => {
    const { client, user, passkey } = await owner();
    const options = await client.call("POST /api/passkeys/options", { body: { password } });
    expect(options).toMatchObject({
      rp: { id: "site.example.org", name: "Sitewalk" },
      user: { name: user.name },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      excludeCredentials: [{ transports: ["internal", "hybrid"] }],
    });
    const handle = Buffer.from((options["user"] as { id: string }).id, "base64url");
    expect(handle).toHaveLength(16);
    expect(passkey).toMatchObject({ name: "Phone", synced: false, last_used_at: null });
  });

  it("is listed, renamed and reported to its owner", async () => {
    const { client, user, passkey } = await owner();
    const synced = await add(
      client,
      createAuthenticator({ origin, checksOwner: true, isSynced: true }),
      "Cloud",
    );
    expect(synced.synced).toBe(true);
    await client.call("PUT /api/passkeys/{id}", {
      params: { id: passkey.id },
      body: { name: " Old phone " },
    });
    const { items } = await client.call("GET /api/passkeys");
    expect(items.map(({ name }) => name)).toEqual(["Cloud", "Old phone"]);
    const { items: alerts } = await client.call("GET /api/sessions/alerts");
    expect(alerts.map(({ kind }) => kind)).toEqual(["passkey_added", "passkey_added"]);
    const rows = await db
      .selectFrom("activity")
      .selectAll()
      .where("id_user", "=", user.id)
      .where("action", "like", "passkey.%")
      .orderBy("id")
      .execute();
    expect(rows.map(({ action, subject_name }) => [action, subject_name])).toEqual([
      ["passkey.added", "Phone"],
      ["passkey.added", "Cloud"],
      ["passkey.renamed", "Old phone"],
    ]);
  });

  it.each([
    ["from another site", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["for another question", { challenge: "c29tZXRoaW5nIGVsc2U" }],
    ["made by a sign-in", { type: "webauthn.get" }],
    ["made with nobody there", { isOwnerPresent: false }],
  ] satisfies [string, Lies][])("is refused when it comes %s", async (_, lies) => {
    const client = await app.as(await app.user());
    const options = await client.call("POST /api/passkeys/options", { body: { password } });
    const body = { name: "Phone", credential: phone().create(options, lies) };
    expect((await client.refused("POST /api/passkeys", { body })).code).toBe("PASSKEY_WRONG");
    expect((await client.call("GET /api/passkeys")).items).toEqual([]);
  });

  it("answers one challenge, once, in the browser and by the user that received it", async () => {
    const client = await app.as(await app.user());
    const other = await app.as(await app.user());
    const options = await client.call("POST /api/passkeys/options", { body: { password } });
    const body = { name: "Phone", credential: phone().create(options) };
    expect((await other.refused("POST /api/passkeys", { body })).code).toBe("PASSKEY_WRONG");
    await other.call("POST /api/passkeys/options", { body: { password } });
    expect((await other.refused("POST /api/passkeys", { body })).code).toBe("PASSKEY_WRONG");
    await client.call("POST /api/passkeys", { body });
    expect((await client.refused("POST /api/passkeys", { body })).code).toBe("PASSKEY_WRONG");
    await other.call("POST /api/passkeys/options", { body: { password } });
    expect((await other.call("GET /api/passkeys")).items).toEqual([]);
  });

  it("is refused for a user who signed in at the browser after the one that received the challenge", async () => {
    const second = await app.user();
    const client = await app.as(await app.user());
    const options = await client.call("POST /api/passkeys/options", { body: { password } });
    await client.call("POST /api/login", { body: { username_l: second.name, password_l: password } });
    const body = { name: "Phone", credential: phone().create(options) };
    expect((await client.refused("POST /api/passkeys", { body })).code).toBe("PASSKEY_WRONG");
  });

  it("that exists already is not accepted twice", async () => {
    const { client, device } = await owner();
    const again = await client.call("POST /api/passkeys/options", { body: { password } });
    expect(() => device.create(again)).toThrow("already");
  });

  it("is limited to twenty", async () => {
    const { client, user } = await owner();
    const rows = Array.from({ length: 18 }, (_, index) => ({
      id_user: user.id,
      credential_id: `${user.name}-${index}`,
      public_key: Buffer.from([0]),
      counter: 0,
      name: "Key",
      synced: false,
    }));
    await db.insertInto("passkeys").values(rows).execute();
    const asked = await client.call("POST /api/passkeys/options", { body: { password } });
    await add(client, phone(), "Twentieth");
    expect(await client.refused("POST /api/passkeys/options", { body: { password } })).toMatchObject({
      code: "PASSKEYS_FULL",
      message: "Limit reached: an account can have at most 20 passkeys.",
    });
    const late = { name: "Late", credential: phone().create(asked) };
    expect((await client.refused("POST /api/passkeys", { body: late })).code).toBe("PASSKEYS_FULL");
  });

  it("requires that this site is opened under its own name", async () => {
    const nameless = await testApp();
    try {
      const client = await nameless.as(await nameless.user());
      expect(await client.refused("POST /api/passkeys/options", { body: { password } })).toMatchObject({
        status: 422,
        code: "PASSKEYS_ADDRESS",
      });
      expect((await client.refused("POST /api/passkeys/sign-in/options", { body: {} })).code).toBe(
        "PASSKEYS_ADDRESS",
      );
    } finally {
      await nameless.close();
    }
  });
});
describe("the passkeys of an account", () => {
  it("open nothing once they are deleted", async () => {
    const { client, device, passkey } = await owner();
    await client.call("DELETE /api/passkeys/{id}", { params: { id: passkey.id } });
    expect((await client.call("GET /api/passkeys")).items).toEqual([]);
    expect(await refusal(app.guest(), device)).toBe("PASSKEY_WRONG");
    const [alert] = (await client.call("GET /api/sessions/alerts")).items;
    expect(alert?.kind).toBe("passkey_removed");
  });

  it("cannot be seen, renamed or deleted by another user, not even a super admin", async () => {
    const { passkey } = await owner();
    for (const role of ["user", "super_admin"] as const) {
      const other = await app.as(await app.user({ role }));
      const params = { id: passkey.id };
      expect((await other.refused("PUT /api/passkeys/{id}", { params, body: { name: "Mine" } })).status).toBe(
        404,
      );
      expect((await other.refused("DELETE /api/passkeys/{id}", { params })).status).toBe(404);
      expect((await other.call("GET /api/passkeys")).items).toEqual([]);
    }
  });

  it("keep the last way to sign in of an account without a password", async () => {
    const { client, user, device, passkey } = await owner();
    await db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
    const params = { id: passkey.id };
    expect((await client.refused("DELETE /api/passkeys/{id}", { params })).code).toBe("LAST_WAY_IN");
    const spare = phone();
    const options = await client.call("POST /api/passkeys/options", { body: {} });
    await client.call("POST /api/passkeys", { body: { name: "Spare", credential: spare.create(options) } });
    await client.call("DELETE /api/passkeys/{id}", { params });
    expect(await refusal(app.guest(), device)).toBe("PASSKEY_WRONG");
    await enter(app.guest(), spare);
  });
});
