import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { createFormatter } from "#web/lib/format.ts";
import { session } from "#web/lib/session.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { findingsOf } from "./findings.ts";
import type { Overview } from "./system.queries.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const superAdmin = { ...person, role: "super_admin" as const, super_admin: true };

const well: Overview = {
  at: "2026-11-20T09:00:00.000Z",
  version: "2.2",
  nodes: [
    {
      id: "a",
      name: "site-office",
      role: "all",
      version: "2.2",
      started_at: "2026-11-20T06:00:00.000Z",
      seen_at: "2026-11-20T08:59:59.000Z",
      is_self: true,
    },
  ],
  clock: { skew_seconds: 0, is_right: true },
  database: {
    version: "18.4",
    bytes: 40 * 2 ** 20,
    connections: 12,
    connections_max: 100,
    milliseconds: 0.4,
    replicas: [],
  },
  queues: [],
  failed: [],
  storage: { kind: "disk", place: "/srv/sitewalk", free_bytes: 2 ** 36, total_bytes: 2 ** 37 },
  backup: { last: { at: "2026-11-20T03:00:00.000Z", bytes: 2 ** 30 }, failed: null },
  mail: { is_on: true, trouble: null },
  outside: [],
  media: { ffmpeg: "7.0.2" },
  search: { knows_arabic: true, entries: 5000 },
};

const failed = {
  id: "8a4de1f0-3b1c-4a52-9f0e-5a7c0c1d2e3f",
  queue: "exports.build",
  at: "2026-11-20T08:00:00.000Z",
  reason: "There is no space left.",
};
const ill: Overview = {
  ...well,
  failed: [failed],
  queues: [{ name: "exports.build", waiting: 3, later: 0, active: 1, failed: 1, oldest_seconds: 900 }],
  storage: { ...well.storage, free_bytes: 400 * 2 ** 20 },
};

async function open(language: "en" | "ar", overview: () => ReturnType<typeof ok>, more: Answers = {}) {
  opened = await openScreen("/system", language, {
    "GET /api/user": () => ok(superAdmin),
    "GET /api/system/overview": overview,
    "POST /api/system/jobs/{id}/again": () => ok({}),
    ...more,
  });
  session.setUser(superAdmin);
  return opened;
}

/** Text of the other direction is surrounded by direction marks. */
const plain = (text: string | null) => (text ?? "").replaceAll(/[\u200e\u200f\u2066-\u2069\u061c]/g, "");

describe.each(["en", "ar"] as const)("system status in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);
  const bytes = createFormatter(language).bytes(400 * 2 ** 20);

  it("says that all is well when it is, and offers the diagnosis", async () => {
    await open(language, () => ok(well));
    await screen.findByRole("heading", { name: text("system.title"), level: 1 });
    expect(await screen.findByText(text("system.findings.none"))).toBeDefined();
    expect(screen.getByText("site-office")).toBeDefined();
    const link = screen.getByRole("link", { name: text("system.diagnosis") });
    expect(link.getAttribute("href")).toBe("/api/system/diagnosis");
  });

  it("lists problems first, and retries a failed job", async () => {
    let shown = ill;
    const { api, user } = await open(language, () => ok(shown));
    const list = await screen.findByText(
      (_, node) =>
        node?.tagName === "STRONG" &&
        plain(node.textContent) === plain(text("system.findings.disk_full.title", { bytes })),
    );
    expect(plain(list.closest("section")?.textContent ?? "")).toContain(
      plain(text("system.findings.failed_jobs.title", { n: "1" })),
    );
    expect(screen.getByText(failed.reason)).toBeDefined();
    shown = well;
    await user.click(screen.getByRole("button", { name: `${text("system.failed.again")} exports.build` }));
    expect(await screen.findByText(text("system.failed.begun"))).toBeDefined();
    expect(api.calls("POST /api/system/jobs/{id}/again")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(failed.reason)).toBeNull());
  });

  it("says so when the job no longer exists", async () => {
    const { user } = await open(language, () => ok(ill), {
      "POST /api/system/jobs/{id}/again": () => refuse(404, "NOT_FOUND", ""),
    });
    await user.click(
      await screen.findByRole("button", { name: `${text("system.failed.again")} exports.build` }),
    );
    expect(await screen.findByText(text("system.failed.not_begun"))).toBeDefined();
  });
});

describe("findings", () => {
  const kinds = (change: Partial<Overview>) => findingsOf({ ...well, ...change }).map(({ kind }) => kind);
  const disk = (share: number) => ({
    storage: { ...well.storage, free_bytes: well.storage.total_bytes * share },
  });
  const queue = { name: "media.sweep", waiting: 1, later: 0, active: 0, failed: 0 };
  const [node] = well.nodes;

  it.each<[string[], Partial<Overview>]>([
    [[], {}],
    [["disk_low"], disk(0.09)],
    [["disk_low"], disk(0.02)],
    [["disk_full"], disk(0.003)],
    [["jobs_wait"], { queues: [{ ...queue, oldest_seconds: 301 }] }],
    [[], { queues: [{ ...queue, oldest_seconds: 300 }] }],
    [["clock"], { clock: { skew_seconds: -7200, is_right: false } }],
    [["backup_none"], { backup: { last: null, failed: null } }],
    [["backup_old"], { backup: { last: { at: "2026-11-18T08:00:00.000Z", bytes: 1 }, failed: null } }],
    [["backup_failed"], { backup: { ...well.backup, failed: { at: well.at, reason: "away" } } }],
    [["connections"], { database: { ...well.database, connections: 81 } }],
    [["replica"], { database: { ...well.database, replicas: [{ name: "b", lag_seconds: 61 }] } }],
    [["mail"], { mail: { is_on: true, trouble: { at: null, reason: "busy" } } }],
    [["outside"], { outside: [{ kind: "tool", name: "trello", trouble: { at: null, reason: "reauth" } }] }],
    [["arabic"], { search: { knows_arabic: false, entries: 0 } }],
    [["ffmpeg"], { media: { ffmpeg: null } }],
    [["no_worker"], { nodes: node ? [{ ...node, role: "web" }] : [] }],
    [["versions"], { nodes: node ? [node, { ...node, id: "b", version: "2.3" }] : [] }],
  ])("are %j", (expected, change) => {
    expect(kinds(change)).toEqual(expected);
  });
});
