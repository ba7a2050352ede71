import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

async function person() {
  const user = await app.user();
  const client = await app.as(user);
  const params = { id: user.id };
  const send = (timeoutMinutes: number, warningMinutes: number) =>
    client.raw("PUT /api/users/{id}", {
      params,
      body: { inactivity: { enabled: true, timeoutMinutes, warningMinutes } },
    });
  return { ...user, client, send };
}

describe("The inactivity sign-out", () => {
  it("is one hour by default, with a warning in the last minute, until an administrator changes it.", async () => {
    const { client } = await person();
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const told = async () => (await client.call("GET /api/user")).inactivity;
    expect(await told()).toEqual({ enabled: true, timeoutMinutes: 60, warningMinutes: 1 });
    const choose = (inactivity_minutes: number) =>
      admin.raw("PUT /api/settings", { body: { inactivity_minutes } });
    try {
      expect((await choose(5)).status).toBe(200);
      expect(await told(), "as specified").toEqual({ enabled: true, timeoutMinutes: 5, warningMinutes: 1 });
      expect((await choose(1)).status).toBe(200);
      expect(await told()).toEqual({ enabled: true, timeoutMinutes: 1, warningMinutes: 0.5 });
      expect((await choose(0)).status).toBe(200);
      expect((await told()).enabled).toBe(false);
      for (const minutes of [-1, 61, 1.5]) expect((await choose(minutes)).status).toBe(422);
    } finally {
      await choose(60);
    }
  });

  it("never applies to the demo account, which runs on wall displays and at fairs.", async () => {
    const guest = await app.as(await app.user({ isDemo: true }));
    expect((await guest.call("GET /api/user")).inactivity.enabled).toBe(false);
  });

  it("is stored with the account: another browser uses it, too.", async () => {
    const { client, send, name } = await person();
    const chosen = { enabled: true, timeoutMinutes: 30, warningMinutes: 2 };
    expect((await send(30, 2)).status).toBe(200);
    expect((await client.call("GET /api/user")).inactivity).toEqual(chosen);
    expect((await (await app.as({ name })).call("GET /api/user")).inactivity).toEqual(chosen);
  });

  it.each([
    [0, 0.5],
    [61, 1],
    [-5, 1],
    [1, 1],
    [5, 5],
    [5, 9 / 60],
    [5, 0],
  ])("is never %d minutes with a warning of %d.", async (timeout, warning) => {
    const { client, send } = await person();
    expect((await send(timeout, warning)).status).toBe(422);
    expect((await client.call("GET /api/user")).inactivity.timeoutMinutes).toBe(60);
  });

  it.each([
    [1, 0.5],
    [60, 59],
    [5, 10 / 60],
  ])("may be %d minutes with a warning of %d.", async (timeout, warning) => {
    expect((await (await person()).send(timeout, warning)).status).toBe(200);
  });
});
