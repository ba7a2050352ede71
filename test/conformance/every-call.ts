import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import type { Route } from "#contract/index.ts";
import type { RawReply } from "../client.ts";
import { someOf, turnOfCommit } from "../every-case.ts";
import { callSample } from "./call-sample.ts";
import { absent, aimedAtAnother, codeOf, deniedStatus, expectedRefusal, ofOthers } from "./expected.ts";
import { leavesEntry, Stage } from "./stage.ts";
import { unrecorded } from "./unrecorded.ts";
import { bytesOf } from "./upload-bytes.ts";
import { type RoleName, roles } from "./world.ts";

type Call = readonly [Route, Endpoint];

/** Milliseconds, for a call that hangs. */
const PATIENCE = 240_000;
const isChange = (route: Route) => !route.startsWith("GET ");

/**
 * Tests calls as every role that is refused and as the first one that is permitted (`testStrongerRoles`: as the
 * others), on known, foreign, deleted and missing records, with valid and malformed input.
 */
export function testCalls(calls: readonly Call[]): void {
  const stage = startStage();

  describe.each(calls)("%s", (route, endpoint) => {
    const [, ...stronger] = permitted([route, endpoint]);
    testRoles(
      stage,
      [route, endpoint],
      roles.filter((role) => !stronger.includes(role)),
    );
    if (typeof endpoint.access !== "string")
      it(
        "refuses a stranger's record, a deleted and a missing one as not found",
        async () => {
          await tryOthersRecords(stage(), [route, endpoint]);
        },
        PATIENCE,
      );
    if (isChange(route))
      it("refuses a call without the anti-forgery token and changes nothing", async () => {
        await tryWithoutToken(stage(), route);
      });
    testMalformed(stage, route, { turn: turnOf(calls, route), count: 1 });
  });

  it(
    "leaves an audit entry for every change and every download, except for those with a stated reason",
    () => expectEntries(stage(), calls),
    PATIENCE,
  );
}

/**
 * Tests calls as a third of their permitted roles but the first, which `testCalls` makes: other ones with another commit,
 * all with `EVERY_CASE=1`.
 */
export function testStrongerRoles(calls: readonly Call[]): void {
  const stageOf = startStage();
  describe.each(calls.filter((call) => permitted(call).length > 1))("%s", (...call) => {
    const [, ...stronger] = permitted(call);
    const turn = turnOf(calls, call[0]) + turnOfCommit;
    testRoles(stageOf, call, someOf(stronger, turn, Math.ceil(stronger.length / 3)));
  });
}

/** Sends each call more malformed input than `testCalls`, and unusual files. */
export function testUnusualInput(calls: readonly Call[]): void {
  const stageOf = startStage();
  describe.each(calls)("%s", (route, endpoint) => {
    if (endpoint.upload !== undefined) testUpload(stageOf, route, endpoint);
    testMalformed(stageOf, route, { turn: turnOf(calls, route), count: 3 });
  });
}

const turnOf = (calls: readonly Call[], route: Route) => calls.findIndex(([one]) => one === route) + 1;

function startStage(): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  }, PATIENCE);
  afterAll(() => stage.end());
  return () => stage;
}

function testRoles(stage: () => Stage, call: Call, some: readonly RoleName[]): void {
  it.each(some)(
    "lets %s do in a known project exactly what the contract allows",
    (role) => tryRole(stage(), call, role),
    PATIENCE,
  );
}

interface Share {
  readonly turn: number;
  /** Number of bodies and of ids for each call. */
  readonly count: number;
}

function testMalformed(stage: () => Stage, route: Route, share: Share): void {
  it(
    "answers malformed input with a clear refusal, never with a server fault",
    () => tryMalformed(stage(), route, share),
    PATIENCE,
  );
}

const refusalOf = ([route, endpoint]: Call, role: RoleName) =>
  aimedAtAnother.includes(route) && role === "owner"
    ? "NOT_FOUND"
    : expectedRefusal(endpoint, role, isChange(route));

const permitted = (call: Call) => roles.filter((role) => refusalOf(call, role) === undefined);

async function tryRole(stage: Stage, [route, endpoint]: Call, role: RoleName): Promise<void> {
  const { places, recorded } = stage;
  const refusal = refusalOf([route, endpoint], role);
  const place = await (refusal === undefined ? places.for(route) : places.lasting());
  const isCounted = refusal === undefined && leavesEntry(route, endpoint) && !recorded.has(route);
  const entries = isCounted ? await stage.countEntries() : 0;
  const reply = await callSample(stage.world.clients[role], route, stage.sampleOf(route, place));
  stage.called.add(route);
  if (isCounted && reply.status < 300 && (await stage.countEntries()) > entries) recorded.add(route);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
  if (refusal === undefined) {
    expect([401, 403, 404], JSON.stringify(reply.body)).not.toContain(deniedStatus(route, role, reply));
    await stage.makeGood(route, role);
  } else
    expect({ status: reply.status, code: codeOf(reply) }).toEqual({
      status: errors[refusal].status,
      code: refusal,
    });
}

async function tryOthersRecords(stage: Stage, [route, { access }]: Call): Promise<void> {
  if (typeof access === "string") return;
  const { world } = stage;
  const { owner, stranger } = world.clients;
  const place = await stage.places.lasting();
  for (const client of [owner, stranger]) {
    const other = await callSample(client, route, stage.sampleOf(route, world.stranger));
    expect(codeOf(other), JSON.stringify(other.body)).toBe(ofOthers(access));
    for (const nowhere of [world.deleted, world.missing]) {
      const reply = await callSample(client, route, stage.sampleOf(route, nowhere));
      expect(codeOf(reply), JSON.stringify(reply.body)).toBe(absent(access));
    }
  }
  const foreign = await callSample(stranger, route, stage.sampleOf(route, place));
  expect(codeOf(foreign)).toBe(ofOthers(access));
}

async function tryWithoutToken(stage: Stage, route: Route): Promise<void> {
  const { owner } = stage.world.clients;
  const sample = stage.sampleOf(route, await stage.places.lasting());
  const { url, method } = owner.address(route, sample);
  const headers = { cookie: owner.cookie(), "content-type": "application/json" };
  const response = await fetch(url, { method, headers, body: JSON.stringify(sample.body ?? {}) });
  expect(response.status).toBe(419);
}

function testUpload(stage: () => Stage, route: Route, { access, upload }: Endpoint): void {
  it(
    "accepts a file whose name holds control characters like any other",
    async () => {
      const { world, places } = stage();
      const client = world.clients[access === "super_admin" ? "super_admin" : "owner"];
      const replies: RawReply[] = [];
      for (const name of ["site.bin", "si\u0000te\u0001\u001f\u007f\u0085.bin"]) {
        const sample = stage().sampleOf(route, await places.for(route));
        const files: Record<string, { name: string; bytes: Uint8Array }> = {};
        for (const [field, { accept }] of Object.entries(upload ?? {}))
          files[field] = { name, bytes: await bytesOf(accept) };
        const fields = (sample.body ?? {}) as Record<string, string>;
        replies.push(await client.upload(route, fields, files, sample));
      }
      const [plain, hostile] = replies;
      // Some calls accept no file with the rest of their sample and refuse it with an error.
      const isTaken = stage().sampleOf(route, world.missing).files !== undefined;
      expect(plain?.status, JSON.stringify(plain?.body)).toBeLessThan(isTaken ? 300 : 500);
      expect(hostile?.status, JSON.stringify(hostile?.body)).toBe(plain?.status);
      const [after, before] = [hostile, plain].map((reply) => JSON.stringify(reply?.body));
      expect(after).not.toMatch(/\\u00[01]|[\u007f-\u009f]/);
      expect(after?.includes("site.bin")).toBe(before?.includes("site.bin"));
    },
    PATIENCE,
  );

  it("refuses a NUL in a text field beside a file, as it refuses one in JSON", async () => {
    const sample = stage().sampleOf(route, await stage().places.lasting());
    const fields = { ...(sample.body as Record<string, string> | undefined), name: "si\u0000te" };
    const reply = await stage().world.clients.owner.upload(route, fields, {}, sample);
    if (access !== "super_admin")
      expect({ status: reply.status, code: codeOf(reply) }).toEqual({ status: 400, code: "BAD_REQUEST" });
  });
}

const deep = JSON.parse(`${"[".repeat(17)}${"]".repeat(17)}`) as unknown;
const hostileBodies: readonly unknown[] = [
  null,
  [],
  "text",
  12,
  { id_project: "12; drop table users", name: { $gt: "" }, id: [1] },
  { id_project: 1e300, id_visit: -1, id_room: 1.5, name: 12, visit_date: {}, starred: "perhaps" },
  { name: "x".repeat(100_000) },
  { name: "\u0000" },
  deep,
];
const hostileIds = [
  "0",
  "-1",
  "1e3",
  "9007199254740993",
  "99999999999999999999",
  "../../etc/passwd",
  "%00",
  "'",
  "\u0000",
];

/** All calls share the same parser: each gets a few inputs in rotation, and together they cover all many times. */
async function tryMalformed(stage: Stage, route: Route, { turn, count }: Share): Promise<void> {
  const { owner } = stage.world.clients;
  const sample = stage.sampleOf(route, await stage.places.for(route));
  for (const body of isChange(route) ? someOf(hostileBodies, turn, count) : []) {
    const reply = await owner.raw(route, { ...sample, body });
    expect(reply.status, `${JSON.stringify(body)?.slice(0, 80)}: ${JSON.stringify(reply.body)}`).toBeLessThan(
      500,
    );
  }
  // A call without either has nothing to malform there.
  const isAimed = sample.query !== undefined || sample.params !== undefined;
  for (const id of isAimed ? someOf(hostileIds, turn, count) : []) {
    const query = Object.fromEntries(Object.keys(sample.query ?? {}).map((name) => [name, id]));
    const params = Object.fromEntries(Object.keys(sample.params ?? {}).map((name) => [name, id]));
    const reply = await owner.raw(route, { ...sample, query, params });
    expect(reply.status, `${id}: ${JSON.stringify(reply.body)}`).toBeLessThan(500);
  }
  await stage.makeGood(route, "owner");
}

async function expectEntries(stage: Stage, calls: readonly Call[]): Promise<void> {
  const { called, recorded } = stage;
  const own = calls.filter(([route, endpoint]) => leavesEntry(route, endpoint));
  // A partial run of the tests skips this check.
  if (!own.every(([route]) => called.has(route))) return;
  // The first permitted role's sample may be refused for another reason than its rights.
  for (const [route, endpoint] of own)
    if (!recorded.has(route) && unrecorded[route] === undefined)
      if (await leavesEntryAgain(stage, [route, endpoint])) recorded.add(route);
  // An earlier call may have written its entry late.
  for (const [route, endpoint] of own)
    if (recorded.has(route) && unrecorded[route] !== undefined)
      if (!(await leavesEntryAgain(stage, [route, endpoint]))) recorded.delete(route);
  const silent = own.map(([route]) => route).filter((route) => !recorded.has(route));
  const stated = own.map(([route]) => route).filter((route) => unrecorded[route] !== undefined);
  expect(silent.toSorted()).toEqual(stated.toSorted());
}

/** Whether it leaves an entry when each permitted role makes the call once more. */
async function leavesEntryAgain(stage: Stage, [route, endpoint]: Call): Promise<boolean> {
  for (const role of roles) {
    if (expectedRefusal(endpoint, role, isChange(route)) !== undefined) continue;
    const place = await stage.places.for(route);
    const entries = await stage.countEntries();
    const { status } = await callSample(stage.world.clients[role], route, stage.sampleOf(route, place));
    const isLonger = (await stage.countEntries()) > entries;
    await stage.makeGood(route, role);
    if (status < 300 && isLonger) return true;
  }
  return false;
}
