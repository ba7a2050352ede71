import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import { signIn, signInAs } from "#test/sign-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const rowsOf = (id: number) =>
  app.database.db
    .selectFrom("sign_ins")
    .select(["succeeded", "way", "address"])
    .where("id_user", "=", id)
    .orderBy("id")
    .execute();
const alertsOf = async (id: number) => {
  const rows = await app.database.db
    .selectFrom("account_alerts")
    .select("kind")
    .where("id_user", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
};

describe("sign-in attempts", () => {
  it("are logged with their account, or without one", async () => {
    const user = await app.user();
    await signIn(app.guest(), { username_l: user.name, password_l: "not the one" });
    await signInAs(app.guest(), user);
    const row = { way: "password", address: "127.0.0.1" };
    expect(await rowsOf(user.id)).toEqual([
      { ...row, succeeded: false },
      { ...row, succeeded: true },
    ]);
    await signIn(app.guest(), { username_l: "nobody-at-all", password_l: password });
    const strangers = await app.database.db
      .selectFrom("sign_ins")
      .select("succeeded")
      .where("id_user", "is", null)
      .execute();
    expect(strangers).toEqual([{ succeeded: false }]);
  });

  it("that failed five times are reported at the next success, once", async () => {
    const { alertAfter } = limits.attempts;
    const user = await app.user();
    const browser = app.guest();
    const failTimes = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1)
        await signIn(browser, { username_l: user.name, password_l: "not the one" });
    };
    await failTimes(alertAfter - 1);
    await signInAs(browser, user);
    expect(await alertsOf(user.id), "as many as a forgetful owner has").toEqual([]);
    await failTimes(alertAfter);
    expect(await alertsOf(user.id), "not while nobody has come in").toEqual([]);
    await signInAs(browser, user);
    expect(await alertsOf(user.id)).toEqual(["failed_sign_ins"]);
    await signInAs(browser, user);
    expect(await alertsOf(user.id)).toEqual(["failed_sign_ins"]);
  });
});

describe("a browser that was never used with an account", () => {
  it("is reported to its owner, except the very first one, and none twice", async () => {
    const user = await app.user();
    const [first, second] = [app.guest(), app.guest()];
    await signInAs(first, user);
    await signInAs(first, user);
    expect(await alertsOf(user.id)).toEqual([]);
    await signInAs(second, user);
    expect(await alertsOf(user.id)).toEqual(["new_device"]);
    await second.call("POST /api/logout", { body: {} });
    await signInAs(second, user);
    await signInAs(first, user);
    expect(await alertsOf(user.id)).toEqual(["new_device"]);
  });

  it("is new to each account that uses it", async () => {
    const [one, other] = [await app.user(), await app.user()];
    const [shared, own] = [app.guest(), app.guest()];
    await signInAs(shared, one);
    await signInAs(own, other);
    await signInAs(shared, other);
    expect(await alertsOf(other.id)).toEqual(["new_device"]);
  });

  it("is not reported for the demo account, which is shared", async () => {
    const demo = await app.user({ isDemo: true });
    await signInAs(app.guest(), demo);
    await signInAs(app.guest(), demo);
    expect(await alertsOf(demo.id)).toEqual([]);
  });
});
