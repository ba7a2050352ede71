import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { send } from "../api/load.ts";
import { median } from "../lib/stats.ts";
import { type CallKind, callsFor } from "./calls.ts";
import type { Caller, Seeded } from "./seed.ts";

export const COUNT = 60;
const warmUp = 3;
/** A file takes seconds. */
const FILES = 2;
/** Milliseconds, p95. */
export const targets: Readonly<Record<CallKind, number>> = { page: 150, "log search": 300, file: 10_000 };

export interface Measured {
  readonly name: string;
  readonly kind: CallKind;
  readonly caller: Caller;
  readonly times: readonly number[];
}

/** All calls of one user, one after the other. */
export async function measureCalls(
  origin: string,
  { sizes, sessions }: Seeded,
  caller: Caller,
): Promise<Measured[]> {
  const cookie = `sitewalk_session=${sessions[caller]}`;
  const post = await antiForgery(origin, cookie);
  const measured: Measured[] = [];
  for (const { name, kind, path, body } of callsFor(caller, sizes)) {
    const agent = nextAgent();
    const call =
      body === undefined
        ? ({ method: "GET", path, headers: { cookie } } as const)
        : ({ method: "POST", path, headers: post, body: JSON.stringify(body) } as const);
    const times: number[] = [];
    const count = kind === "file" ? FILES : warmUp + COUNT;
    for (let at = 0; at < count; at += 1) {
      const begin = performance.now();
      await send(origin, call, agent);
      if (kind === "file" || at >= warmUp) times.push(performance.now() - begin);
    }
    agent.destroy();
    measured.push({ name, kind, caller, times });
    if (median(times) > targets[kind])
      console.error(`years: ${caller}, ${name}: ${median(times).toFixed(0)} ms`);
  }
  return measured;
}

let addresses = 0;
/** A connection from a new loopback address: the product's limit per address stays unchanged and is never reached. */
function nextAgent(): Agent {
  addresses += 1;
  return new Agent({
    keepAlive: true,
    maxSockets: 1,
    localAddress: `127.3.${addresses >> 8}.${addresses & 255}`,
  });
}

/** A call by which the super admin creates a project, another one each time. */
export async function callProject(origin: string, { sessions }: Seeded): Promise<() => Promise<unknown>> {
  const headers = await antiForgery(origin, `sitewalk_session=${sessions["super admin"]}`);
  const body = () => JSON.stringify({ name: `Tower ${randomUUID()}` });
  const agent = nextAgent();
  return () => send(origin, { method: "POST", path: "/api/projects", headers, body }, agent);
}

/** GET calls of one user. */
export function getter(
  origin: string,
  { sessions }: Seeded,
  caller: Caller,
): (path: string) => Promise<unknown> {
  const headers = { cookie: `sitewalk_session=${sessions[caller]}` };
  const agent = nextAgent();
  return (path) => send(origin, { method: "GET", path, headers }, agent);
}

/** Headers that a browser sends with a write: the token and the cookie it belongs to. */
async function antiForgery(origin: string, session: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/csrf-token`, { headers: { cookie: session } });
  const { data } = (await response.json()) as { data: { token: string } };
  const own = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return {
    cookie: [session, ...own].join("; "),
    "x-csrf-token": data.token,
    "content-type": "application/json",
  };
}
