import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { codeOf } from "#test/sign-in.ts";
import { type TestSmtp, tokenOf } from "#test/smtp.ts";
import {
  accept,
  age,
  cancel,
  choice,
  freshAddress,
  mailedApp,
  own,
  password,
  resend,
  sent,
  userAt,
} from "./invitations.fixture.ts";
import { bell, buildTeam, person, placeOf } from "./team.fixture.ts";

let app: TestApp;
let smtp: TestSmtp;
let admin: Awaited<ReturnType<typeof mailedApp>>["admin"];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, smtp, admin, close } = await mailedApp());
});
afterAll(() => close());

const check = (token: string) => app.guest().raw("GET /api/check-invitation-token", { query: { token } });
const activate = (body: object, client = app.guest()) => client.raw("POST /api/activate-account", { body });

describe("An invited person without an account", () => {
  it("creates one from the email and joins the project with it.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    const { invitation, invitation_link } = await sent(team.owner, team, email, {
      message: "Bring a <helmet>",
    });
    expect(invitation).toMatchObject({ has_account: false, name: "" });
    expect(invitation_link).toBeNull();
    expect(await userAt(app, email), "nobody is made an account by being invited").toBeUndefined();
    const { mail, link } = await smtp.next(email);
    expect(mail.subject).toBe("You are invited to a project on Sitewalk");
    expect(mail.text).toContain("Test Person invites you to the project “Palm Court” on Sitewalk.");
    expect(mail.text).toContain("14 days");
    expect(mail.text).toContain("Message from Test Person:\n> Bring a <helmet>");
    expect(mail.html).toContain("Bring a &lt;helmet&gt;");
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
    expect(await userAt(app, email)).toMatchObject({
      awaiting: null,
      email_verified_at: expect.any(Date) as Date,
    });
    expect(await bell(team.owner)).toMatchObject([{ title: "Invitation accepted" }]);
    expect(codeOf(await activate(choice(token)))).toBe("LINK_INVALID");
    expect(codeOf(await check(token))).toBe("LINK_INVALID");
  });

  it("gets an email without text that could pass for an address or an offer.", async () => {
    const team = await buildTeam(app);
    const { id_project: id } = team;
    await team.owner.client.call("PUT /api/projects/{id}", {
      params: { id },
      body: { name: "Win at evil.example now" },
    });
    const email = freshAddress();
    await sent(team.owner, team, email, { message: "Call 050 123 4567" });
    const { mail, raw } = await smtp.next(email);
    expect(mail.text).toContain("> Call [removed]");
    expect(`${mail.text}${mail.html}${raw}`).not.toMatch(/evil|4567/);
    expect(mail.text).toContain("Test Person invites you to work on a project on Sitewalk.");
  });

  it("gets the account and the membership together or neither; of two concurrent uses of the link, one succeeds.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    await sent(team.owner, team, email);
    const token = tokenOf((await smtp.next(email)).link);
    for (const [bad, errors] of [
      [{ token }, { username: ["users.username_required"], password: ["auth.password_required"] }],
      [{ ...choice(token), username: team.viewer.name }, { username: ["users.username_taken"] }],
      [{ ...choice(token), password: "iloveyou" }, { password: ["auth.password_common"] }],
    ] as const)
      expect((await activate(bad)).body).toMatchObject({ errors });
    expect(await userAt(app, email)).toBeUndefined();
    const replies = await Promise.all([activate(choice(token)), activate(choice(token))]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const { id = 0 } = (await userAt(app, email)) ?? {};
    expect((await placeOf(app, team.id_project, { id }))?.role).toBe("editor");
  });

  it("finds the other projects that invited them after sign-in, whichever link they used.", async () => {
    const [first, second] = [await buildTeam(app), await buildTeam(app)];
    const email = freshAddress();
    await sent(first.owner, first, email);
    const { invitation } = await sent(second.owner, second, email, { role: "trade" });
    const tokens = [tokenOf((await smtp.next(email)).link), tokenOf((await smtp.next(email)).link)] as const;
    const client = app.guest();
    expect((await activate(choice(tokens[0]), client)).status).toBe(200);
    expect(await own({ client })).toMatchObject([{ id: invitation.id, role: "trade" }]);
    expect(codeOf(await activate(choice(tokens[1]))), "his account is there").toBe("LINK_INVALID");
    expect((await accept({ client }, invitation.id)).status).toBe(200);
  });

  it("who registers independently finds the invitation once their address is confirmed, not before.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    const { invitation } = await sent(team.owner, team, email);
    const invited = await smtp.next(email);
    const client = app.guest();
    const username = "registered.by.himself";
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

  it("discards the user name and password of another person who had registered with their address.", async () => {
    const email = freshAddress();
    await app.guest().call("POST /api/register", { body: { username: "squatter", email, password } });
    const theirs = await smtp.next(email);
    const team = await buildTeam(app);
    await sent(team.owner, team, email);
    const token = tokenOf(
      (await smtp.next(email, { subject: "You are invited to a project on Sitewalk" })).link,
    );
    const chosen = { ...choice(token), password: "another long password" };
    expect((await activate(chosen)).status).toBe(200);
    const { body } = await app
      .guest()
      .raw("POST /api/login", { body: { username_l: email, password_l: password } });
    expect(body, "the password of the other opens nothing").toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(codeOf(await check(tokenOf(theirs.link)))).toBe("LINK_INVALID");
  });

  it("is also invited by an administrator's email: either link opens the one account.", async () => {
    const email = freshAddress();
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

  it("cannot use a link that was cancelled, has expired or was sent again.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    const { invitation } = await sent(team.owner, team, email);
    const first = tokenOf((await smtp.next(email)).link);
    expect((await resend(team.manager, team, invitation.id)).body).toMatchObject({
      data: { invitation: { id: invitation.id }, invitation_link: null },
    });
    const second = tokenOf((await smtp.next(email)).link);
    expect(codeOf(await activate(choice(first)))).toBe("LINK_INVALID");
    await age(app, invitation.id);
    expect(codeOf(await check(second))).toBe("LINK_INVALID");
    await resend(team.owner, team, invitation.id);
    const third = tokenOf((await smtp.next(email)).link);
    expect((await check(third)).status, "its days began anew").toBe(200);
    expect((await cancel(team.owner, team, { email: email.toUpperCase() })).status).toBe(200);
    expect(codeOf(await activate(choice(third)))).toBe("LINK_INVALID");
    expect(await userAt(app, email)).toBeUndefined();
    expect((await cancel(team.owner, team, { email })).status, "once is enough").toBe(404);
    expect((await resend(team.owner, team, invitation.id)).status).toBe(404);
  });
});

describe("Without outgoing email", () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await testApp({ environment: { PUBLIC_URL: "https://site.example.org", ROLE: "web" } });
  });
  afterAll(() => quiet.close());

  it("the inviter hands over the link, which proves no address.", async () => {
    const team = await buildTeam(quiet);
    const email = freshAddress();
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

  it("no one gets a link to an account that waits for its owner.", async () => {
    const chief = await person(quiet, { role: "super_admin" });
    const email = freshAddress();
    await chief.client.call("POST /api/users", { body: { email, role: "super_admin" } });
    const team = await buildTeam(quiet);
    expect((await sent(team.owner, team, email)).invitation_link).toBeNull();
    // Nor by the link of an invitation older than the account.
    const later = freshAddress();
    const { invitation_link } = await sent(team.owner, team, later);
    await chief.client.call("POST /api/users", { body: { email: later, role: "super_admin" } });
    const token = tokenOf(invitation_link ?? "");
    const looked = await quiet.guest().raw("GET /api/check-invitation-token", { query: { token } });
    expect(codeOf(looked)).toBe("LINK_INVALID");
    expect(codeOf(await activate(choice(token), quiet.guest()))).toBe("LINK_INVALID");
  });
});
