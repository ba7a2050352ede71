import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { queriesOf } from "#test/queries.ts";
import { soon } from "#test/soon.ts";
import {
  bell,
  buildTeam,
  empty,
  logOf,
  type Person,
  person,
  placeOf,
  type TestTeam,
} from "./team.fixture.ts";
import { lockProject } from "./team-context.ts";

let app: TestApp;
let chief: Person;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  chief = await person(app, { role: "super_admin" });
});
afterAll(() => app.close());

const list = ({ client }: Person, { id_project }: TestTeam) =>
  client.call("GET /api/team-members", { query: { id_project } });
const change = ({ client }: Person, { id_project }: TestTeam, who: { id: number }, more: object) =>
  client.raw("PUT /api/team-members/update-permissions", { body: { id_project, id_user: who.id, ...more } });
const remove = ({ client }: Person, { id_project }: TestTeam, who: { id: number }) =>
  client.raw("DELETE /api/team-members/remove-team-member", { body: { id_project, id_user: who.id } });
const transfer = ({ client }: Person, { id_project }: TestTeam, who: { id: number }) =>
  client.raw("POST /api/team-members/transfer-ownership", { body: { id_project, id_user: who.id } });
const leave = ({ client }: Person, { id_project }: TestTeam) =>
  client.raw("DELETE /api/team-members/leave-project", { body: { id_project } });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const roleOf = async (team: TestTeam, who: { id: number }) =>
  (await placeOf(app, team.id_project, who))?.role;

describe("The list of team members", () => {
  it("returns every member with their identity and effective grants, those with more rights first.", async () => {
    const team = await buildTeam(app);
    await change(team.owner, team, team.viewer, { permissions: { "visits.edit": true } });
    const { members } = await list(team.owner, team);
    expect(members.map(({ role }) => role)).toEqual(["owner", "manager", "editor", "viewer", "trade"]);
    const viewer = members.find(({ id_user }) => id_user === team.viewer.id);
    expect(viewer).toEqual({
      id_member: expect.any(Number) as number,
      id_user: team.viewer.id,
      id_project: team.id_project,
      name: "Test Person",
      code: expect.stringMatching(/^\w{10,}$/) as string,
      avatar: null,
      email: `${team.viewer.name}@example.org`,
      company: "",
      role: "viewer",
      permissions: {
        "project.view": true,
        "project.edit": false,
        "visits.view": true,
        "visits.edit": true,
        "sheets.view": true,
        "sheets.edit": false,
        "snags.view": true,
        "snags.edit": false,
        "snags.own": true,
        "videos.view": true,
        "videos.edit": false,
        "cameras.view": true,
        "cameras.edit": false,
        "live.view": true,
        "live.edit": false,
        "team.view": true,
        "team.edit": false,
        "export.view": false,
      },
      is_adjusted: true,
      joined_at: expect.stringMatching(/Z$/) as string,
      last_seen_at: expect.stringMatching(/Z$/) as string,
      can: { change: true, remove: true, transfer: true },
    });
    expect(members.filter(({ is_adjusted }) => is_adjusted)).toHaveLength(1);
  });

  it("says for each member what the reader may do with them: nothing with themselves, nor with higher roles.", async () => {
    const team = await buildTeam(app);
    const may = async (who: Person) =>
      Object.fromEntries(
        (await list(who, team)).members.map(({ role, can }) => [
          role,
          Object.keys(can)
            .filter((verb) => can[verb])
            .join(),
        ]),
      );
    const below = { editor: "change,remove", viewer: "change,remove", trade: "change,remove" };
    expect(await may(team.manager)).toEqual({ owner: "", manager: "", ...below });
    expect(await may(team.owner)).toEqual({
      owner: "",
      manager: "change,remove,transfer",
      editor: "change,remove,transfer",
      viewer: "change,remove,transfer",
      trade: "change,remove,transfer",
    });
    expect(await may(chief)).toEqual(await may(team.owner));
    const nothing = { owner: "", manager: "", editor: "", viewer: "", trade: "" };
    for (const who of [team.editor, team.viewer]) expect(await may(who)).toEqual(nothing);
  });

  it("shows addresses, invitations and requests only to users who may change the team.", async () => {
    const team = await buildTeam(app);
    const { id_project } = team;
    const email = "roofer@site.example";
    const body = { id_project, email, role: "trade" as const, message: "Gate 4" };
    await team.manager.client.call("POST /api/team-members/invite-team-member", { body });
    const asker = await person(app);
    await asker.client.call("POST /api/join-requests/send", {
      body: { project_code: team.code, message: "I lay the roof" },
    });
    for (const who of [team.owner, team.manager, chief]) {
      const { members, invitations, join_requests } = await list(who, team);
      expect(members.every((member) => member.email?.endsWith("@example.org"))).toBe(true);
      expect(invitations).toMatchObject([
        { email, role: "trade", message: "Gate 4", inviter: "Test Person" },
      ]);
      expect(join_requests).toMatchObject([
        {
          id_user: asker.id,
          project_code: team.code,
          message: "I lay the roof",
          email: `${asker.name}@example.org`,
        },
      ]);
    }
    for (const who of [team.editor, team.viewer]) {
      const reply = await list(who, team);
      expect(reply).toMatchObject({ invitations: [], join_requests: [] });
      expect(JSON.stringify(reply)).not.toMatch(/@/);
    }
    for (const [who, status, code] of [
      [team.trade, 403, "TEAM_VIEW_DENIED"],
      [team.stranger, 404, "NOT_FOUND"],
    ] as const)
      expect(await who.client.refused("GET /api/team-members", { query: { id_project } })).toMatchObject({
        status,
        code,
      });
  });

  it("returns a thousand in one page, without a query for each.", async () => {
    const team = await buildTeam(app);
    const { db } = app.database;
    const ofFive = await queriesOf(() => list(team.owner, team));
    expect(ofFive).toBeGreaterThan(0);
    const names = Array.from({ length: 990 }, (_, n) => `crew-${n}`);
    const users = await db
      .insertInto("users")
      .values(names.map((username) => ({ username, email: `${username}@crew.example`, password_hash: null })))
      .returning("id")
      .execute();
    await db
      .insertInto("project_members")
      .values(users.map(({ id }) => ({ id_project: team.id_project, id_user: id, role: "trade" as const })))
      .execute();
    const ofAll = await queriesOf(async () =>
      expect((await list(team.owner, team)).members).toHaveLength(995),
    );
    // Background work may run some queries meanwhile.
    expect(ofAll).toBeLessThan(ofFive + 50);
  });
});

describe("Permissions", () => {
  const read = ({ client }: Person, { id_project }: TestTeam, { id }: { id: number }) =>
    client.raw("GET /api/team-members/permissions", { query: { id_project, id_user: id } });

  it("are read by their own user, and of others by users who may change the team.", async () => {
    const team = await buildTeam(app);
    for (const who of [team.owner, team.manager, team.editor, team.viewer, team.trade]) {
      const { body } = await read(who, team, who);
      expect(body).toMatchObject({ data: { id_user: who.id, permissions: { "project.view": true } } });
    }
    expect((await read(team.trade, team, team.trade)).body).toMatchObject({
      data: { role: "trade", permissions: { "visits.view": true, "visits.edit": false, "team.view": false } },
    });
    for (const who of [team.owner, team.manager, chief])
      expect((await read(who, team, team.viewer)).status).toBe(200);
    for (const who of [team.editor, team.viewer, team.trade])
      expect(codeOf(await read(who, team, team.owner))).toBe("PROJECT_TEAM_DENIED");
    expect(codeOf(await read(team.stranger, team, team.stranger))).toBe("PROJECT_NOT_PUBLIC");
    expect((await read(team.owner, team, team.stranger)).status).toBe(404);
  });

  it("are given and withheld one by one, also under the alternative names of user and project.", async () => {
    const team = await buildTeam(app);
    const { id_project, owner, viewer } = team;
    const { members } = await list(owner, team);
    const id_member = members.find(({ id_user }) => id_user === viewer.id)?.id_member ?? 0;
    const steps = [
      [{ id_project, id_member }, { "visits.edit": true }],
      [{ project_id: id_project, user_id: viewer.id }, { "export.view": true }],
      [
        { id_project: String(id_project), email: `${viewer.name.toUpperCase()}@EXAMPLE.org` },
        { "team.view": false },
      ],
    ] as const;
    for (const [which, permissions] of steps) {
      const reply = await owner.client.raw("PUT /api/team-members/update-permissions", {
        body: { ...which, permissions },
      });
      expect(reply.body, JSON.stringify(which)).toMatchObject({ data: { id_user: viewer.id, permissions } });
    }
    const all = { "visits.view": true, "visits.edit": true, "export.view": true, "team.view": false };
    expect((await read(viewer, team, viewer)).body).toMatchObject({ data: { permissions: all } });
    const anew = await change(owner, team, viewer, { role: "viewer" });
    expect(anew.body).toMatchObject({ data: { is_adjusted: false, permissions: { "export.view": false } } });
  });

  it("of a role come with it: a new role alone resets the adjustments.", async () => {
    const team = await buildTeam(app);
    await change(team.owner, team, team.viewer, { permissions: { "export.view": true, "team.view": false } });
    const reply = await change(team.manager, team, team.viewer, { role: "trade" });
    expect(reply.body).toMatchObject({ data: { role: "trade", is_adjusted: false } });
    const both = await change(team.manager, team, team.viewer, {
      role: "editor",
      permissions: { "export.view": false },
    });
    expect(both.body).toMatchObject({
      data: { role: "editor", is_adjusted: true, permissions: { "visits.edit": true, "export.view": false } },
    });
  });

  it("cannot be given by a user who lacks them, nor can a member be promoted above one's own role.", async () => {
    const team = await buildTeam(app);
    await change(team.owner, team, team.manager, { permissions: { "export.view": false } });
    const refused = async (who: Person, to: Person, more: object, code: string) =>
      expect(codeOf(await change(who, team, to, more)), JSON.stringify(more)).toBe(code);
    await refused(team.manager, team.viewer, { permissions: { "export.view": true } }, "GRANT_LACKING");
    await refused(team.manager, team.viewer, { role: "editor" }, "GRANT_LACKING");
    expect(
      (await change(team.manager, team, team.editor, { permissions: { "visits.edit": false } })).status,
    ).toBe(200);
    // An editor who may change the team changes members below editors, and makes no manager of them.
    await change(team.owner, team, team.editor, { permissions: { "team.edit": true } });
    await refused(team.editor, team.viewer, { role: "manager" }, "MEMBER_ABOVE");
    await refused(team.editor, team.manager, { role: "trade" }, "MEMBER_ABOVE");
    expect((await change(team.editor, team, team.trade, { role: "viewer" })).status).toBe(200);
    expect(await roleOf(team, team.viewer)).toBe("viewer");
  });

  it("of the owner, of other managers and of themselves cannot be changed by a manager.", async () => {
    const team = await buildTeam(app);
    const other = await team.member("manager");
    for (const to of [team.owner, other])
      expect(codeOf(await change(team.manager, team, to, { role: "viewer" }))).toBe("MEMBER_ABOVE");
    for (const who of [team.owner, team.manager])
      expect(codeOf(await change(who, team, who, { role: "viewer" }))).toBe("NOT_YOURSELF");
    expect(codeOf(await change(chief, team, team.owner, { role: "viewer" }))).toBe("MEMBER_ABOVE");
    for (const who of [team.editor, team.viewer, team.trade, team.stranger])
      expect(codeOf(await change(who, team, team.trade, { role: "viewer" }))).toBe(
        who === team.stranger ? "NOT_FOUND" : "PROJECT_TEAM_DENIED",
      );
    expect((await change(team.owner, team, team.stranger, { role: "viewer" })).status).toBe(404);
    expect((await change(chief, team, other, { role: "viewer" })).status).toBe(200);
  });

  it("never lose the sight of the project, and unknown ones are refused.", async () => {
    const team = await buildTeam(app);
    const { body } = await change(team.owner, team, team.trade, { permissions: { "project.view": false } });
    expect(body).toMatchObject({ data: { permissions: { "project.view": true }, is_adjusted: false } });
    for (const permissions of [{ "money.spend": true }, { "visits.edit": "yes" }, []])
      expect((await change(team.owner, team, team.trade, { permissions })).status).toBe(422);
    for (const role of ["owner", "chief"])
      expect((await change(team.owner, team, team.trade, { role })).status).toBe(422);
    expect(
      (await team.trade.client.call("GET /api/projects/{id}", { params: { id: team.id_project } })).role,
    ).toBe("trade");
  });

  it("when changed, notify the affected user, and appear in the project's log without values of other users.", async () => {
    const team = await buildTeam(app);
    await change(team.manager, team, team.viewer, { role: "editor" });
    await change(team.manager, team, team.viewer, { permissions: { "visits.edit": false } });
    expect(await bell(team.viewer)).toMatchObject([
      {
        kind: "member_changed",
        title: "Your permissions in a project changed",
        link: `/project/${team.id_project}`,
      },
    ]);
    expect(await logOf(app, team.id_project)).toEqual([
      ["team.role_changed", { person: "Test Person", role: "editor" }],
      ["team.permissions_changed", { person: "Test Person" }],
    ]);
    await change(team.manager, team, team.viewer, { permissions: { "visits.edit": false } });
    expect(await logOf(app, team.id_project), "nothing was changed").toHaveLength(2);
  });
});

describe("Leaving and removing", () => {
  it("closes the project at once, and notifies the rest of the team.", async () => {
    const team = await buildTeam(app);
    const see = ({ client }: Person) =>
      client.raw("GET /api/projects/{id}", { params: { id: team.id_project } });
    expect((await see(team.viewer)).status).toBe(200);
    expect((await remove(team.manager, team, team.viewer)).status).toBe(200);
    expect(codeOf(await see(team.viewer))).toBe("PROJECT_NOT_PUBLIC");
    expect(await bell(team.viewer)).toMatchObject([{ title: "Removed from a project", link: null }]);
    expect((await leave(team.trade, team)).status).toBe(200);
    expect(codeOf(await see(team.trade))).toBe("PROJECT_NOT_PUBLIC");
    expect(await bell(team.owner)).toMatchObject([{ title: "A member left a project" }]);
    expect(await logOf(app, team.id_project)).toEqual([
      ["team.removed", { person: "Test Person", role: "viewer" }],
      ["team.left", { role: "trade" }],
    ]);
    expect((await leave(team.trade, team)).status).toBe(404);
    expect((await remove(team.manager, team, team.viewer)).status).toBe(404);
  });

  it("the owner can do neither: they transfer the project first.", async () => {
    const team = await buildTeam(app);
    expect(codeOf(await leave(team.owner, team))).toBe("OWNER_STAYS");
    expect(codeOf(await remove(team.owner, team, team.owner))).toBe("NOT_YOURSELF");
    for (const who of [team.manager, chief])
      expect(codeOf(await remove(who, team, team.owner))).toBe("MEMBER_ABOVE");
    expect(codeOf(await remove(team.manager, team, await team.member("manager")))).toBe("MEMBER_ABOVE");
    expect(codeOf(await leave(chief, team))).toBe("FORBIDDEN");
    expect(await roleOf(team, team.owner)).toBe("owner");
  });

  it("during an edit refuses that edit with a clear message, and none of it is applied.", async () => {
    const team = await buildTeam(app);
    const { id_project } = team;
    const visit = await team.editor.client.call("POST /api/visits", {
      body: { id_project, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
    });
    await change(team.owner, team, team.viewer, { role: "manager" });
    await remove(team.owner, team, team.editor);
    await remove(team.owner, team, team.viewer);
    const put = await team.editor.client.refused("PUT /api/visits/{id}", {
      params: { id: visit.id },
      body: { name: "Week 13" },
    });
    expect(put).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const project = await team.viewer.client.refused("PUT /api/projects/{id}", {
      params: { id: id_project },
      body: { name: "Mine" },
    });
    expect(project).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const seen = await team.owner.client.call("GET /api/visits/{id}", { params: { id: visit.id } });
    expect(seen.name).toBe("Week 12");
  });

  it("covers changes begun before: a call that waits for the team lock has its rights checked again.", async () => {
    const team = await buildTeam(app);
    const { id_project, manager } = team;
    let begun: ReturnType<typeof change> | undefined;
    await app.database.db.transaction().execute(async (trx) => {
      await lockProject(trx, id_project);
      begun = change(manager, team, team.viewer, { role: "editor" });
      // The policy has admitted the call by then; its change waits for this transaction.
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      const isWaiting = async () => expect((await waiting.execute(app.database.db)).rows).toHaveLength(1);
      await soon(isWaiting);
      await trx.deleteFrom("project_members").where("id_user", "=", manager.id).execute();
    });
    expect(codeOf((await begun) ?? { body: {} })).toBe("PROJECT_TEAM_DENIED");
    expect(await roleOf(team, team.viewer)).toBe("viewer");
  });

  it("of two who remove each other at once, one stays.", async () => {
    const team = await buildTeam(app);
    await change(team.owner, team, team.editor, { permissions: { "team.edit": true } });
    const replies = await Promise.all([
      remove(team.manager, team, team.editor),
      change(team.editor, team, team.trade, { role: "viewer" }),
      remove(team.owner, team, team.manager),
      leave(team.manager, team),
    ]);
    for (const { status } of replies) expect([200, 403, 404]).toContain(status);
    expect(await roleOf(team, team.manager)).toBeUndefined();
    const left = await list(team.owner, team);
    expect(left.members.filter(({ role }) => role === "owner")).toHaveLength(1);
  });
});

describe("A transferred project", () => {
  it("has one owner, who was a member, and the previous one is a manager.", async () => {
    const team = await buildTeam(app);
    await change(team.owner, team, team.viewer, { permissions: { "team.view": false } });
    const reply = await transfer(team.owner, team, team.viewer);
    expect(reply.body).toMatchObject({ data: { role: "owner", is_adjusted: false, can: { change: false } } });
    expect([await roleOf(team, team.owner), await roleOf(team, team.viewer)]).toEqual(["manager", "owner"]);
    expect(await bell(team.viewer)).toMatchObject([{ title: "You now own a project" }, {}]);
    expect(await logOf(app, team.id_project)).toContainEqual([
      "team.owner_changed",
      { person: "Test Person", role: "owner" },
    ]);
    expect((await leave(team.owner, team)).status, "now he may leave").toBe(200);
  });

  it("is transferred by its owner and super admins alone, and to members alone.", async () => {
    const team = await buildTeam(app);
    for (const who of [team.manager, team.editor, team.viewer, team.trade])
      expect((await transfer(who, team, team.manager)).status).toBe(403);
    expect((await transfer(team.owner, team, team.stranger)).status).toBe(404);
    expect((await transfer(chief, team, team.editor)).status).toBe(200);
    expect([await roleOf(team, team.owner), await roleOf(team, team.editor)]).toEqual(["manager", "owner"]);
    expect((await transfer(team.owner, team, team.owner)).status, "he is it no more").toBe(403);
    expect(await bell(team.owner)).toMatchObject([{ title: "Project ownership transferred" }]);
  });

  it("transferred to two at once goes to one of them.", async () => {
    const team = await buildTeam(app);
    const replies = await Promise.all([
      transfer(team.owner, team, team.manager),
      transfer(team.owner, team, team.editor),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const { members } = await list(chief, team);
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  it("keeps none of several owners who were there before.", async () => {
    const team = await buildTeam(app);
    const second = await person(app);
    await app.join(team.id_project, second, "owner");
    await transfer(team.owner, team, second);
    expect([await roleOf(team, team.owner), await roleOf(team, second)]).toEqual(["manager", "owner"]);
    await empty(second);
  });
});
