import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { PartsClient } from "../tus.ts";

const part = 512 * 1024;

/** A picture of some megabytes: the same panorama, followed by data as some cameras append it. */
export async function grainy(number: number): Promise<Buffer> {
  return Buffer.concat([
    await panorama(),
    Buffer.alloc(2_500_000, number % 251),
    Buffer.from(`no. ${number}`),
  ]);
}

export async function newVisit(client: TestClient, id_project: number, name: string): Promise<number> {
  const body = { id_project, name, visit_date: "2026-03-01T08:00:00Z" };
  return (await client.call("POST /api/visits", { body })).id;
}

export interface Sent {
  /** SHA-256 of every picture whose room was acknowledged. */
  readonly rooms: readonly string[];
  /** Acknowledged bytes that were lost when the server was asked again. */
  readonly lostBytes: number;
  /** Parts, and rooms, that were refused or unanswered, and were sent again. */
  readonly refused: number;
  /** `performance.now()` of each acknowledged part. */
  readonly goodAt: readonly number[];
}

/** Uploads one picture after the other in parts, and resumes at the offset that the server reports. */
export function sendPictures(client: TestClient, origin: string, id_project: number) {
  const parts = new PartsClient(client, origin);
  const rooms: string[] = [];
  const goodAt: number[] = [];
  let [lostBytes, refused] = [0, 0];
  const ending = new AbortController();

  const insist = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const answer = await ask().catch(() => undefined);
      if (answer !== undefined) return answer;
      refused += 1;
      await sleep(250);
    }
  };
  const one = async (number: number, visit: number) => {
    const content = await grainy(number);
    const id = await insist(() => parts.begun(visit, content.length));
    let acknowledged = 0;
    while (acknowledged < content.length) {
      const reply = await parts
        .part(id, acknowledged, content.subarray(acknowledged, acknowledged + part))
        .catch(() => undefined);
      if (reply?.status === 204) {
        acknowledged = Number(reply.headers.get("upload-offset"));
        goodAt.push(performance.now());
        continue;
      }
      refused += 1;
      await sleep(250);
      const offset = await insist(() => parts.offset(id));
      lostBytes += Math.max(0, acknowledged - offset);
      acknowledged = offset;
    }
    await insist(async () => ((await parts.finish(id, visit)).status === 201 ? true : undefined));
    rooms.push(createHash("sha256").update(content).digest("hex"));
  };
  const run = async () => {
    for (let number = 1, visit = 0; !ending.signal.aborted; number += 1) {
      if (number % 8 === 1) visit = await insist(() => newVisit(client, id_project, `Walk ${number}`));
      await one(number, visit);
    }
  };
  const running = run();
  return {
    goodAt,
    /** Ends after the current picture. */
    async end(): Promise<Sent> {
      ending.abort();
      await running;
      return { rooms, lostBytes, refused, goodAt };
    },
  };
}

export interface Looked {
  /** Milliseconds of each response. */
  readonly took: readonly number[];
  readonly failed: number;
}

/** Users who view pages without objects, one call each in so many milliseconds. */
export function look(client: TestClient, { people = 4, pause = 40 } = {}) {
  let took: number[] = [];
  let failed = 0;
  const ending = new AbortController();
  const person = async (number: number) => {
    while (!ending.signal.aborted) {
      const begin = performance.now();
      const ask = number % 2 === 0 ? client.raw("GET /api/user") : client.raw("GET /api/projects");
      const status = await ask.then(
        (reply) => reply.status,
        () => 0,
      );
      took.push(performance.now() - begin);
      if (status !== 200) failed += 1;
      await sleep(pause);
    }
  };
  const running = Promise.all(Array.from({ length: people }, (_, number) => person(number)));
  return {
    /** Observations since the last call. */
    since(): Looked {
      const seen = { took, failed };
      took = [];
      failed = 0;
      return seen;
    },
    async end(): Promise<void> {
      ending.abort();
      await running;
    },
  };
}

/** The 99th percentile. */
export const p99 = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0;
