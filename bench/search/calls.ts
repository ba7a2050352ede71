import { Agent } from "node:http";
import { send } from "../api/load.ts";

/** A signed-in user's browser, as far as search needs one. */
export interface Caller {
  /** Returns the number of results on the first page. */
  search(q: string): Promise<number>;
  create(name: string): Promise<void>;
}

/** Returns the number of results of a search by the minimal handler, which has neither limits nor tokens. */
export async function searchYardstick(origin: string, session: string, q: string): Promise<number> {
  const headers = { cookie: `sitewalk_session=${session}`, "content-type": "application/json" };
  const text = await send(origin, {
    method: "POST",
    path: "/api/search/global",
    headers,
    body: JSON.stringify({ q }),
  });
  return (JSON.parse(text) as { data: { items: unknown[] } }).data.items.length;
}

/** Calls from one address before switching to another: the product's limit per minute stays unchanged. */
const perAddress = 400;
let addresses = 0;

export async function callsAs(origin: string, session: string): Promise<Caller> {
  const own = `sitewalk_session=${session}`;
  const response = await fetch(`${origin}/api/csrf-token`, { headers: { cookie: own } });
  const { data } = (await response.json()) as { data: { token: string } };
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  const headers = {
    cookie: [own, ...cookies].join("; "),
    "x-csrf-token": data.token,
    "content-type": "application/json",
  };
  let agent: Agent | undefined;
  let calls = 0;
  const post = (path: string, body: unknown): Promise<string> => {
    if (agent === undefined || ++calls % perAddress === 0) {
      agent?.destroy();
      addresses += 1;
      agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.2.0.${addresses}` });
    }
    return send(origin, { method: "POST", path, headers, body: JSON.stringify(body) }, agent);
  };
  return {
    async search(q) {
      const reply = JSON.parse(await post("/api/search/global", { q })) as { data: { items: unknown[] } };
      return reply.data.items.length;
    },
    async create(name) {
      await post("/api/projects", { name });
    },
  };
}
