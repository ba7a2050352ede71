import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { codeOf } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";
import { bell, buildTeam, logOf, type Person, person, placeOf, type TestTeam } from "./team.fixture.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const password = "a long enough password";
let app: TestApp;
let smtp: TestSmtp;
let admin: Awaited<ReturnType<typeof setUpMail>>;
beforeAll(async () => {
  smtp = await testSmtp();
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
  admin = await setUpMail(app, smtp, {
    enable_registration: true,
    captcha_register: false,
    validate_email: true,
    first_name_mandatory: false,
    last_name_mandatory: false,
  });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

let count = 0;
const fresh = () => `newcomer.${++count}@crew.example`;
const invite = ({ client }: Person, { id_project }: TestTeam, email: string, more: object = {}) =>
  client.raw("POST /api/team-members/invite-team-member", {
    body: { id_project, email, role: "editor", ...more },
  });
const sent = async (who: Person, team: TestTeam, email: string, more: object = {}) => {
  const { status, body } = await invite(who, team, email, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return (
    body as { data: { invitation: { id: number; has_account: boolean }; invitation_link: string | null } }
  ).data;
};
const own = ({ client }: { client: Person["client"] }) => client.call("GET /api/users/invitations");
const accept = ({ client }: Pick<Person, "client">, id: number) =>
  client.raw("PUT /api/users/invitations/accept/{id}", { params: { id } });
const decline = ({ client }: Pick<Person, "client">, id: number) =>
  client.raw("PUT /api/users/invitations/decline/{id}", { params: { id } });
const cancel = ({ client }: Person, { id_project }: TestTeam, which: object) =>
  client.raw("DELETE /api/team-members/cancel-invitation", { body: { id_project, ...which } });
const resend = ({ client }: Person, { id_project }: TestTeam, id: number) =>
  client.raw("POST /api/team-members/resend-invitation", { body: { id_project, id } });
const check = (token: string) => app.guest().raw("GET /api/check-invitation-token", { query: { token } });
const activate = (body: object, client = app.guest()) => client.raw("POST /api/activate-account", { body });
const choice = (token: string) => ({ token, username: `chosen.${++count}`, password });
const age = (id: number) =>
  app.database.db
    .updateTable("project_invitations")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("id", "=", id)
    .execute();
/** Somebody who has proved his address. */
const proved = async () => {
  const made = await person(app);
  const { db } = app.database;
  await db.updateTable("users").set({ email_verified_at: new Date() }).where("id", "=", made.id).execute();
  return { ...made, email: `${made.name}@example.org` };
};
const userAt = (email: string) =>
  app.database.db
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();

describe("Who has an account and is invited", () => {
  it("finds it in the bell, in a mail and in his list, and is in once he accepts.", async () => {
    const team = await buildTeam(app);
    const guest = await proved();
    const { invitation, invitation_link } = await sent(team.manager, team, guest.email.toUpperCase(), {
      message: "See you on Sunday",
    });
    expect(invitation).toMatchObject({
      has_account: true,
      name: "Test Person",
      role: "editor",
      is_expired: false,
    });
    expect(invitation_link).toBeNull();
    expect(await bell(guest)).toMatchObject([
      {
        kind: "invitation",
        title: "Invitation to a project",
        message:
          "Test Person invites you to the project “Palm Court”. Accept or decline it among your projects.",
        link: "/projects",
      },
    ]);
    const { mail, link } = await smtp.next(guest.email);
    expect(mail.subject).toBe("Invitation to a project – Sitewalk");
    expect(link).toBe("https://site.example.org/projects");
    expect(await own(guest)).toEqual([
      {
        id: invitation.id,
        id_project: team.id_project,
        project: "Palm Court",
        location: "",
        cover: null,
        role: "editor",
        message: "See you on Sunday",
        inviter: "Test Person",
        created_at: expect.any(String) as string,
        expires_at: expect.any(String) as string,
      },
    ]);
    expect((await accept(guest, invitation.id)).body).toMatchObject({
      data: { id_project: team.id_project, role: "editor" },
    });
    expect(await own(guest)).toEqual([]);
    expect((await placeOf(app, team.id_project, guest))?.role).toBe("editor");
    expect(await bell(team.manager)).toMatchObject([
      { title: "Invitation accepted", link: `/project/${team.id_project}#team` },
    ]);
    expect(await logOf(app, team.id_project)).toEqual([
      ["team.invited", { person: "Test Person", role: "editor" }],
      ["team.joined", { role: "editor" }],
    ]);
    expect((await accept(guest, invitation.id)).status, "it is answered").toBe(404);
  });

  it("may decline, and whoever invited him is told.", async () => {
    const team = await buildTeam(app);
    const guest = await proved();
    const { invitation } = await sent(team.owner, team, guest.email);
    expect((await decline(guest, invitation.id)).status).toBe(200);
    expect(await placeOf(app, team.id_project, guest)).toBeUndefined();
    expect(await bell(team.owner)).toMatchObject([{ title: "Invitation declined" }]);
    expect((await accept(guest, invitation.id)).status).toBe(404);
    const again = await sent(team.owner, team, guest.email);
    expect((await accept(guest, again.invitation.id)).status, "he may be asked again").toBe(200);
  });

  it("answers for himself alone.", async () => {
    const team = await buildTeam(app);
    const guest = await proved();
    const { invitation } = await sent(team.owner, team, guest.email);
    for (const other of [team.stranger, team.owner, { client: admin }]) {
      expect(await own(other)).toEqual([]);
      for (const answer of [accept, decline]) expect((await answer(other, invitation.id)).status).toBe(403);
    }
    expect(await own(guest)).toHaveLength(1);
  });

  it("loses what was taken back, has run out, or belongs to a project in the bin.", async () => {
    const guest = await proved();
    const team = await buildTeam(app);
    const first = await sent(team.owner, team, guest.email);
    expect((await cancel(team.manager, team, { id: first.invitation.id })).status).toBe(200);
    expect((await accept(guest, first.invitation.id)).status).toBe(404);
    const second = await sent(team.owner, team, guest.email);
    await age(second.invitation.id);
    expect((await accept(guest, second.invitation.id)).status).toBe(404);
    const third = await sent(team.owner, team, guest.email);
    expect(third.invitation.id, "what has run out makes room").not.toBe(second.invitation.id);
    await team.owner.client.call("DELETE /api/projects/{id}", { params: { id: team.id_project } });
    expect(await own(guest)).toEqual([]);
    expect((await accept(guest, third.invitation.id)).status).toBe(404);
  });

  it("keeps the invitation when he changes his address, and no other gets it with the address.", async () => {
    const team = await buildTeam(app);
    const guest = await proved();
    const { invitation } = await sent(team.owner, team, guest.email);
    const { db } = app.database;
    await db.updateTable("users").set({ email: fresh() }).where("id", "=", guest.id).execute();
    const heir = await person(app);
    await db.updateTable("users").set({ email: guest.email }).where("id", "=", heir.id).execute();
    expect(await own(heir)).toEqual([]);
    expect(codeOf(await invite(team.owner, team, guest.email)), "the address is asked already").toBe(
      "ALREADY_INVITED",
    );
    const now = await userAt(
      (await db.selectFrom("users").select("email").where("id", "=", guest.id).executeTakeFirstOrThrow())
        .email,
    );
    expect(codeOf(await invite(team.owner, team, now?.email ?? "")), "and so is its person").toBe(
      "ALREADY_INVITED",
    );
    expect((await accept(guest, invitation.id)).status).toBe(200);
  });

  it("with an address that nobody has confirmed is asked to confirm it first.", async () => {
    const team = await buildTeam(app);
    const moved = await person(app);
    const email = `${moved.name}@example.org`;
    const { invitation } = await sent(team.owner, team, email);
    expect(invitation.has_account).toBe(false);
    expect(await own(moved)).toEqual([]);
    expect((await accept(moved, invitation.id)).status).toBe(403);
    const { mail, link } = await smtp.next(email);
    expect(mail.subject).toBe("Confirm your e-mail address for Sitewalk");
    await activate({ token: tokenOf(link) }, moved.client);
    expect(await own(moved)).toMatchObject([{ id: invitation.id }]);
    expect((await bell(moved))[0]).toMatchObject({ title: "Invitation to a project" });
  });

  it("whose account is locked is listed as anybody else, and told nothing.", async () => {
    const team = await buildTeam(app);
    const locked = await proved();
    const { db } = app.database;
    await db.updateTable("users").set({ locked_at: new Date() }).where("id", "=", locked.id).execute();
    expect((await sent(team.owner, team, locked.email)).invitation).toMatchObject({ has_account: true });
    await expect(smtp.next(locked.email, { within: 300 })).rejects.toThrow(/No mail/);
  });
});

describe("Who has no account and is invited", () => {
  it("opens one by the mail, and is in the project with it.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    const { invitation, invitation_link } = await sent(team.owner, team, email);
    expect(invitation).toMatchObject({ has_account: false, name: "" });
    expect(invitation_link).toBeNull();
    expect(await userAt(email), "nobody is made an account by being invited").toBeUndefined();
    const { mail, link } = await smtp.next(email);
    expect(mail.subject).toBe("You are invited to a project at Sitewalk");
    expect(mail.text).toContain("Test Person invites you to the project “Palm Court” at Sitewalk.");
    expect(mail.text).toContain("14 days");
    expect(link).toMatch(/^https:\/\/site\.example\.org\/activate\/[\w-]{43}$/);
    const token = tokenOf(link);
    expect((await check(token)).body).toMatchObject({
      data: { kind: "invitation", email, username: email.replace("@crew.example", "") },
    });
    const client = app.guest();
    const { username, ...rest } = choice(token);
    const reply = await activate(
      { username, ...rest, first_name: "Survey", last_name: "Team", language: "ar" },
      client,
    );
    expect(reply.body).toMatchObject({
      data: { requires_2fa: false, user: { username, email, role: "user", language: "ar" } },
    });
    const project = await client.call("GET /api/projects/{id}", { params: { id: team.id_project } });
    expect(project.role).toBe("editor");
    expect(await userAt(email)).toMatchObject({
      awaiting: null,
      email_verified_at: expect.any(Date) as Date,
    });
    expect(await bell(team.owner)).toMatchObject([{ title: "Invitation accepted" }]);
    expect(codeOf(await activate(choice(token)))).toBe("LINK_INVALID");
    expect(codeOf(await check(token))).toBe("LINK_INVALID");
  });

  it("says in the mail nothing that could pass for an address or an offer.", async () => {
    const team = await buildTeam(app);
    const { id_project: id } = team;
    await team.owner.client.call("PUT /api/projects/{id}", {
      params: { id },
      body: { name: "Win at evil.example now" },
    });
    const email = fresh();
    await sent(team.owner, team, email, { message: "Call 050 123 4567" });
    const { mail, raw } = await smtp.next(email);
    expect(`${mail.text}${mail.html}${raw}`).not.toMatch(/evil|4567/);
    expect(mail.text).toContain("Test Person invites you to work on a project at Sitewalk.");
  });

  it("gets the account and the place together or neither, and one of two who use the link at once.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    await sent(team.owner, team, email);
    const token = tokenOf((await smtp.next(email)).link);
    for (const [bad, errors] of [
      [{ token }, { username: ["users.username_required"], password: ["auth.password_required"] }],
      [{ ...choice(token), username: team.viewer.name }, { username: ["users.username_taken"] }],
      [{ ...choice(token), password: "iloveyou" }, { password: ["auth.password_common"] }],
    ] as const)
      expect((await activate(bad)).body).toMatchObject({ errors });
    expect(await userAt(email)).toBeUndefined();
    const replies = await Promise.all([activate(choice(token)), activate(choice(token))]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const { id = 0 } = (await userAt(email)) ?? {};
    expect((await placeOf(app, team.id_project, { id }))?.role).toBe("editor");
  });

  it("finds the other projects that have invited him when he comes in, whichever link he took.", async () => {
    const [first, second] = [await buildTeam(app), await buildTeam(app)];
    const email = fresh();
    await sent(first.owner, first, email);
    const { invitation } = await sent(second.owner, second, email, { role: "trade" });
    const tokens = [tokenOf((await smtp.next(email)).link), tokenOf((await smtp.next(email)).link)] as const;
    const client = app.guest();
    expect((await activate(choice(tokens[0]), client)).status).toBe(200);
    expect(await own({ client })).toMatchObject([{ id: invitation.id, role: "trade" }]);
    expect(codeOf(await activate(choice(tokens[1]))), "his account is there").toBe("LINK_INVALID");
    expect((await accept({ client }, invitation.id)).status).toBe(200);
  });

  it("and registers by himself finds the invitation once his address is confirmed, not before.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    const { invitation } = await sent(team.owner, team, email);
    const invited = await smtp.next(email);
    const client = app.guest();
    const username = `registered.${count}`;
    const mixed = email.replace("newcomer", "NewComer");
    await client.call("POST /api/register", { body: { username, email: mixed, password } });
    const { link } = await smtp.next(mixed);
    expect(
      (
        await app.database.db
          .selectFrom("project_invitations")
          .select("id_user")
          .where("id", "=", invitation.id)
          .executeTakeFirstOrThrow()
      ).id_user,
    ).toBeNull();
    await activate({ token: tokenOf(link) }, client);
    expect(await own({ client })).toMatchObject([{ id: invitation.id }]);
    expect(await bell({ client })).toMatchObject([{ title: "Invitation to a project" }]);
    expect(codeOf(await check(tokenOf(invited.link))), "the mail's link has done its work").toBe(
      "LINK_INVALID",
    );
  });

  it("has what somebody else chose, who had registered with his address, put aside.", async () => {
    const email = fresh();
    await app
      .guest()
      .call("POST /api/register", { body: { username: `squatter.${count}`, email, password } });
    const theirs = await smtp.next(email);
    const team = await buildTeam(app);
    await sent(team.owner, team, email);
    const token = tokenOf(
      (await smtp.next(email, { subject: "You are invited to a project at Sitewalk" })).link,
    );
    const chosen = { ...choice(token), password: "another long password" };
    expect((await activate(chosen)).status).toBe(200);
    const { body } = await app
      .guest()
      .raw("POST /api/login", { body: { username_l: email, password_l: password } });
    expect(body, "the password of the other opens nothing").toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(codeOf(await check(tokenOf(theirs.link)))).toBe("LINK_INVALID");
  });

  it("is asked by the mail of an administrator alike: either opens the one account.", async () => {
    const email = fresh();
    await admin.call("POST /api/users", { body: { email, role: "administrator" } });
    const theirs = await smtp.next(email);
    const team = await buildTeam(app);
    const { invitation } = await sent(team.owner, team, email);
    await smtp.next(email);
    const client = app.guest();
    expect((await activate(choice(tokenOf(theirs.link)), client)).body).toMatchObject({
      data: { user: { role: "administrator" } },
    });
    expect(await own({ client })).toMatchObject([{ id: invitation.id }]);
  });

  it("cannot use a link that was taken back, has run out or was sent again.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    const { invitation } = await sent(team.owner, team, email);
    const first = tokenOf((await smtp.next(email)).link);
    expect((await resend(team.manager, team, invitation.id)).body).toMatchObject({
      data: { invitation: { id: invitation.id }, invitation_link: null },
    });
    const second = tokenOf((await smtp.next(email)).link);
    expect(codeOf(await activate(choice(first)))).toBe("LINK_INVALID");
    await age(invitation.id);
    expect(codeOf(await check(second))).toBe("LINK_INVALID");
    await resend(team.owner, team, invitation.id);
    const third = tokenOf((await smtp.next(email)).link);
    expect((await check(third)).status, "its days began anew").toBe(200);
    expect((await cancel(team.owner, team, { email: email.toUpperCase() })).status).toBe(200);
    expect(codeOf(await activate(choice(third)))).toBe("LINK_INVALID");
    expect(await userAt(email)).toBeUndefined();
    expect((await cancel(team.owner, team, { email })).status, "once is enough").toBe(404);
    expect((await resend(team.owner, team, invitation.id)).status).toBe(404);
  });
});

describe("An invitation is refused", () => {
  it("to who is in, is asked already, or is oneself, in whatever case his address is written.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    await sent(team.owner, team, email);
    expect(codeOf(await invite(team.manager, team, email.toUpperCase()))).toBe("ALREADY_INVITED");
    expect(codeOf(await invite(team.owner, team, `${team.viewer.name.toUpperCase()}@example.org`))).toBe(
      "ALREADY_MEMBER",
    );
    expect(codeOf(await invite(team.manager, team, `${team.manager.name}@example.org`))).toBe("NOT_YOURSELF");
    for (const bad of ["", "nobody", "a@b", "a b@example.org"])
      expect((await invite(team.owner, team, bad)).status).toBe(422);
    for (const role of ["owner", "chief", ""])
      expect((await invite(team.owner, team, fresh(), { role })).status).toBe(422);
    expect((await invite(team.owner, team, fresh(), { message: "x".repeat(501) })).status).toBe(422);
  });

  it("for a place above one's own or with rights that one lacks, and by who may not change the team.", async () => {
    const team = await buildTeam(app);
    for (const who of [team.editor, team.viewer, team.trade, team.stranger])
      expect(codeOf(await invite(who, team, fresh()))).toBe("PROJECT_TEAM_DENIED");
    await team.owner.client.call("PUT /api/team-members/update-permissions", {
      body: { id_project: team.id_project, id_user: team.editor.id, permissions: { "team.edit": true } },
    });
    expect(codeOf(await invite(team.editor, team, fresh(), { role: "manager" }))).toBe("MEMBER_ABOVE");
    expect((await invite(team.editor, team, fresh(), { role: "editor" })).status).toBe(201);
    expect((await invite(team.manager, team, fresh(), { role: "manager" })).status).toBe(201);
  });

  it("when too many wait, or the team is full.", async () => {
    const team = await buildTeam(app);
    const { db } = app.database;
    const waiting = Array.from({ length: 200 }, (_, n) => ({
      id_project: team.id_project,
      email: `waiting-${n}@crew.example`,
      id_user: null,
      role: "trade" as const,
      id_inviter: null,
      expires_at: new Date(Date.now() + 60_000),
      answered_at: null,
    }));
    await db.insertInto("project_invitations").values(waiting).execute();
    const { body } = await invite(team.owner, team, fresh());
    expect(body).toMatchObject({
      code: "INVITATIONS_FULL",
      message: expect.stringContaining("200") as string,
    });
    await db.deleteFrom("project_invitations").where("id_project", "=", team.id_project).execute();
    const users = await db
      .insertInto("users")
      .values(
        Array.from({ length: 995 }, (_, n) => ({
          username: `full-${n}`,
          email: `full-${n}@crew.example`,
          password_hash: null,
        })),
      )
      .returning("id")
      .execute();
    await db
      .insertInto("project_members")
      .values(users.map(({ id }) => ({ id_project: team.id_project, id_user: id, role: "trade" as const })))
      .execute();
    expect(codeOf(await invite(team.owner, team, fresh()))).toBe("TEAM_FULL");
  });

  it("while somebody else invites the same person at the same moment: once is enough.", async () => {
    const team = await buildTeam(app);
    const email = fresh();
    const replies = await Promise.all([invite(team.owner, team, email), invite(team.manager, team, email)]);
    expect(replies.map(codeOf).toSorted()).toEqual(["ALREADY_INVITED", undefined].toSorted());
  });
});

describe("An answer", () => {
  it("and its being taken back at the same moment: one of them holds, and both ends hear which.", async () => {
    for (let round = 0; round < 4; round++) {
      const team = await buildTeam(app);
      const guest = await proved();
      const { invitation } = await sent(team.owner, team, guest.email);
      const [accepted, cancelled] = await Promise.all([
        accept(guest, invitation.id),
        cancel(team.owner, team, { id: invitation.id }),
      ]);
      expect([accepted.status, cancelled.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
      const place = await placeOf(app, team.id_project, guest);
      expect(place !== undefined).toBe(accepted.status === 200);
    }
  });
});

describe("Where no mail goes out", () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await testApp({ environment: { PUBLIC_URL: "https://site.example.org", ROLE: "web" } });
  });
  afterAll(() => quiet.close());

  it("the inviter hands the link over, which proves no address.", async () => {
    const team = await buildTeam(quiet);
    const email = fresh();
    const { invitation_link } = await sent(team.owner, team, email);
    expect(invitation_link).toMatch(/^https:\/\/site\.example\.org\/activate\/[\w-]{43}$/);
    const client = quiet.guest();
    expect((await activate(choice(tokenOf(invitation_link ?? "")), client)).status).toBe(200);
    const user = await client.call("GET /api/user");
    expect((await placeOf(quiet, team.id_project, user))?.role).toBe("editor");
    const row = await quiet.database.db
      .selectFrom("users")
      .select("email_verified_at")
      .where("id", "=", user.id)
      .executeTakeFirst();
    expect(row).toEqual({ email_verified_at: null });
  });

  it("nobody is handed a link to an account that waits for its owner.", async () => {
    const chief = await person(quiet, { role: "super_admin" });
    const email = fresh();
    await chief.client.call("POST /api/users", { body: { email, role: "super_admin" } });
    const team = await buildTeam(quiet);
    expect((await sent(team.owner, team, email)).invitation_link).toBeNull();
    // Nor by the link of an invitation that is older than the account.
    const later = fresh();
    const { invitation_link } = await sent(team.owner, team, later);
    await chief.client.call("POST /api/users", { body: { email: later, role: "super_admin" } });
    const token = tokenOf(invitation_link ?? "");
    expect(codeOf(await activate(choice(token), quiet.guest()))).toBe("LINK_INVALID");
  });
});

describe("The rate of invitations", () => {
  it("has an end for each person and for each address, with the time to wait.", async () => {
    const limited = await testApp({ environment: { ROLE: "web" }, rateFactor: 1 });
    try {
      const owner = await person(limited, { role: "administrator" });
      const { id: id_project } = await owner.client.call("POST /api/projects", {
        body: { name: "Palm Court" },
      });
      const team = { id_project } as TestTeam;
      const email = fresh();
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await invite(owner, team, email)).status);
      expect(statuses).toEqual([201, 422, 422, 422, 422, 429]);
      await limited.database.db.deleteFrom("attempts").execute();
      const filled = createHash("sha256").update(`project invitations of ${owner.id}`).digest();
      await sql`insert into attempts values (${filled}, 100, now() + interval '30 minutes')`.execute(
        limited.database.db,
      );
      const reply = await invite(owner, team, fresh());
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(1000);
    } finally {
      await limited.close();
    }
  });
});
