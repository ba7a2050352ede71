import type { Site } from "./journey.ts";
import { until } from "./wait-until.ts";

/** The demo site's project and its visits, newest first. */
export async function demoOf({ client }: Site) {
  const { items } = await client.call("GET /api/projects", { query: { search: "Palm Court Villa" } });
  const [project] = items;
  if (project === undefined) throw new Error("The demo site has no project.");
  const query = { id_project: project.id, sort: "date" as const, per_page: 100 };
  const { items: visits } = await client.call("GET /api/visits", { query });
  return { project, visits };
}

/** The code of its newest visit, once all its photos are processed. */
export async function readyVisit(site: Site): Promise<string> {
  const [visit] = (await demoOf(site)).visits;
  const code = visit?.code ?? "";
  await until("the demo's pictures are made", async () => {
    const { rooms } = await site.client.call("GET /api/viewer-visit", { query: { code } });
    return rooms.every(({ picture }) => picture.tiles !== null);
  });
  return code;
}
