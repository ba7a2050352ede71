import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { codeOf } from "#test/sign-in.ts";
import { type TestSmtp, tokenOf } from "#test/smtp.ts";
import {
  accept,
  age,
  cancel,
  decline,
  freshAddress,
  invite,
  mailedApp,
  own,
  provedPerson,
  sent,
  userAt,
} from "./invitations.fixture.ts";
import { bell, buildTeam, logOf, person, placeOf, type TestTeam } from "./team.fixture.ts";

let app: TestApp;
let smtp: TestSmtp;
let admin: Awaited<ReturnType<typeof mailedApp>>["admin"];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, smtp, admin, close } = await mailedApp());
});
afterAll(() => close());

describe("An invited user with an account", () => {
  it("finds it in the notifications, in an email and in their list, and is a member after accepting.", async () => {
    const team = await buildTeam(app);
    const guest = await provedPerson(app);
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
        message: "Test Person invited you to the project “Palm Court”. Accept or decline under Projects.",
        link: "/projects",
      },
    ]);
    const { mail, link } = await smtp.next(guest.email);
    expect(mail.subject).toBe("Invitation to a project – Sitewalk");
    expect(link).toBe("https://site.example.org/projects");
    expect(mail.text).toContain("Message from Test Person:\n> See you on Sunday");
    expect(mail.html).toContain("See you on Sunday");
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

  it("may decline, and the inviter is notified.", async () => {
    const team = await buildTeam(app);
    const guest = await provedPerson(app);
    const { invitation } = await sent(team.owner, team, guest.email);
    expect((await decline(guest, invitation.id)).status).toBe(200);
    expect(await placeOf(app, team.id_project, guest)).toBeUndefined();
    expect(await bell(team.owner)).toMatchObject([{ title: "Invitation declined" }]);
    expect((await accept(guest, invitation.id)).status).toBe(404);
    const again = await sent(team.owner, team, guest.email);
    expect((await accept(guest, again.invitation.id)).status, "he may be asked again").toBe(200);
  });

  it("answers only their own.", async () => {
    const team = await buildTeam(app);
    const guest = await provedPerson(app);
    const { invitation } = await sent(team.owner, team, guest.email);
    for (const other of [team.stranger, team.owner, { client: admin }]) {
      expect(await own(other)).toEqual([]);
      for (const answer of [accept, decline]) expect((await answer(other, invitation.id)).status).toBe(404);
    }
    expect(await own(guest)).toHaveLength(1);
  });

  it("loses one that was cancelled, has expired, or belongs to a project in the bin.", async () => {
    const guest = await provedPerson(app);
    const team = await buildTeam(app);
    const first = await sent(team.owner, team, guest.email);
    expect((await cancel(team.manager, team, { id: first.invitation.id })).status).toBe(200);
    expect((await accept(guest, first.invitation.id)).status).toBe(404);
    const second = await sent(team.owner, team, guest.email);
    await age(app, second.invitation.id);
    expect(await own(guest)).toEqual([]);
    expect((await accept(guest, second.invitation.id)).status).toBe(404);
    const third = await sent(team.owner, team, guest.email);
    expect(third.invitation.id, "what has run out makes room").not.toBe(second.invitation.id);
    await team.owner.client.call("DELETE /api/projects/{id}", { params: { id: team.id_project } });
    expect(await own(guest)).toEqual([]);
    expect((await accept(guest, third.invitation.id)).status).toBe(404);
  });

  it("keeps the invitation when they change their address, and no one else gets it with the address.", async () => {
    const team = await buildTeam(app);
    const guest = await provedPerson(app);
    const { invitation } = await sent(team.owner, team, guest.email);
    const { db } = app.database;
    await db.updateTable("users").set({ email: freshAddress() }).where("id", "=", guest.id).execute();
    const heir = await person(app);
    await db.updateTable("users").set({ email: guest.email }).where("id", "=", heir.id).execute();
    expect(await own(heir)).toEqual([]);
    expect(codeOf(await invite(team.owner, team, guest.email)), "the address is asked already").toBe(
      "ALREADY_INVITED",
    );
    const now = await userAt(
      app,
      (await db.selectFrom("users").select("email").where("id", "=", guest.id).executeTakeFirstOrThrow())
        .email,
    );
    expect(codeOf(await invite(team.owner, team, now?.email ?? "")), "and so is its person").toBe(
      "ALREADY_INVITED",
    );
    expect((await accept(guest, invitation.id)).status).toBe(200);
  });

  it("with an unconfirmed address is asked to confirm it first.", async () => {
    const team = await buildTeam(app);
    const moved = await person(app);
    const email = `${moved.name}@example.org`;
    const { invitation } = await sent(team.owner, team, email);
    expect(invitation.has_account).toBe(false);
    expect(await own(moved)).toEqual([]);
    expect((await accept(moved, invitation.id)).status).toBe(404);
    const { mail, link } = await smtp.next(email);
    expect(mail.subject).toBe("Confirm your email address for Sitewalk");
    await moved.client.call("POST /api/activate-account", { body: { token: tokenOf(link) } });
    expect(await own(moved)).toMatchObject([{ id: invitation.id }]);
    expect((await bell(moved))[0]).toMatchObject({ title: "Invitation to a project" });
  });

  it("whose account is locked is listed like any other, and not notified.", async () => {
    const team = await buildTeam(app);
    const locked = await provedPerson(app);
    const { db } = app.database;
    await db.updateTable("users").set({ locked_at: new Date() }).where("id", "=", locked.id).execute();
    expect((await sent(team.owner, team, locked.email)).invitation).toMatchObject({ has_account: true });
    await expect(smtp.next(locked.email, { within: 300 })).rejects.toThrow(/No mail/);
  });
});

describe("An invitation is refused", () => {
  it("to a member, to an invited person, or to oneself, in whatever case the address is written.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    await sent(team.owner, team, email);
    expect(codeOf(await invite(team.manager, team, email.toUpperCase()))).toBe("ALREADY_INVITED");
    expect(codeOf(await invite(team.owner, team, `${team.viewer.name.toUpperCase()}@example.org`))).toBe(
      "ALREADY_MEMBER",
    );
    expect(codeOf(await invite(team.manager, team, `${team.manager.name}@example.org`))).toBe("NOT_YOURSELF");
    for (const bad of ["", "nobody", "a@b", "a b@example.org"])
      expect((await invite(team.owner, team, bad)).status).toBe(422);
    for (const role of ["owner", "chief", ""])
      expect((await invite(team.owner, team, freshAddress(), { role })).status).toBe(422);
    expect((await invite(team.owner, team, freshAddress(), { message: "x".repeat(501) })).status).toBe(422);
  });

  it("for a role above the inviter's own or with grants that they lack, and from users who may not change the team.", async () => {
    const team = await buildTeam(app);
    for (const who of [team.editor, team.viewer, team.trade, team.stranger])
      expect(codeOf(await invite(who, team, freshAddress()))).toBe(
        who === team.stranger ? "NOT_FOUND" : "PROJECT_TEAM_DENIED",
      );
    await team.owner.client.call("PUT /api/team-members/update-permissions", {
      body: { id_project: team.id_project, id_user: team.editor.id, permissions: { "team.edit": true } },
    });
    expect(codeOf(await invite(team.editor, team, freshAddress(), { role: "manager" }))).toBe("MEMBER_ABOVE");
    expect((await invite(team.editor, team, freshAddress(), { role: "editor" })).status).toBe(201);
    expect((await invite(team.manager, team, freshAddress(), { role: "manager" })).status).toBe(201);
  });

  it("when too many are pending, or the team is full.", async () => {
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
    const { body } = await invite(team.owner, team, freshAddress());
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
    expect(codeOf(await invite(team.owner, team, freshAddress()))).toBe("TEAM_FULL");
  });

  it("while another manager invites the same person at the same moment: one suffices.", async () => {
    const team = await buildTeam(app);
    const email = freshAddress();
    const replies = await Promise.all([invite(team.owner, team, email), invite(team.manager, team, email)]);
    expect(new Set(replies.map(codeOf))).toEqual(new Set(["ALREADY_INVITED", undefined]));
  });
});

describe("An answer", () => {
  it("that races with its cancellation: one of them holds, and both ends get the same result.", async () => {
    for (let round = 0; round < 4; round++) {
      const team = await buildTeam(app);
      const guest = await provedPerson(app);
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

describe("The rate of invitations", () => {
  it("is limited per user and per address, with the time to wait.", async () => {
    const limited = await testApp({ environment: { ROLE: "web" }, rateFactor: 1 });
    try {
      const owner = await person(limited, { role: "administrator" });
      const { id: id_project } = await owner.client.call("POST /api/projects", {
        body: { name: "Palm Court" },
      });
      const team = { id_project } as TestTeam;
      const email = freshAddress();
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await invite(owner, team, email)).status);
      expect(statuses).toEqual([201, 422, 422, 422, 422, 429]);
      await limited.database.db.deleteFrom("attempts").execute();
      const filled = createHash("sha256").update(`project invitations of ${owner.id}`).digest();
      await sql`insert into attempts values (${filled}, 100, now() + interval '30 minutes')`.execute(
        limited.database.db,
      );
      const reply = await invite(owner, team, freshAddress());
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(1000);
    } finally {
      await limited.close();
    }
  });
});
