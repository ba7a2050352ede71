import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, testApp } from "#test/app.ts";
import { soon } from "#test/soon.ts";
import { buildTeam, type Person, type TestTeam } from "./team.fixture.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const sign = ({ client }: Person, channel_name: string, socket_id = "1.1") =>
  client.raw("POST /api/broadcasting/auth", { body: { socket_id, channel_name } });

/** A browser's socket that subscribes to these channels. */
async function hear(who: Person, ...channels: string[]) {
  const { body } = await sign(who, `private-user-${who.id}`);
  const [key] = (body as { auth: string }).auth.split(":");
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  onTestFinished(() => socket.terminate());
  const heard: { event: string; channel?: string; data: unknown }[] = [];
  const closed: number[] = [];
  socket.on("close", (code) => void closed.push(code));
  socket.on("message", (bytes: Buffer) => {
    const { data, ...rest } = JSON.parse(bytes.toString()) as { event: string; data: string };
    heard.push({ ...rest, data: JSON.parse(data) as unknown });
  });
  await once(socket, "message");
  const { socket_id = "" } = { ...(heard[0]?.data as { socket_id?: string } | undefined) };
  for (const channel of channels) {
    const signed = (await sign(who, channel, socket_id)).body as object;
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...signed } }));
  }
  await soon(() =>
    expect(heard.filter(({ event }) => event === "pusher_internal:subscription_succeeded")).toHaveLength(
      channels.length,
    ),
  );
  heard.length = 0;
  return { heard, closed, events: () => heard.map(({ event }) => event) };
}

const change = ({ owner, id_project }: TestTeam, { id }: Person, more: object) =>
  owner.client.call("PUT /api/team-members/update-permissions", {
    body: { id_project, id_user: id, ...more },
  });
const own = ({ id }: Person) => `private-user-${id}`;
const places = ({ id_project }: TestTeam) => [
  `private-project-${id_project}`,
  `presence-project-${id_project}`,
];

describe("A viewer of a project", () => {
  it("is notified at once that its team changed, and of nothing more.", async () => {
    const team = await buildTeam(app);
    const { id_project } = team;
    const viewer = await hear(team.viewer, ...places(team));
    const steps = [
      () => team.stranger.client.call("POST /api/join-requests/send", { body: { project_code: team.code } }),
      () =>
        team.owner.client.call("PUT /api/join-requests/accept", {
          body: { id_project, id_user: team.stranger.id },
        }),
      () => change(team, team.stranger, { role: "editor" }),
      () =>
        team.owner.client.call("POST /api/team-members/invite-team-member", {
          body: { id_project, email: "somebody@crew.example", role: "trade" },
        }),
      () => team.stranger.client.call("DELETE /api/team-members/leave-project", { body: { id_project } }),
    ];
    for (const step of steps) {
      viewer.heard.length = 0;
      await step();
      await soon(() =>
        expect(viewer.heard.filter(({ event }) => event === "team-changed")).toEqual([
          { event: "team-changed", channel: `private-project-${id_project}`, data: { id_project } },
        ]),
      );
    }
  });
});

describe("A member whose rights change", () => {
  it("is notified, and keeps their socket while they lose nothing.", async () => {
    const team = await buildTeam(app);
    const { id_project, viewer } = team;
    const browser = await hear(viewer, own(viewer), ...places(team));
    await change(team, viewer, { permissions: { "visits.edit": true } });
    await soon(() =>
      expect(browser.heard).toContainEqual({
        event: "rights-changed",
        channel: own(viewer),
        data: { id_project, is_member: true },
      }),
    );
    expect(browser.closed).toEqual([]);
  });

  it("who may no longer see visits is disconnected from those they view, and not let back in.", async () => {
    const team = await buildTeam(app);
    const { viewer, id_project } = team;
    const { id } = await team.owner.client.call("POST /api/visits", {
      body: { id_project, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
    });
    const visit = `presence-visit-${id}`;
    const browser = await hear(viewer, own(viewer), visit);
    await change(team, viewer, { permissions: { "visits.view": false } });
    await soon(() => expect(browser.closed).toEqual([4200]));
    expect(browser.events()).toContain("rights-changed");
    expect(await sign(viewer, visit)).toMatchObject({ status: 403 });
    expect(await sign(viewer, `private-project-${id_project}`)).toMatchObject({ status: 200 });
    await change(team, viewer, { permissions: { "visits.view": true } });
    expect(await sign(viewer, visit)).toMatchObject({ status: 200 });
  });

  it("who is removed is notified, loses every channel of the project, and disappears from its viewers.", async () => {
    const team = await buildTeam(app);
    const { editor, owner, id_project } = team;
    const browser = await hear(editor, own(editor), ...places(team));
    const witness = await hear(owner, ...places(team));
    await owner.client.call("DELETE /api/team-members/remove-team-member", {
      body: { id_project, id_user: editor.id },
    });
    await soon(() => expect(browser.closed).toEqual([4200]));
    expect(browser.heard).toContainEqual({
      event: "rights-changed",
      channel: own(editor),
      data: { id_project, is_member: false },
    });
    for (const channel of places(team)) expect(await sign(editor, channel)).toMatchObject({ status: 403 });
    await soon(() => expect(witness.events()).toContain("pusher_internal:member_removed"));
    const before = browser.heard.length;
    await owner.client.call("POST /api/visits", {
      body: { id_project, name: "Week 13", visit_date: "2026-02-01T08:00:00Z" },
    });
    await soon(() => expect(witness.events()).toContain("visit.created"));
    expect(browser.heard).toHaveLength(before);
  });

  it("who is admitted is notified, so that the project appears on their screen.", async () => {
    const team = await buildTeam(app);
    const { stranger, id_project } = team;
    const browser = await hear(stranger, own(stranger));
    await team.owner.client.call("POST /api/team-members/invite-team-member", {
      body: { id_project, email: `${stranger.name}@example.org`, role: "viewer" },
    });
    await soon(() => expect(browser.events()).toContain("invitations-changed"));
    const [invitation] = await stranger.client.call("GET /api/users/invitations");
    await stranger.client.call("PUT /api/users/invitations/accept/{id}", {
      params: { id: invitation?.id ?? 0 },
    });
    await soon(() =>
      expect(browser.heard).toContainEqual({
        event: "rights-changed",
        channel: own(stranger),
        data: { id_project, is_member: true },
      }),
    );
    expect(browser.closed).toEqual([]);
  });
});
