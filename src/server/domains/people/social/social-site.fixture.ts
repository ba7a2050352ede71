import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { z } from "zod";
import type { Api } from "#contract/index.ts";
import type { SocialProvider } from "#contract/social.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#test/openid-provider/index.ts";

type Changes = z.input<Api["PUT /api/settings"]["body"]>;
export const openSettings = { enable_registration: true, furl_blacklist: ["media"] };

/**
 * A test site with the three providers next to it, for the tests of one file; settings that a test changes are reset
 * after it.
 */
export function socialSite() {
  let provider: OpenIdProvider;
  let app: TestApp;
  let admin: TestClient;
  let isChanged = false;
  /** Changes settings until the end of the test. */
  const settings = async (body: Changes) => {
    isChanged = true;
    await admin.call("PUT /api/settings", { body });
  };

  beforeAll(async () => {
    provider = await startOpenIdProvider();
    app = await testApp({ environment: provider.environment });
    admin = await app.as(await app.user({ role: "super_admin" }));
    await settings({ ...provider.settings, ...openSettings });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  afterEach(async () => {
    provider.calm();
    if (isChanged) {
      await app.database.db.deleteFrom("settings").where("key", "=", "smtp_valid").execute();
      await settings({ ...provider.settings, ...openSettings });
      isChanged = false;
    }
    expect(provider.calls.filter((call) => call.startsWith("501"))).toEqual([]);
  });

  /**
   * Goes out to the provider, where the person agrees or declines, and returns the address with which the browser comes
   * back.
   */
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

  /** Returns the location of the browser after it came back. */
  async function arrive(client: TestClient, back: URL): Promise<string> {
    const url = new URL(back.pathname + back.search, app.origin).href;
    const { status, headers, body } = await client.send("GET", url, undefined, {});
    expect(status, JSON.stringify(body)).toBe(303);
    const location = headers.get("location") ?? "";
    if (!back.pathname.startsWith("/auth/facebook/")) return location;
    // A fragment must replace Facebook's own.
    expect(location).toContain("#");
    return location.replace(/#$/, "");
  }

  const enter = async (client: TestClient, name: SocialProvider) =>
    arrive(client, await outAndBack(client, name));
  const link = async (client: TestClient, name: SocialProvider) =>
    arrive(client, await outAndBack(client, name, "GET /api/auth/{provider}/link"));

  /** A user with a local account that has the provider's account linked. */
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

  /** Marks email as tested and working, which only the test of email itself may do otherwise. */
  async function mailWorks(): Promise<void> {
    const row = { key: "smtp_valid", value: "true", sealed: null };
    await app.database.db.insertInto("settings").values(row).execute();
    // Every process reloads the settings when one changes.
    await settings(openSettings);
  }

  return {
    /** Available once the first hook has run. */
    opened: () => ({ app, provider }),
    settings,
    outAndBack,
    arrive,
    enter,
    link,
    linked,
    find,
    mailWorks,
  };
}
