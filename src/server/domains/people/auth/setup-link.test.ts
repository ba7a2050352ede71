import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("an installation without an owner", () => {
  const account = { email: "First@Example.org", password: "a long enough one" };

  it("reports so, refuses a wrong link, and gives access to the holder of the printed one, once", async () => {
    const client = app.guest();
    expect(await client.call("GET /api/setup")).toEqual({ needed: true });

    const wrong = await client.refused("POST /api/setup", { body: { token: "x".repeat(43), ...account } });
    expect(wrong).toMatchObject({ status: 403, code: "SETUP_TOKEN" });
    const token = app.setupToken ?? "";
    const short = await client.refused("POST /api/setup", {
      body: { token, ...account, password: "seven77" },
    });
    expect(short).toMatchObject({ status: 422, errors: { password: ["auth.password_short"] } });
    const noAddress = await client.refused("POST /api/setup", {
      body: { token, ...account, email: "first" },
    });
    expect(noAddress).toMatchObject({ status: 422, errors: { email: ["auth.email_invalid"] } });
    expect(await client.call("GET /api/setup")).toEqual({ needed: true });

    const { user } = await client.call("POST /api/setup", { body: { token, ...account } });
    expect(user).toMatchObject({ email: account.email, role: "super_admin", super_admin: true });
    expect(await client.call("GET /api/user")).toMatchObject({ id: user.id });

    const again = await app.guest().refused("POST /api/setup", {
      body: { token, email: "second@example.org", password: account.password },
    });
    expect(again).toMatchObject({ status: 403, code: "SETUP_DONE" });
    expect(await app.guest().call("GET /api/setup")).toEqual({ needed: false });
  });
});
