import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Snag } from "#contract/snags.ts";
import { buildTeam, type TestTeam } from "#server/domains/sites/team/team.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { freePort } from "#test/chaos/server-process.ts";
import { ClickupService } from "#test/clickup-service/index.ts";
import { MondayService } from "#test/monday-service/index.ts";
import { soon } from "#test/soon.ts";
import { environmentOf, type ToolService } from "#test/tool-service/tool-service.ts";

let app: TestApp;
let team: TestTeam;
let id_sheet = 0;
const services: Partial<Record<"monday" | "clickup", ToolService>> = {};

beforeAll(async () => {
  const [monday, clickup] = await Promise.all([MondayService.start(), ClickupService.start()]);
  Object.assign(services, { monday, clickup });
  // The tools need the address before the server has one.
  const port = await freePort();
  app = await testApp({
    environment: {
      ...environmentOf(monday, clickup),
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
  });
  const admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: { ...monday.settings, ...clickup.settings } });
  team = await buildTeam(app);
  const sheet = { id_project: team.id_project, name: "Ground floor" };
  id_sheet = (await team.owner.client.call("POST /api/maps", { body: sheet })).id;
});
afterAll(async () => {
  await app.close();
  await Promise.all(Object.values(services).map((service) => service.close()));
});

function service(tool: "monday" | "clickup"): ToolService {
  const found = services[tool];
  if (found === undefined) throw new Error(`no ${tool}`);
  return found;
}
const statusOf = async (snag: Snag) =>
  (await team.owner.client.call("GET /api/annotations/{id}", { params: { id: snag.id } })).status;
const linkOf = async (snag: Snag) =>
  (await team.owner.client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } })).links[0];

describe.each(["monday", "clickup"] as const)("a project whose snags go to %s", (tool) => {
  const params = { tool };
  const manager = () => team.manager.client;
  const board = () => service(tool).boards[0] ?? { id: "", name: "", statuses: [] };

  it("is connected by signing in at the tool", async () => {
    const { auth_url } = await manager().call("GET /api/tools/{tool}/auth-url", { params });
    const answer = await fetch(auth_url, {
      method: "POST",
      body: new URLSearchParams({ answer: "allow" }),
      redirect: "manual",
    });
    const back = new URL(answer.headers.get("location") ?? "");
    const url = `${app.origin}${back.pathname}${back.search}`;
    const { headers } = await manager().send("GET", url, undefined, {});
    expect(headers.get("location")).toBe(`/${tool}?connected=1`);
    expect(await manager().call("GET /api/tools/{tool}", { params })).toMatchObject({
      connection: { way: "sign_in", state: "connected", account: service(tool).account.name },
    });
  });

  it("sends a snag there, and syncs its status both ways", async () => {
    const place = { params: { id: team.id_project, tool } };
    const detail = await manager().call("GET /api/tools/{tool}/boards/{board}", {
      params: { tool, board: board().id },
    });
    const [first, second] = detail.statuses;
    const last = detail.statuses.at(-1);
    const chosen = await manager().call("PUT /api/projects/{id}/tools/{tool}", {
      ...place,
      body: {
        board: board().id,
        statuses: { open: first?.id ?? null, in_work: second?.id ?? null, closed: last?.id ?? null },
      },
    });
    expect(chosen).toMatchObject({ hears_by: "hook", state: "connected" });

    const snag = await team.owner.client.call("POST /api/maps/{id}/annotations", {
      params: { id: id_sheet },
      body: { title: `Sent to ${tool}`, x: 0.5, y: 0.5 },
    });
    await manager().call("POST /api/annotations/{id}/tools/{tool}", { params: { id: snag.id, tool } });
    await soon(async () => expect(await linkOf(snag)).toMatchObject({ state: "sent" }));
    const card = () =>
      service(tool)
        .cards()
        .find(({ title }) => title.endsWith(`Sent to ${tool}`));
    expect(card()).toMatchObject({ status: first?.name });

    service(tool).move(card()?.id ?? "", second?.name ?? "");
    await service(tool).settled();
    expect(service(tool).deliveries.at(-1)?.status).toBe(200);
    await soon(async () => expect(await statusOf(snag)).toBe("in_work"));

    await team.owner.client.call("PUT /api/annotations/{id}", {
      params: { id: snag.id },
      body: { status: "closed" },
    });
    await soon(() => expect(card()).toMatchObject({ status: last?.name }));
    await service(tool).settled();
    expect(await statusOf(snag)).toBe("closed");

    service(tool).remove(card()?.id ?? "");
    await service(tool).settled();
    await soon(async () => expect(await linkOf(snag)).toMatchObject({ state: "gone" }));
  });

  it("is disconnected, at the tool as well", async () => {
    await manager().call("DELETE /api/tools/{tool}/connection", { params });
    expect(await manager().call("GET /api/tools/{tool}", { params })).toMatchObject({ connection: null });
    expect(service(tool).calls.filter((call) => call.startsWith("501"))).toEqual([]);
  });
});
