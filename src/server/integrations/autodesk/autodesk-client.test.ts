import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AutodeskService, application, startAutodeskService } from "#test/autodesk-service/index.ts";
import { readIntegrationEndpoints } from "../endpoints.ts";
import { OutsideFailure } from "../outside-failure.ts";
import { isGrantOver } from "./authentication.ts";
import { type AutodeskClient, createAutodeskClient } from "./autodesk-client.ts";
import type { OutsideEntry } from "./data.ts";
import type { AutodeskKeys } from "./keys.ts";
import { Manifest } from "./manifest.ts";

let service: AutodeskService;
let client: AutodeskClient;
/** Requested waits of the client, in milliseconds. */
const waits: number[] = [];

beforeAll(async () => {
  service = await startAutodeskService();
  client = createAutodeskClient({
    endpoints: service.endpoints,
    longestPause: 60_000,
    pause: async (milliseconds) => void waits.push(milliseconds),
  });
});
afterAll(() => service.close());
beforeEach(() => {
  service.calm();
  waits.length = 0;
});

/** Tokens of a user who consents at once. */
async function signedIn() {
  const verifier = "v".repeat(43);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = Buffer.from(digest).toString("base64url");
  const redirectUri = "http://localhost:8080/api/autodesk/callback";
  const url = client.authorizationUrl(application, {
    state: "state-of-sixteen-and-more",
    challenge,
    redirectUri,
  });
  const back = await fetch(url, { redirect: "manual" });
  const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
  return client.exchange(application, { code, verifier, redirectUri });
}

/** The common flow: sign in, browse down to a file, its model and the drawings, and sign out. */
async function walkThrough(options: {
  readonly client: AutodeskClient;
  readonly keys: AutodeskKeys;
  readonly refresh: string;
  readonly hub?: string;
  readonly project?: string;
}): Promise<string> {
  const { client: asked, keys } = options;
  const { access, refresh, expiresIn } = await asked.refresh(keys, options.refresh, "read");
  expect(expiresIn).toBeGreaterThan(0);
  await expect(asked.refresh(keys, options.refresh, "read")).rejects.toSatisfy(isGrantOver);
  const hubs = await asked.hubs(access);
  const hub = options.hub ?? hubs.items[0]?.id ?? "";
  expect(hubs.items.map(({ id }) => id)).toContain(hub);
  const projects = await asked.projects(access, hub);
  const project = options.project ?? projects.items[0]?.id ?? "";
  expect(await asked.project(access, hub, project)).toEqual(projects.items.find(({ id }) => id === project));
  const top = await asked.topFolders(access, hub, project);
  expect(top.items.length).toBeGreaterThan(0);
  let item: OutsideEntry | undefined;
  for (const folder of top.items) {
    const { items } = await asked.contents(access, project, folder.id);
    item ??= items.find(({ kind, urn }) => kind === "item" && urn !== null);
  }
  if (item !== undefined) {
    const versions = await asked.versions(access, project, item.id);
    expect(versions[0]?.number).toBe(item.version);
    expect((await asked.manifest(access, item.urn ?? "")).status).not.toBe("none");
  }
  const sheets = await asked.sheets(access, project, 5);
  expect(Array.isArray(sheets)).toBe(true);
  return refresh;
}

describe("the client", () => {
  it("browses with a single-use refresh token", async () => {
    const { refresh } = await signedIn();
    const next = await walkThrough({ client, keys: application, refresh });
    await client.revoke(application, next);
    await expect(client.refresh(application, next, "read")).rejects.toSatisfy(isGrantOver);
  });

  it("waits as long as requested, and asks for no more pages than there are", async () => {
    const { access } = await signedIn();
    Object.assign(service.knobs, { busy: 2, retryAfter: 7, pageSize: 2 });
    const before = service.log.length;
    expect((await client.projects(access, "b.harbour")).items).toHaveLength(5);
    expect(waits).toEqual([7000, 7000]);
    expect(service.log.slice(before).map(({ status }) => status)).toEqual([429, 429, 200, 200, 200]);
  });

  it("retries after a growing pause, and then reports that there is no answer", async () => {
    const { access } = await signedIn();
    service.knobs.broken = 1;
    expect((await client.hubs(access)).items).toHaveLength(3);
    service.knobs.drop = 10;
    await expect(client.hubs(access)).rejects.toMatchObject({ trouble: "silent" });
    expect(service.knobs.drop).toBe(6);
    expect(waits.slice(1)).toHaveLength(3);
    expect(waits[3]).toBeGreaterThan(waits[1] ?? 0);
  });

  it("never uses a refresh token twice by itself", async () => {
    const { refresh } = await signedIn();
    Object.assign(service.knobs, { about: "/token", drop: 1 });
    await expect(client.refresh(application, refresh, "read")).rejects.toMatchObject({ trouble: "silent" });
    expect(service.calls("/token").at(-1)?.status).toBe(0);
    expect((await client.refresh(application, refresh, "viewer")).access).not.toBe("");
  });

  it("requests tokens with no more scopes than their purpose needs", async () => {
    const { refresh } = await signedIn();
    const viewer = await client.refresh(application, refresh, "viewer");
    await expect(client.hubs(viewer.access)).rejects.toMatchObject({ status: 403 });
    expect((await client.manifest(viewer.access, "bm90aGluZw")).status).toBe("none");
    const read = await client.refresh(application, viewer.refresh, "read");
    await expect(client.startExport(read.access, "b.tower", "sheet-a-101-1")).rejects.toMatchObject({
      status: 403,
    });
    const writer = await client.refresh(application, read.refresh, "export");
    const job = await client.startExport(writer.access, "b.tower", "sheet-a-101-1");
    const reader = await client.refresh(application, writer.refresh, "read");
    expect(await client.exportState(reader.access, "b.tower", job)).toEqual({ state: "processing" });
    const ready = await client.exportState(reader.access, "b.tower", job);
    if (ready.state !== "ready") throw new Error("not ready");
    const pdf = await buffer(await client.download(ready.url));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("reports an answer of another shape than published", async () => {
    const { access } = await signedIn();
    const odd = createAutodeskClient({
      endpoints: { api: service.origin, profile: `${service.origin}/project/v1/hubs` },
    });
    await expect(odd.account(access)).rejects.toMatchObject({ trouble: "broken" });
  });

  it("fetches files over https alone unless the service is on this machine, and follows no redirects", async () => {
    const outside = createAutodeskClient({ endpoints: readIntegrationEndpoints("").autodesk });
    await expect(outside.download(`${service.origin}/storage/x`)).rejects.toMatchObject({
      trouble: "refused",
    });
    await expect(client.download("file:///etc/hostname")).rejects.toMatchObject({ trouble: "refused" });
    const elsewhere = createServer((_, response) => {
      response.writeHead(302, { location: `${service.origin}/storage/x` }).end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as AddressInfo;
    await expect(client.download(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ trouble: "silent" });
    elsewhere.close();
    await expect(client.download(`${service.origin}/storage/x?Signature=signed`)).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("a refused refresh", () => {
  const failure = (status: number, code: string, text = "no") =>
    new OutsideFailure(`Autodesk: ${text}`, { trouble: "refused", status, code });
  it.each([
    ["OAuth's own form", failure(400, "invalid_grant"), true],
    ["the older form, by its sentence", failure(400, "AUTH-004", "The refresh token has expired"), true],
    ["the older form with 401", failure(401, "AUTH-004", "The refresh_token is not valid"), true],
    ["wrong keys of this site", failure(401, "invalid_client"), false],
    ["something else that is wrong with the call", failure(400, "invalid_scope"), false],
    ["a service that is down", failure(503, "invalid_grant"), false],
  ])("ends the connection or not: %s", (_, error, expected) => {
    expect(isGrantOver(error)).toBe(expected);
  });
});

describe("a manifest", () => {
  it("lists each view once, however many forms of the model contain it, and no children of views", () => {
    const view = (guid: string, role: string) => ({
      guid,
      role,
      type: "geometry",
      name: guid,
      phaseNames: ["New", "Old"],
      children: [{ guid: `${guid}-camera`, type: "view", role }],
    });
    const manifest = Manifest.parse({
      status: "success",
      progress: "complete",
      derivatives: [
        { outputType: "svf", children: [{ type: "folder", children: [view("a", "2d")] }, view("b", "3d")] },
        { outputType: "svf2", children: [view("a", "2d"), view("b", "3d")] },
      ],
    });
    expect(manifest.views).toEqual([
      { guid: "a", name: "a", role: "2d", phase: "New, Old" },
      { guid: "b", name: "b", role: "3d", phase: "New, Old" },
    ]);
  });

  it("with an unknown status counts as being prepared", () => {
    expect(Manifest.parse({ status: "queued" })).toEqual({
      status: "inprogress",
      progress: "",
      messages: [],
      views: [],
    });
  });
});

const live = (name: string) => process.env[`LIVE_AUTODESK_${name}`] ?? "";
const isLive = process.env["INTEGRATION_LIVE"] === "1" && live("REFRESH") !== "";

describe.skipIf(!isLive)(
  "Autodesk itself (INTEGRATION_LIVE=1, LIVE_AUTODESK_ID, _SECRET, _REFRESH, _HUB, _PROJECT)",
  () => {
    it("is browsed in the same way", async () => {
      const next = await walkThrough({
        client: createAutodeskClient({ endpoints: readIntegrationEndpoints("").autodesk }),
        keys: { id: live("ID"), secret: live("SECRET") },
        refresh: live("REFRESH"),
        ...(live("HUB") !== "" && { hub: live("HUB") }),
        ...(live("PROJECT") !== "" && { project: live("PROJECT") }),
      });
      // For the next run, as the given one is used up.
      expect(next).not.toBe(live("REFRESH"));
    });
  },
);
