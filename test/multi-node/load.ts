import { setTimeout as sleep } from "node:timers/promises";
import { type RawReply, TestClient } from "../client.ts";
import { admin } from "./installation.ts";

/** Calls of several simultaneous users through one address. */
export interface Load {
  /** Visits whose creation was acknowledged. */
  readonly acknowledged: readonly number[];
  readonly answered: number;
  /** Calls without a response, or with a server error. */
  readonly failed: readonly string[];
  /** `performance.now()` of each successful response, and of those to writes. */
  readonly goodAt: readonly number[];
  readonly writtenAt: readonly number[];
}

export interface RunningLoad {
  end(): Promise<Load>;
}

/** A client with another address for each call: the rate limit of one client is not tested here. */
class Crowd extends TestClient {
  static #calls = 0;

  override send(
    method: string,
    url: string,
    body: string | FormData | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<RawReply> {
    Crowd.#calls += 1;
    const address = `198.18.${(Crowd.#calls >> 8) & 255}.${Crowd.#calls & 255}`;
    return super.send(method, url, body, { ...headers, "x-forwarded-for": address });
  }
}

/** Signs in to an account, at the node of `origin`. */
export async function enter(origin: string, name: string, password: string): Promise<TestClient> {
  const client = new Crowd(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
  return client;
}

/** The first administrator. Use rarely: repeated sign-ins require a captcha. */
export const signIn = (origin: string) => enter(origin, admin.email, admin.password);

let made = 0;

/** Another administrator, created by `owner`, who signs in at `origin`. */
export async function newcomer(owner: TestClient, origin: string): Promise<TestClient> {
  made += 1;
  const username = `person-${made}`;
  await owner.call("POST /api/users", {
    body: {
      username,
      email: `${username}@example.org`,
      password: admin.password,
      role: "super_admin",
      first_name: "Site",
      last_name: "Office",
    },
  });
  return enter(origin, username, admin.password);
}

/** This many users who read, and create a visit every fifth time, with pauses of only `pause` milliseconds. */
export async function startLoad(
  owner: TestClient,
  origin: string,
  id_project: number,
  { people = 6, pause = 10 } = {},
): Promise<RunningLoad> {
  const acknowledged: number[] = [];
  const failed: string[] = [];
  const goodAt: number[] = [];
  const writtenAt: number[] = [];
  let answered = 0;
  const ending = new AbortController();
  const note = (route: string, status: number, text: string) => {
    answered += 1;
    if (status >= 500) failed.push(`${route}: ${status} ${text}`);
    else goodAt.push(performance.now());
  };
  const person = async (client: TestClient, number: number): Promise<void> => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const isMaking = n % 5 === 0;
      const route = isMaking ? "POST /api/visits" : n % 5 === 1 ? "GET /api/visits" : "GET /api/user";
      const input = isMaking
        ? { body: { id_project, name: `Walk ${number}-${n}`, visit_date: "2026-03-01T08:00:00Z" } }
        : route === "GET /api/visits"
          ? { query: { id_project, per_page: 20 } }
          : {};
      try {
        const { status, body } = await client.raw(route, input);
        note(route, status, status >= 500 ? JSON.stringify(body) : "");
        if (isMaking && status === 201) {
          acknowledged.push((body as { data: { id: number } }).data.id);
          writtenAt.push(performance.now());
        }
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } };
        failed.push(`${route}: ${cause?.code ?? String(error)}`);
      }
      await sleep(pause);
    }
  };
  const clients = await Promise.all(Array.from({ length: people }, () => newcomer(owner, origin)));
  const running = Promise.all(clients.map(person));
  return {
    async end() {
      ending.abort();
      await running;
      return { acknowledged, answered, failed, goodAt, writtenAt };
    },
  };
}
