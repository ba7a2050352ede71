import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttempts } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { codeOf } from "#test/sign-in.ts";
import { createJoinRequests, type JoinOptions } from "./join-requests.service.ts";
import {
  bell,
  buildTeam,
  logOf,
  type Person,
  person,
  placeOf,
  type TestTeam,
  titles,
} from "./team.fixture.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const send = ({ client }: Person, project_code: string, message = "I lay the roof") =>
  client.raw("POST /api/join-requests/send", { body: { project_code, message } });
const status = async ({ client }: Person, query: { project_code?: string; id_project?: number }) =>
  client.call("GET /api/join-requests/check-join-status", { query });
const cancel = ({ client }: Person, body: object) => client.raw("DELETE /api/join-requests/cancel", { body });
const accept = ({ client }: Person, { id_project }: TestTeam, { id }: { id: number }, more: object = {}) =>
  client.raw("PUT /api/join-requests/accept", { body: { id_project, id_user: id, ...more } });
const decline = ({ client }: Person, { id_project }: TestTeam, { id }: { id: number }) =>
  client.raw("PUT /api/join-requests/decline", { body: { id_project, id_user: id } });
const waiting = async ({ client }: Person, { id_project }: TestTeam) =>
  (await client.call("GET /api/team-members", { query: { id_project } })).join_requests;
const invite = ({ owner, id_project }: TestTeam, who: Person) =>
  owner.client.call("POST /api/team-members/invite-team-member", {
    body: { id_project, email: `${who.name}@example.org`, role: "editor" },
  });

describe("A request to join", () => {
  it("is sent with the project's code to users who may change the team, and returns its status.", async () => {
    const team = await buildTeam(app);
    const { stranger, code, id_project } = team;
    expect(await status(stranger, { project_code: code })).toEqual({
      status: "none",
      project: { id_project, project_code: code, name: "Palm Court" },
      since: null,
    });
    const reply = await send(stranger, code);
    expect(reply).toMatchObject({
      status: 201,
      body: { data: { status: "pending", project: { id_project } } },
    });
    const pending = await status(stranger, { project_code: code });
    expect(pending).toMatchObject({ status: "pending", since: expect.stringMatching(/Z$/) as string });
    expect(await waiting(team.manager, team)).toMatchObject([
      {
        id_user: stranger.id,
        id_project,
        project_code: code,
        name: "Test Person",
        message: "I lay the roof",
      },
    ]);
    for (const who of [team.owner, team.manager])
      expect(await bell(who)).toMatchObject([
        {
          title: "Request to join",
          message: "Test Person requests to join the project “Palm Court”.",
          link: `/project/${id_project}#team`,
        },
      ]);
    for (const who of [team.editor, team.viewer, team.trade]) expect(await titles(who)).toEqual([]);
    expect(await placeOf(app, id_project, stranger), "asking opens nothing").toBeUndefined();
  });

  it("exists once, however often it is sent, also concurrently.", async () => {
    const team = await buildTeam(app);
    const replies = await Promise.all([1, 2, 3].map(() => send(team.stranger, team.code)));
    for (const { body } of replies) expect(body).toMatchObject({ data: { status: "pending" } });
    expect(await waiting(team.owner, team)).toHaveLength(1);
    expect((await send(team.viewer, team.code)).body, "who is in is in").toMatchObject({
      data: { status: "member" },
    });
  });

  it("is accepted with a role, and the requester is notified.", async () => {
    const team = await buildTeam(app);
    const others = await person(app);
    for (const who of [team.stranger, others]) await send(who, team.code);
    expect((await accept(team.manager, team, team.stranger)).body).toMatchObject({
      data: { id_user: team.stranger.id, role: "viewer", can: { change: true } },
    });
    await accept(team.owner, team, others, { role: "editor" });
    expect((await placeOf(app, team.id_project, others))?.role).toBe("editor");
    expect(await bell(others)).toMatchObject([
      { title: "Request accepted", link: `/project/${team.id_project}` },
    ]);
    expect(await status(others, { id_project: team.id_project })).toMatchObject({ status: "member" });
    expect(await waiting(team.owner, team)).toEqual([]);
    expect(await logOf(app, team.id_project)).toEqual([
      ["team.requested", {}],
      ["team.requested", {}],
      ["team.let_in", { person: "Test Person", role: "viewer" }],
      ["team.let_in", { person: "Test Person", role: "editor" }],
    ]);
  });

  it("is declined: no access is given, and it can be sent again after a week.", async () => {
    const team = await buildTeam(app);
    const { stranger, code, id_project } = team;
    await send(stranger, code);
    expect((await decline(team.manager, team, stranger)).status).toBe(200);
    expect(await placeOf(app, id_project, stranger)).toBeUndefined();
    expect(await bell(stranger)).toMatchObject([{ title: "Request declined", link: null }]);
    expect(await status(stranger, { project_code: code })).toMatchObject({ status: "declined", since: null });
    expect(codeOf(await send(stranger, code))).toBe("JOIN_DECLINED");
    await sql`update join_requests set answered_at = answered_at - interval '7 days' where id_user = ${stranger.id}`.execute(
      app.database.db,
    );
    expect(await status(stranger, { project_code: code })).toMatchObject({ status: "none" });
    expect((await send(stranger, code)).status).toBe(201);
  });

  it("is cancelled by its requester, by number or by code.", async () => {
    const team = await buildTeam(app);
    const { stranger, code, id_project } = team;
    for (const which of [
      { project_code: code },
      { id_project },
      { project_id: String(id_project) },
      { code },
    ]) {
      await send(stranger, code);
      expect((await cancel(stranger, which)).status, JSON.stringify(which)).toBe(200);
      expect((await cancel(stranger, which)).status, "it is gone").toBe(404);
    }
    expect(await waiting(team.owner, team)).toEqual([]);
    expect((await accept(team.owner, team, stranger)).status).toBe(404);
    expect((await cancel(team.viewer, { id_project })).body).toMatchObject({ code: "ALREADY_MEMBER" });
  });

  it("is decided only by users who may change the team, and promotes no one above their own role.", async () => {
    const team = await buildTeam(app);
    await send(team.stranger, team.code);
    for (const who of [team.editor, team.viewer, team.trade, team.stranger])
      for (const answer of [accept, decline])
        expect(codeOf(await answer(who, team, team.stranger))).toBe(
          who === team.stranger ? "NOT_FOUND" : "PROJECT_TEAM_DENIED",
        );
    await team.owner.client.call("PUT /api/team-members/update-permissions", {
      body: { id_project: team.id_project, id_user: team.viewer.id, permissions: { "team.edit": true } },
    });
    expect(codeOf(await accept(team.viewer, team, team.stranger, { role: "editor" }))).toBe("MEMBER_ABOVE");
    expect((await accept(team.viewer, team, team.stranger, { role: "trade" })).status).toBe(200);
    for (const role of ["owner", "chief"])
      expect((await accept(team.owner, team, team.stranger, { role })).status).toBe(422);
  });

  it("of an invited user admits them at once, and so does inviting a requester.", async () => {
    const team = await buildTeam(app);
    await invite(team, team.stranger);
    expect(await status(team.stranger, { id_project: team.id_project })).toMatchObject({ status: "invited" });
    expect((await send(team.stranger, team.code)).body).toMatchObject({ data: { status: "member" } });
    expect((await placeOf(app, team.id_project, team.stranger))?.role).toBe("editor");
    expect(await titles(team.owner)).toContain("Invitation accepted");
    const asker = await person(app);
    await send(asker, team.code);
    expect(await invite(team, asker)).toEqual({ invitation: null, invitation_link: null });
    expect((await placeOf(app, team.id_project, asker))?.role).toBe("editor");
    expect(await waiting(team.owner, team)).toEqual([]);
  });

  it("to a closed project, or with twenty others pending, is refused.", async () => {
    const team = await buildTeam(app);
    for (const closed of [{ active: false }, { validated: false }]) {
      await app.database.db.updateTable("projects").set(closed).where("id", "=", team.id_project).execute();
      expect(codeOf(await send(team.stranger, team.code))).toBe("PROJECT_CLOSED");
      const open = { active: true, validated: true };
      await app.database.db.updateTable("projects").set(open).where("id", "=", team.id_project).execute();
    }
    for (let n = 0; n < 20; n++) {
      const { code } = await team.owner.client.call("POST /api/projects", { body: { name: `Plot ${n}` } });
      expect((await send(team.stranger, code)).status).toBe(201);
    }
    expect((await send(team.stranger, team.code)).body).toMatchObject({
      code: "REQUESTS_FULL",
      message: expect.stringContaining("20") as string,
    });
  });
});

describe("Concurrently", () => {
  it("two who accept one request make one member, and the second learns that the requester is in.", async () => {
    const team = await buildTeam(app);
    await send(team.stranger, team.code);
    const replies = await Promise.all([
      accept(team.owner, team, team.stranger, { role: "editor" }),
      accept(team.manager, team, team.stranger, { role: "trade" }),
    ]);
    expect(new Set(replies.map(codeOf))).toEqual(new Set(["ALREADY_MEMBER", undefined]));
    expect(await titles(team.stranger)).toEqual(["Request accepted"]);
  });

  it("an answer and a cancellation, or two different answers, leave one that holds.", async () => {
    for (let round = 0; round < 4; round++) {
      const team = await buildTeam(app);
      await send(team.stranger, team.code);
      const other =
        round % 2 === 0
          ? cancel(team.stranger, { id_project: team.id_project })
          : decline(team.manager, team, team.stranger);
      const [first, second] = await Promise.all([accept(team.owner, team, team.stranger), other]);
      expect([first.status, second.status].filter((code) => code === 200)).toHaveLength(1);
      const isIn = (await placeOf(app, team.id_project, team.stranger)) !== undefined;
      expect(isIn).toBe(first.status === 200);
      const { status: now } = await status(team.stranger, { project_code: team.code });
      expect(now).toBe(isIn ? "member" : round % 2 === 0 ? "none" : "declined");
    }
  });
});

describe("A project number", () => {
  it("reveals nothing to an outsider: a private project and a missing one get the same answer.", async () => {
    const team = await buildTeam(app);
    const nothing = { status: "none", project: null, since: null };
    for (const id_project of [team.id_project, 99_999_999])
      expect(await status(team.stranger, { id_project })).toEqual(nothing);
    const refused = await Promise.all(
      [team.id_project, 99_999_999].map((id_project) => cancel(team.stranger, { id_project })),
    );
    expect(refused.map(({ status: code, body }) => ({ code, body }))).toEqual([
      { code: 404, body: refused[1]?.body },
      { code: 404, body: refused[1]?.body },
    ]);
  });

  it("of a public, open project shows its name; with a request of one's own, its status.", async () => {
    const team = await buildTeam(app);
    const { id_project, code, stranger } = team;
    const set = (values: object) =>
      app.database.db.updateTable("projects").set(values).where("id", "=", id_project).execute();
    await set({ is_public: true });
    const project = { id_project, project_code: code, name: "Palm Court" };
    expect(await status(stranger, { id_project })).toEqual({ status: "none", project, since: null });
    await set({ active: false });
    expect(await status(stranger, { id_project })).toEqual({ status: "none", project: null, since: null });
    await set({ active: true, is_public: false });
    await send(stranger, code);
    expect(await status(stranger, { id_project })).toMatchObject({ status: "pending", project });
  });
});

describe("A project code", () => {
  it("that does not exist is reported as unknown, also for a project in the bin.", async () => {
    const team = await buildTeam(app);
    await team.owner.client.call("DELETE /api/projects/{id}", { params: { id: team.id_project } });
    for (const code of ["nosuchcode22", team.code]) {
      const reply = await send(team.stranger, code);
      expect(reply).toMatchObject({ status: 404, body: { code: "JOIN_CODE_UNKNOWN" } });
      expect(
        await team.stranger.client.refused("GET /api/join-requests/check-join-status", {
          query: { project_code: code },
        }),
      ).toMatchObject({ status: 404, code: "JOIN_CODE_UNKNOWN" });
    }
    for (const bad of ["", "abc", "a b c d e", "x".repeat(65)])
      expect((await send(team.stranger, bad)).status, bad).toBe(422);
  });

  it("is not found by ten thousand attempts: after ten of them even the right one is refused for a while.", async () => {
    const team = await buildTeam(app);
    const { db } = app.database;
    const user = {
      id: team.stranger.id,
      role: "user",
      super_admin: false,
      is_demo: false,
      language: "en",
    } as const;
    // The service behind both calls, with the production limits, without the limit of calls per minute before it.
    const requests = createJoinRequests({ db, attempts: createAttempts(db) } as JoinOptions);
    const guess = async (project_code: string, ip = "203.0.113.9") => {
      try {
        await requests.status({ user, ip }, { project_code });
        return "found";
      } catch (error) {
        return (error as AppError).code;
      }
    };
    expect(await guess(team.code), "a right one counts nothing").toBe("found");
    const answers = new Map<string, number>();
    for (let n = 0; n < 10_000; n += 20)
      for (const answer of await Promise.all(Array.from({ length: 20 }, (_, k) => guess(`guess-${n + k}`))))
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
    expect(Object.fromEntries(answers)).toEqual({ JOIN_CODE_UNKNOWN: 10, RATE_LIMITED: 9990 });
    expect(await guess(team.code)).toBe("RATE_LIMITED");
    expect(await guess(team.code, "203.0.113.77"), "nor from elsewhere").toBe("RATE_LIMITED");
    const error = await requests
      .send({ user, ip: "::1" }, { project_code: team.code, message: "" })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).values["seconds"]).toBeGreaterThan(500);
    await sql`update attempts set ends_at = now()`.execute(db);
    expect(await guess(team.code), "when the time is over").toBe("found");
  });

  it("is guessed from one address by no more users than fifty attempts allow.", async () => {
    const team = await buildTeam(app);
    const { db } = app.database;
    const requests = createJoinRequests({ db, attempts: createAttempts(db) } as JoinOptions);
    const rest = { role: "user", super_admin: false, is_demo: false, language: "en" } as const;
    const guess = (id: number, project_code: string) =>
      requests.status({ user: { id, ...rest }, ip: "198.51.100.5" }, { project_code }).then(
        () => "found",
        (error: unknown) => (error as AppError).code,
      );
    for (let n = 0; n < 50; n++)
      expect(await guess(900_000 + (n % 10), `other-${n}`)).toBe("JOIN_CODE_UNKNOWN");
    expect(await guess(team.owner.id, team.code)).toBe("RATE_LIMITED");
  });
});
