import { afterEach, beforeEach, expect, it } from "vitest";
import { hashToken } from "#server/platform/session.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { isPasswordRight } from "./passwords.ts";
import { createFirstAdmin, prepareFirstAdmin } from "./setup.ts";

const named = { email: "owner@example.org", password: "correct horse battery" };
const nobody = { email: "", password: "" };
const person = { email: "first@example.org", password: "a long enough one", first_name: "", last_name: "" };

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const users = () => database.db.selectFrom("users").selectAll().orderBy("id").execute();

it("creates the super admin named by ADMIN_EMAIL and ADMIN_PASSWORD, once, and prints no link", async () => {
  expect(await prepareFirstAdmin(database.db, named)).toBeUndefined();
  expect(await prepareFirstAdmin(database.db, { email: "late@example.org", password: "another one" })).toBe(
    undefined,
  );
  const [admin, ...others] = await users();
  expect(others).toEqual([]);
  expect(admin).toMatchObject({ username: named.email, email: named.email, role: "super_admin" });
  expect(await isPasswordRight(named.password, admin?.password_hash ?? null)).toBe(true);
  expect(await isPasswordRight("another one", admin?.password_hash ?? null)).toBe(false);
});

it("prints a link when the environment names no complete admin, and only the newest one works", async () => {
  const old = await prepareFirstAdmin(database.db, nobody);
  const fresh = await prepareFirstAdmin(database.db, { email: named.email, password: "" });
  expect(await users()).toEqual([]);
  const [link] = await database.db.selectFrom("setup_links").selectAll().execute();
  expect(link?.token_hash).toEqual(hashToken(fresh ?? ""));
  await expect(createFirstAdmin(database.db, old ?? "", person)).rejects.toMatchObject({
    code: "SETUP_TOKEN",
  });
  await expect(createFirstAdmin(database.db, fresh ?? "", person)).resolves.toMatchObject({
    role: "super_admin",
  });
  expect(await prepareFirstAdmin(database.db, nobody)).toBeUndefined();
});

it("admits one of two users with the same link, and creates one super admin", async () => {
  const token = (await prepareFirstAdmin(database.db, nobody)) ?? "";
  const both = await Promise.allSettled([
    createFirstAdmin(database.db, token, person),
    createFirstAdmin(database.db, token, { ...person, email: "second@example.org" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await users()).toHaveLength(1);
});

it("refuses a common password, and keeps the link for a better one", async () => {
  const token = (await prepareFirstAdmin(database.db, nobody)) ?? "";
  for (const password of ["iloveyou", person.email])
    await expect(createFirstAdmin(database.db, token, { ...person, password })).rejects.toMatchObject({
      code: "PASSWORD_COMMON",
    });
  expect(await users()).toEqual([]);
  await expect(createFirstAdmin(database.db, token, person)).resolves.toMatchObject({ role: "super_admin" });
});
