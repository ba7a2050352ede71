import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileFields } from "#contract/profile.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";

let app: TestApp;
let admin: TestClient;
let adminId: number;
beforeAll(async () => {
  app = await testApp();
  const user = await app.user({ role: "super_admin", name: "chief" });
  adminId = user.id;
  admin = await app.as(user);
});
afterAll(() => app.close());

async function person(role: "user" | "administrator" | "super_admin" = "user") {
  const user = await app.user({ role });
  const client = await app.as(user);
  const params = { id: user.id };
  return {
    ...user,
    client,
    params,
    change: (body: object) => client.raw("PUT /api/users/{id}", { params, body }),
    refusedChange: (body: object) => client.refused("PUT /api/users/{id}", { params, body }),
    now: () => admin.call("GET /api/users/{id}", { params }),
  };
}

describe("A profile", () => {
  it("saves each personal field that is sent, and changes nothing else.", async () => {
    await changeSettings(app, { company_enable: true, tax_id_enable: true });
    const { client, params, now } = await person();
    const before = await now();
    const values = {
      first_name: "Nadia",
      last_name: "Haddad",
      company: "Cedar Formwork",
      tax_id: "100-200",
      street: "Sheikh Zayed Road 1",
      city: "Dubai",
      postal_code: "00000",
      province: "Dubai",
      country: "AE",
      tel: "+971 4 000 0000",
      language: "ar",
      inactivity: { enabled: true, timeoutMinutes: 20, warningMinutes: 2 },
    } as const;
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...profileFields]));
    for (const [field, value] of Object.entries(values)) {
      const after = await client.call("PUT /api/users/{id}", { params, body: { [field]: value } });
      expect(after).toMatchObject({ [field]: value });
    }
    expect(await now()).toEqual({ ...before, ...values, can: before.can });
    expect(await client.call("GET /api/user")).toMatchObject(values);
    await changeSettings(app, { company_enable: false, tax_id_enable: false });
  });

  it("ignores fields that the settings switch off.", async () => {
    const { change, now } = await person();
    expect((await change({ company: "Not offered", city: "Cairo" })).status).toBe(200);
    expect(await now()).toMatchObject({ company: "", city: "Cairo" });
  });

  it("requires a first name, also when only blanks are sent, and a valid phone number and country.", async () => {
    const { refusedChange } = await person();
    expect((await refusedChange({ first_name: "   " })).errors).toEqual({
      first_name: ["users.first_name_required"],
    });
    expect((await refusedChange({ tel: "call me" })).errors).toEqual({ tel: ["users.tel_invalid"] });
    expect((await refusedChange({ country: "Narnia" })).errors).toEqual({
      country: ["users.country_invalid"],
    });
  });

  it("names the mandatory fields that are empty, until they are filled; never fields that are switched off.", async () => {
    const { client, params } = await person();
    const missing = async () => (await client.call("GET /api/user")).missing_fields;
    expect(await missing()).toEqual([]);
    await client.call("PUT /api/users/{id}", { params, body: { last_name: " " } });
    expect(await missing()).toEqual(["last_name"]);
    await changeSettings(app, { city_mandatory: true });
    expect(await missing()).toEqual(["last_name", "city"]);
    await client.call("PUT /api/users/{id}", { params, body: { city: "Amman" } });
    expect(await missing()).toEqual(["last_name"]);
    await changeSettings(app, { last_name_enable: false, last_name_mandatory: false });
    expect(await missing()).toEqual([]);
    await changeSettings(app, { last_name_enable: true, city_mandatory: false, last_name_mandatory: true });
  });

  it("keeps both of two concurrent edits of different fields.", async () => {
    const { client, params, now } = await person();
    const edits = [{ city: "Riyadh" }, { street: "King Fahd Road" }, { tel: "123" }, { province: "Riyadh" }];
    await Promise.all(edits.map((body) => client.call("PUT /api/users/{id}", { params, body })));
    expect(await now()).toMatchObject(Object.assign({}, ...edits) as object);
  });

  it("ignores role, lock and everything unknown from a caller who is not a super admin.", async () => {
    for (const role of ["user", "administrator"] as const) {
      const { change, now } = await person(role);
      const body = {
        role: "super_admin",
        locked: true,
        super_admin: 1,
        is_demo: true,
        id_plan: 3,
        city: "Doha",
      };
      expect((await change(body)).status).toBe(200);
      expect(await now()).toMatchObject({
        role,
        state: "active",
        super_admin: false,
        is_demo: false,
        city: "Doha",
      });
    }
  });
});

describe("A user name", () => {
  it("changes, and the new one signs in.", async () => {
    const { change } = await person();
    expect((await change({ username: "renamed.person" })).status).toBe(200);
    await app.as({ name: "Renamed.Person" });
  });

  it("that is taken, in any case, or reserved is refused at the field.", async () => {
    const [one, other] = [await person(), await person()];
    expect((await one.refusedChange({ username: other.name.toUpperCase() })).errors).toEqual({
      username: ["users.username_taken"],
    });
    expect((await one.refusedChange({ username: "Panoramas" })).errors).toEqual({
      username: ["users.username_reserved"],
    });
    expect((await one.refusedChange({ username: "a@b.co" })).errors).toEqual({
      username: ["users.username_invalid"],
    });
  });

  it("requested by two at the same moment goes to one of them.", async () => {
    const people = [await person(), await person(), await person()];
    const replies = await Promise.all(people.map(({ change }) => change({ username: "wanted" })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });
});

describe("An email address", () => {
  let server: TestSmtp;
  beforeAll(async () => {
    server = await testSmtp();
    await setUpMail(app, server);
  });
  afterAll(() => server.close());

  it("changes with the current password; the old address and the owner are notified, the new one is unconfirmed.", async () => {
    const { id, name, change, client } = await person();
    const reply = await change({ email: "moved@example.org", current_password: password });
    expect(reply.body).toMatchObject({ data: { email: "moved@example.org" } });
    const { mail } = await server.next(`${name}@example.org`);
    expect(mail.text).toContain("moved@example.org");
    const { items } = await client.call("GET /api/sessions/alerts");
    expect(items[0]).toMatchObject({ kind: "email_changed" });
    const row = await app.database.db
      .selectFrom("users")
      .select("email_verified_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.email_verified_at).toBeNull();
    await app.as({ name: "moved@example.org" });
  });

  it("is unchanged without the password or with a wrong one.", async () => {
    const { name, refusedChange, now } = await person();
    for (const guess of [{}, { current_password: "" }, { current_password: "wrong wrong" }])
      expect(await refusedChange({ email: "thief@example.org", city: "Here", ...guess })).toMatchObject({
        status: 422,
        code: "PASSWORD_WRONG",
      });
    expect(await now()).toMatchObject({ email: `${name}@example.org`, city: "" });
  });

  it("sent unchanged, or in other case, asks for nothing.", async () => {
    const { name, change, now } = await person();
    expect((await change({ email: `${name}@example.org`, city: "Muscat" })).status).toBe(200);
    expect((await change({ email: `${name}@Example.org` })).status).toBe(200);
    expect(await now()).toMatchObject({ email: `${name}@Example.org` });
  });

  it("that another user has, as address or as user name, is refused at the field.", async () => {
    const [one, other] = [await person(), await person()];
    await admin.call("POST /api/users", { body: { email: "invited-name@example.org" } });
    await app.database.db
      .updateTable("users")
      .set({ email: "elsewhere@example.org" })
      .where("username", "=", "invited-name@example.org")
      .execute();
    for (const email of [`${other.name.toUpperCase()}@example.org`, "invited-name@example.org"])
      expect((await one.refusedChange({ email, current_password: password })).errors).toEqual({
        email: ["users.email_taken"],
      });
  });

  it("of an account that uses it as its user name changes both.", async () => {
    const { id, change, now } = await person();
    await app.database.db
      .updateTable("users")
      .set({ username: "both@example.org", email: "both@example.org" })
      .where("id", "=", id)
      .execute();
    expect((await change({ email: "after@example.org", current_password: password })).status).toBe(200);
    expect(await now()).toMatchObject({ username: "after@example.org", email: "after@example.org" });
  });

  it("of another user can be changed by the super admin with their own password; an invitation follows it.", async () => {
    const { params } = await person();
    const body = { email: "by-admin@example.org" };
    expect(await admin.refused("PUT /api/users/{id}", { params, body })).toMatchObject({
      code: "PASSWORD_WRONG",
    });
    await admin.call("PUT /api/users/{id}", { params, body: { ...body, current_password: password } });
    const { user } = await admin.call("POST /api/users", { body: { email: "mistyped@example.org" } });
    const first = await server.next("mistyped@example.org");
    const corrected = { email: "corrected@example.org", current_password: password };
    await admin.call("PUT /api/users/{id}", { params: { id: user.id }, body: corrected });
    const second = await server.next("corrected@example.org");
    const status = async (link: string) => {
      const token = link.split("/").at(-1) ?? "";
      return (await app.guest().raw("GET /api/check-invitation-token", { query: { token } })).status;
    };
    expect([await status(first.link), await status(second.link)]).toEqual([422, 200]);
  });

  it("must be confirmed where the settings require it.", async () => {
    await changeSettings(app, { validate_email: true });
    const { change, name, client } = await person();
    await change({ email: "confirm-me@example.org", current_password: password });
    const { link } = await server.next("confirm-me@example.org");
    const confirmedAt = async () => {
      const { rows } = await app.database.pool.query<{ email_verified_at: Date | null }>(
        "select email_verified_at from users where username = $1",
        [name],
      );
      return rows[0]?.email_verified_at;
    };
    expect(await confirmedAt()).toBeNull();
    await client.call("GET /api/user");
    await app.guest().call("POST /api/activate-account", { body: { token: tokenOf(link) } });
    expect(await confirmedAt()).toBeInstanceOf(Date);
    await changeSettings(app, { validate_email: false });
  });
});

describe("The super admin", () => {
  it("assigns another role: it holds from the next sign-in, and the sessions under the old one end.", async () => {
    const { id, name, client, params } = await person();
    await admin.call("PUT /api/users/{id}", { params, body: { role: "administrator" } });
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect(await (await app.as({ name })).call("GET /api/user")).toMatchObject({ id, role: "administrator" });
  });

  it("locks an account: it is signed out at once, stays out, and can sign in again when unlocked.", async () => {
    const { name, client, params } = await person();
    const locked = await admin.call("PUT /api/users/{id}", { params, body: { locked: 1 } });
    expect(locked.state).toBe("locked");
    expect(await client.refused("GET /api/user")).toMatchObject({ code: "SESSION_TERMINATED" });
    const body = { username_l: name, password_l: password };
    expect(await app.guest().refused("POST /api/login", { body })).toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    const { items } = await admin.call("GET /api/users", { query: { state: "locked", search: name } });
    expect(items).toHaveLength(1);
    await admin.call("PUT /api/users/{id}", { params, body: { locked: false } });
    await app.as({ name });
  });

  it("leaves sessions alone when role and lock are sent unchanged.", async () => {
    const { client, params } = await person();
    await admin.call("PUT /api/users/{id}", { params, body: { role: "user", locked: 0, city: "Jeddah" } });
    expect(await client.call("GET /api/user")).toMatchObject({ city: "Jeddah" });
  });

  it("can neither lock nor demote themselves, and the last one stays.", async () => {
    const other = await person("super_admin");
    for (const body of [{ locked: true }, { role: "user" }])
      expect(await other.refusedChange(body)).toMatchObject({ status: 422, code: "NOT_YOURSELF" });
    await app.database.db
      .updateTable("users")
      .set({ locked_at: new Date() })
      .where("role", "=", "super_admin")
      .where("id", "<>", adminId)
      .execute();
    const params = { id: adminId };
    for (const body of [{ locked: true }, { role: "administrator" }])
      expect(await admin.refused("PUT /api/users/{id}", { params, body })).toMatchObject({
        status: 422,
        code: "LAST_SUPER_ADMIN",
      });
  });

  it("remains when two demote each other at the same moment.", async () => {
    const [one, two] = [await person("super_admin"), await person("super_admin")];
    await app.database.db
      .updateTable("users")
      .set({ locked_at: new Date() })
      .where("id", "=", adminId)
      .execute();
    const replies = await Promise.all([
      one.client.raw("PUT /api/users/{id}", { params: two.params, body: { role: "user" } }),
      two.client.raw("PUT /api/users/{id}", { params: one.params, body: { role: "user" } }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.database.db.updateTable("users").set({ locked_at: null }).where("id", "=", adminId).execute();
  });
});
