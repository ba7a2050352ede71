import { setTimeout as sleep } from "node:timers/promises";
import { type RawReply, TestClient } from "../client.ts";
import { admin } from "./installation.ts";

/** What several people did at once through one address. */
export interface Load {
  /** Visits whose making was answered. */
  readonly acknowledged: readonly number[];
  readonly answered: number;
  /** Calls that got no answer, or one that the server was to blame for. */
  readonly failed: readonly string[];
  /** `performance.now()` of each good answer, and of those to what was written. */
  readonly goodAt: readonly number[];
  readonly writtenAt: readonly number[];
}

export interface RunningLoad {
  end(): Promise<Load>;
}

/** Somebody who calls from another address each time: what is tried here is not how much one of them may call. */
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

/** Somebody who has an account, at the node of `origin`. */
export async function enter(origin: string, name: string, password: string): Promise<TestClient> {
  const client = new Crowd(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
  return client;
}

/** The first administrator. Seldom: whoever signs in again and again is asked to solve a puzzle. */
export const signIn = (origin: string) => enter(origin, admin.email, admin.password);

let made = 0;

/** Another administrator, made by `owner`, who comes by `origin`. */
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

/** So many people who look, and make a visit every fifth time, without pause but `pause` milliseconds. */
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
