import { expect } from "@playwright/test";
import { adminClient } from "./people.ts";

/**
 * Finds the demo site's project by its name: other journeys on the same server create newer projects and visits.
 * `client` is the first super admin.
 */
export async function demoProject(origin: string) {
  const client = await adminClient(origin);
  const { items } = await client.call("GET /api/projects", { query: { search: "Palm Court Villa" } });
  const [project] = items;
  if (project === undefined) throw new Error("The demo site has no project.");
  return { client, project };
}

/** Its visits, newest first. */
export async function demoVisits(origin: string) {
  const { client, project } = await demoProject(origin);
  const query = { id_project: project.id, sort: "date" as const, per_page: 100 };
  const { items } = await client.call("GET /api/visits", { query });
  return items;
}

/** The code of its newest visit, once all its photos are processed. */
export async function readyVisit(origin: string): Promise<string> {
  const { client } = await demoProject(origin);
  const [visit] = await demoVisits(origin);
  const code = visit?.code ?? "";
  const isReady = async () => {
    const { rooms } = await client.call("GET /api/viewer-visit", { query: { code } });
    return rooms.every(({ picture }) => picture.tiles !== null);
  };
  await expect.poll(isReady, { timeout: 300_000 }).toBe(true);
  return code;
}
