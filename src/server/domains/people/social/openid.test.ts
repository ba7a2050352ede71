import { beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { type Knobs, type OpenIdProvider, startOpenIdProvider } from "#test/openid-provider/index.ts";
import { openSettings, socialSite } from "./social-site.fixture.ts";

const { opened, settings, outAndBack, arrive, enter, link, linked, find, mailWorks } = socialSite();
let app: TestApp;
let provider: OpenIdProvider;
beforeAll(() => {
  ({ app, provider } = opened());
});

const params = { provider: "openid" } as const;
const begin = async () =>
  new URL((await app.guest().call("GET /api/auth/{provider}", { params })).auth_url).searchParams;
const asked = (path: string) => provider.calls.filter((call) => call === `GET /openid${path}`).length;

describe("the OpenID provider of the settings", () => {
  it("is offered once it has issuer, client id and secret, and is shown to guests by its name only", async () => {
    const offered = async () => (await app.guest().call("GET /api/settings")).social_providers;
    expect(await offered()).toContain("openid");
    for (const lacking of [{ openid_issuer: "" }, { openid_id: "" }, { openid_secret: null }]) {
      await settings(lacking);
      expect(await offered(), JSON.stringify(lacking)).not.toContain("openid");
      const refusal = await app.guest().refused("GET /api/auth/{provider}", { params });
      expect(refusal.code).toBe("SOCIAL_OFF");
      await settings(provider.settings);
    }
    const told = await app.guest().call("GET /api/settings");
    expect(told.openid_name).toBe("Site Office");
    for (const key of ["openid_issuer", "openid_id", "openid_secret", "openid_scopes"])
      expect(told).not.toHaveProperty([key]);
  });

  it("is called with state, nonce, a challenge, the scopes and the prompt of the settings", async () => {
    const query = await begin();
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      client_id: "sitewalk:site office",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(query.get(name), name).toMatch(/^[\w-]{43}$/);
    expect(query.get("prompt")).toBeNull();
    await settings({ openid_prompt: "login", openid_scopes: "openid email" });
    const other = await begin();
    expect([other.get("prompt"), other.get("scope")]).toEqual(["login", "openid email"]);
    expect(other.get("state")).not.toBe(query.get("state"));
    await settings({ openid_prompt: "off", openid_scopes: "openid email profile" });
  });

  it("is discovered once for many sign-ins, and anew for another issuer", async () => {
    const path = "/.well-known/openid-configuration";
    await begin();
    const before = asked(path);
    await Promise.all([begin(), begin(), begin()]);
    expect(asked(path)).toBe(before);
  });

  it.each([
    ["another issuer", { metadata: { issuer: "https://id.example.org" } }, "SOCIAL_SETUP"],
    ["no authorization endpoint", { metadata: { authorization_endpoint: undefined } }, "SOCIAL_SETUP"],
    [
      "an endpoint by plain http",
      { metadata: { token_endpoint: "http://id.example.org/t" } },
      "SOCIAL_SETUP",
    ],
    [
      "an endpoint that is a script",
      { metadata: { authorization_endpoint: "javascript:alert(1)" } },
      "SOCIAL_SETUP",
    ],
    [
      "no signatures but by a shared secret",
      { metadata: { id_token_signing_alg_values_supported: ["HS256", "none"] } },
      "SOCIAL_SETUP",
    ],
    ["no answer", { isDown: "discovery" }, "SOCIAL_SILENT"],
  ] satisfies [string, Partial<Knobs>, string][])(
    "is refused with a message for %s",
    async (_, knobs, code) => {
      const own = await startOpenIdProvider();
      own.turn(knobs);
      await settings({ openid_issuer: `${own.origin}/openid` });
      const refusal = await app.guest().refused("GET /api/auth/{provider}", { params });
      expect(refusal.code).toBe(code);
      // The failure is not cached: corrected, it works at once.
      own.calm();
      expect((await begin()).get("response_type")).toBe("code");
      await own.close();
    },
  );

  it("that is unreachable is reported as not responding, before the redirect and after", async () => {
    const own = await startOpenIdProvider();
    await settings({ openid_issuer: `${own.origin}/openid` });
    const client = app.guest();
    const { auth_url } = await client.call("GET /api/auth/{provider}", { params });
    const answer = await fetch(auth_url, { redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    await own.close();
    expect(await arrive(client, back)).toBe("/login?social=unreachable");
    const other = await startOpenIdProvider();
    await other.close();
    await settings({ openid_issuer: `${other.origin}/openid` });
    expect((await app.guest().refused("GET /api/auth/{provider}", { params })).code).toBe("SOCIAL_SILENT");
  });
});

describe("a user who comes from there", () => {
  it("gets an account from a confirmed address, is asked for a password, and can sign in again", async () => {
    const person = provider.signInAs();
    const client = app.guest();
    expect(await enter(client, "openid")).toBe("/setup-password");
    expect(await client.call("GET /api/user")).toMatchObject({
      email: person.email,
      first_name: "Site",
      last_name: "Guest",
      has_password: false,
    });
    const again = app.guest();
    expect(await enter(again, "openid")).toBe("/login");
    expect((await again.call("GET /api/user")).email).toBe(person.email);
  });

  it.each([
    [true, "/setup-password"],
    ["true", "/setup-password"],
    [false, "/login?social=email_unconfirmed"],
    ["false", "/login?social=email_unconfirmed"],
    [undefined, "/login?social=email_unconfirmed"],
    [null, "/login?social=email_unconfirmed"],
  ])("with email_verified %j ends at %s", async (email_verified, path) => {
    provider.signInAs();
    provider.turn({ claims: { email_verified } });
    expect(await enter(app.guest(), "openid")).toBe(path);
  });

  it("with an unconfirmed address waits for the activation email, not linked", async () => {
    await mailWorks();
    const person = provider.signInAs({ email_verified: false });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=confirm_email");
    expect(await find(person.email)).toMatchObject({ awaiting: "activation", email_verified_at: null });
  });

  it("is looked up at the userinfo endpoint when the token contains no address", async () => {
    provider.turn({ isEmailApart: true });
    const person = provider.signInAs();
    const client = app.guest();
    expect(await enter(client, "openid")).toBe("/setup-password");
    expect((await client.call("GET /api/user")).email).toBe(person.email);
    provider.signInAs({ email_verified: false });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=email_unconfirmed");
  });

  it.each([
    ["is about somebody else", { isAccountOfOther: true }, "failed"],
    ["does not answer", { isDown: "account" }, "unreachable"],
  ] satisfies [string, Partial<Knobs>, string][])(
    "is refused by a userinfo endpoint that %s",
    async (_, knobs, ending) => {
      provider.turn({ isEmailApart: true, ...knobs });
      const person = provider.signInAs();
      expect(await enter(app.guest(), "openid")).toBe(`/login?social=${ending}`);
      expect(await find(person.email)).toBeUndefined();
    },
  );

  it("without a name or an address is linked with the available data", async () => {
    const client = await app.as(await app.user());
    const person = provider.signInAs({ email: null });
    expect(await link(client, "openid")).toBe("/editprofile?social=linked#security");
    const [item] = (await client.call("GET /api/social-accounts")).items;
    expect(item?.label).toBe(person.username);
  });
});

describe("the return from there", () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ["another state", { isStateWrong: true }],
    ["another nonce", { claims: { nonce: "somebody-elses" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["a token for another client", { claims: { aud: "another" } }],
    [
      "a token for several clients that names no party",
      { claims: { aud: ["sitewalk:site office", "another"] } },
    ],
    ["a token that was made for another party", { claims: { azp: "another" } }],
    ["a token of another issuer", { claims: { iss: "https://id.example.org" } }],
    ["a token whose time is over", { claims: { iat: now() - 600, exp: now() - 300 } }],
    ["a token that was made long ago", { claims: { iat: now() - 7200 } }],
    ["a token of the future", { claims: { iat: now() + 3600, exp: now() + 7200 } }],
    ["a token without an end", { claims: { exp: undefined } }],
    ["a token without a subject", { claims: { sub: undefined } }],
    ["a token that nobody signed", { algorithm: "none" }],
    ["a token signed by the published key as a secret", { algorithm: "HS256" }],
    ["a key that nobody published", { isKeyUnknown: true }],
    ["a changed token", { isSignatureBroken: true }],
    ["another issuer in the address", { isIssuerWrong: true }],
  ] satisfies [string, Partial<Knobs>][])("is refused with %s", async (_, knobs) => {
    const person = provider.signInAs();
    provider.turn(knobs);
    const client = app.guest();
    expect(await enter(client, "openid")).toBe("/login?social=failed");
    expect((await client.refused("GET /api/user")).status).toBe(401);
    expect(await find(person.email)).toBeUndefined();
  });

  it.each(["RS256", "PS256", "ES256"] as const)("accepts a signature by %s", async (algorithm) => {
    provider.signInAs();
    provider.turn({ algorithm });
    expect(await enter(app.guest(), "openid")).toBe("/setup-password");
  });

  it("accepts no algorithm that the document does not list", async () => {
    const own = await startOpenIdProvider();
    own.turn({ metadata: { id_token_signing_alg_values_supported: ["RS256"] }, algorithm: "ES256" });
    await settings({ openid_issuer: `${own.origin}/openid` });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=failed");
    own.turn({ algorithm: "RS256" });
    expect(await enter(app.guest(), "openid")).toBe("/setup-password");
    await own.close();
  });

  it("sends the secret by Basic authentication where the document offers nothing else", async () => {
    const own = await startOpenIdProvider();
    own.turn({ metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic"] } });
    await settings({ openid_issuer: `${own.origin}/openid` });
    expect(await enter(app.guest(), "openid")).toBe("/setup-password");
    expect(own.calls.filter((call) => call.startsWith("501"))).toEqual([]);
    await own.close();
  });

  it("reports that the service does not respond where it says so itself, or returns no token or no keys", async () => {
    provider.turn({ isDenied: true, refusal: "temporarily_unavailable" });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=unreachable");
    provider.turn({ refusal: "invalid_scope" });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=failed");
    provider.turn({ refusal: "access_denied" });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=denied");
    provider.calm();
    provider.turn({ isDown: "token" });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=unreachable");
    await provider.rotateKeys();
    provider.turn({ isDown: "keys" });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=unreachable");
  });

  it("fetches an unknown key again, and not every time", async () => {
    provider.signInAs();
    await enter(app.guest(), "openid");
    const before = asked("/keys");
    provider.signInAs();
    expect(await enter(app.guest(), "openid")).toBe("/setup-password");
    expect(asked("/keys")).toBe(before);
    await provider.rotateKeys();
    provider.signInAs();
    expect(await enter(app.guest(), "openid")).toBe("/setup-password");
    expect(asked("/keys")).toBe(before + 1);
    provider.turn({ isKeyUnknown: true });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=failed");
    expect(asked("/keys")).toBe(before + 2);
  });

  it("accepts a code once, and the code of another browser never", async () => {
    provider.signInAs();
    const client = app.guest();
    const back = await outAndBack(client, "openid");
    const cookie = client.cookie();
    expect(await arrive(client, back)).toBe("/setup-password");
    const url = new URL(back.pathname + back.search, app.origin);
    const again = await fetch(url, { headers: { cookie }, redirect: "manual" });
    expect(again.headers.get("location")).toBe("/login?social=failed");
    expect(again.headers.getSetCookie().join()).not.toContain("sitewalk_session");

    const [victim, thief] = [app.guest(), app.guest()];
    const theirs = await outAndBack(thief, "openid");
    const mine = await outAndBack(victim, "openid");
    expect(await arrive(app.guest(), theirs)).toBe("/login?social=failed");
    mine.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect(await arrive(victim, mine)).toBe("/login?social=failed");
  });

  it("makes no request to a cloud metadata address, whatever the document contains", async () => {
    const own = await startOpenIdProvider();
    own.turn({ metadata: { token_endpoint: "https://169.254.169.254/token" } });
    await settings({ openid_issuer: `${own.origin}/openid` });
    expect(await enter(app.guest(), "openid")).toBe("/login?social=unreachable");
    await own.close();
  });
});

describe("links to the OpenID provider of the settings", () => {
  it("belong to their issuer: the same name at another one opens nothing", async () => {
    const { user, client, person } = await linked("openid");
    const own = await startOpenIdProvider();
    await settings({ openid_issuer: `${own.origin}/openid`, enable_registration: false });
    own.signInAs({ sub: person.sub });
    const stranger = app.guest();
    expect(await enter(stranger, "openid")).toBe("/login?social=registration_off");
    expect((await stranger.refused("GET /api/user")).status).toBe(401);
    expect((await client.call("GET /api/social-accounts")).items).toEqual([]);
    // Back at the first issuer the link works as before.
    await settings(provider.settings);
    provider.signInAs(person);
    const again = app.guest();
    expect(await enter(again, "openid")).toBe("/login");
    expect((await again.call("GET /api/user")).id).toBe(user.id);

    await settings({ openid_issuer: `${own.origin}/openid` });
    expect(await link(client, "openid")).toBe("/editprofile?social=linked#security");
    expect((await client.call("GET /api/social-accounts")).items).toHaveLength(1);
    await settings({ ...provider.settings, enable_registration: false });
    expect(await enter(app.guest(), "openid"), "the former link gave way").toBe(
      "/login?social=registration_off",
    );
    await own.close();
  });

  it("cannot be used while another issuer is set", async () => {
    provider.signInAs();
    const client = app.guest();
    await enter(client, "google");
    await link(client, "openid");
    const unlink = { params: { provider: "google" }, body: {} } as const;
    await settings({ openid_issuer: `${provider.origin}/elsewhere` });
    expect((await client.refused("POST /api/auth/{provider}/unlink", unlink)).code).toBe("LAST_WAY_IN");
    await settings(provider.settings);
    await client.call("POST /api/auth/{provider}/unlink", unlink);
    expect((await client.call("GET /api/social-accounts")).items).toMatchObject([{ provider: "openid" }]);
  });
});

it("discovery results are cached for ten minutes", async () => {
  let now = new Date();
  const patient = await testApp({ environment: provider.environment, clock: { now: () => now } });
  try {
    const boss = await patient.as(await patient.user({ role: "super_admin" }));
    await boss.call("PUT /api/settings", { body: { ...provider.settings, ...openSettings } });
    const path = "/.well-known/openid-configuration";
    const before = asked(path);
    for (const minutes of [0, 9, 2]) {
      now = new Date(now.getTime() + minutes * 60_000);
      await patient.guest().call("GET /api/auth/{provider}", { params });
    }
    expect(asked(path)).toBe(before + 2);
  } finally {
    await patient.close();
  }
});
