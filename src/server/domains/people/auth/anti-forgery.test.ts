import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, type TestApp, testApp } from "#test/app.ts";
import { bareCall, signIn } from "#test/sign-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("the anti-forgery token", () => {
  it("is required by every write and refused when missing, foreign or of the previous session", async () => {
    const client = await app.as(await app.user());
    const cookie = client.cookie();
    const body = { locale: "ar" };
    const missing = await bareCall(app, "POST", "/api/language", { cookie }, body);
    expect(missing.status).toBe(419);
    expect(await missing.json()).toMatchObject({ status: "error", code: "CSRF_MISMATCH" });

    const other = await app.guest().call("GET /api/csrf-token");
    expect(
      (await bareCall(app, "POST", "/api/language", { cookie, "x-csrf-token": other.token }, body)).status,
    ).toBe(419);

    const { token } = await client.call("GET /api/csrf-token");
    expect(
      (await bareCall(app, "POST", "/api/language", { cookie, "x-csrf-token": token }, body)).status,
    ).toBe(200);
    await client.raw("POST /api/logout", { body: {} });
    const stale = await bareCall(
      app,
      "POST",
      "/api/language",
      { cookie: client.cookie(), "x-csrf-token": token },
      body,
    );
    expect(stale.status).toBe(419);
  });

  it("changes at sign-in, and is part of that response, so that the next call is not refused", async () => {
    const { name } = await app.user();
    const client = app.guest();
    const { token } = await client.call("GET /api/csrf-token");
    const reply = await signIn(client, { username_l: name, password_l: password });
    const fresh = reply.headers.get("x-csrf-token") ?? "";
    expect(fresh).not.toBe("");
    expect(fresh).not.toBe(token);
    const cookie = client.cookie();
    const call = (csrf: string) =>
      bareCall(app, "POST", "/api/language", { cookie, "x-csrf-token": csrf }, { locale: "en" });
    expect((await call(token)).status).toBe(419);
    expect((await call(fresh)).status).toBe(200);
  });

  it("stays the same as long as the session does, so that two tabs do not invalidate each other's", async () => {
    const client = await app.as(await app.user());
    const one = await client.call("GET /api/csrf-token");
    const two = await client.call("GET /api/csrf-token");
    expect(one).toEqual(two);
  });
});
