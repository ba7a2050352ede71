import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { captures } from "#web/lib/captures.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import { type OfflineCopy, offlineCopies, thisBuild } from "#web/lib/offline-copies.ts";
import type { Copied } from "#web/lib/worker-message.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { MemoryCaches, MemoryDatabases } from "#web/testing/memory-database.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { type Collected, collectCopy } from "./collect.ts";
import { measureCopy } from "./measure.ts";
import { CopyFullError, saveCopy } from "./save-copy.ts";
import type { CopyWorker } from "./worker-calls.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
beforeEach(() => {
  vi.stubGlobal("indexedDB", new MemoryDatabases());
  vi.stubGlobal("caches", new MemoryCaches());
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  vi.unstubAllGlobals();
});

const signal = new AbortController().signal;
const collected = (files: Partial<Collected["files"]>): Collected => ({
  project: aProject(),
  answers: [{ key: ["projects", "one", "1"], data: "saved", at: 1 }],
  files: { plans: [], snags: [], visit: [], other: [], tiles: [], ...files },
  answerBytes: { plans: 0, snags: 0, visit: 0, other: 100, tiles: 0 },
  facts: { snags: 3, rooms: 2, sheets: 1, visit: "k3x9" },
});

/** A worker that stores everything, ten bytes a file. */
function aWorker(change: (addresses: readonly string[]) => Partial<Copied> = () => ({})) {
  const asked: string[] = [];
  const worker: CopyWorker = {
    async copy(addresses) {
      asked.push(...addresses);
      const files = addresses.map((name) => ({ name, bytes: 10 }));
      return { files, failed: [], isFull: false, ...change(addresses) };
    },
    measure: async (addresses) => addresses.map((address) => (address.includes("large") ? 1000 : 10)),
    copyViewer: async () => true,
  };
  return { worker, asked };
}

const options = (files: Partial<Collected["files"]>, worker: CopyWorker) => ({
  user: person.id,
  collected: collected(files),
  isFull: false,
  worker,
  signal,
  onProgress: () => undefined,
});

describe("saving a project", () => {
  it("stores its files and responses, and full-resolution tiles only on request", async () => {
    const { worker, asked } = aWorker();
    const shares: number[] = [];
    const files = { plans: ["/media/plan"], tiles: ["/media/tile"] };
    const copy = await saveCopy({
      ...options(files, worker),
      onProgress: (share) => shares.push(share),
    });
    expect(asked).toEqual(["/media/plan"]);
    expect(copy).toMatchObject({ bytes: 110, files: ["/media/plan"], failed: 0, snags: 3, visit: "k3x9" });
    expect(shares.at(-1)).toBe(1);
    expect(await offlineCopies.list(person.id)).toEqual([copy]);
    await saveCopy({ ...options(files, worker), isFull: true });
    expect(asked).toContain("/media/tile");
  });

  it("leaves out a file that fails, and counts it", async () => {
    const { worker } = aWorker((addresses) => ({
      files: addresses.filter((one) => one !== "/media/bad").map((name) => ({ name, bytes: 10 })),
      failed: addresses.filter((one) => one === "/media/bad"),
    }));
    const copy = await saveCopy(options({ plans: ["/media/good", "/media/bad"] }, worker));
    expect([copy.files, copy.failed]).toEqual([["/media/good"], 1]);
  });

  it("stores nothing on a full device, and leaves an earlier copy as it was", async () => {
    const before = await saveCopy(options({ plans: ["/media/plan"] }, aWorker().worker));
    const { worker } = aWorker(() => ({ files: [], isFull: true }));
    await expect(saveCopy(options({ plans: ["/media/new"] }, worker))).rejects.toThrow(CopyFullError);
    expect(await offlineCopies.list(person.id)).toEqual([before]);
  });

  it("stores nothing when it is stopped", async () => {
    const stop = new AbortController();
    const { worker } = aWorker(() => {
      stop.abort();
      return {};
    });
    const saving = saveCopy({ ...options({ plans: ["/media/plan"] }, worker), signal: stop.signal });
    await expect(saving).rejects.toBeDefined();
    expect(await offlineCopies.list(person.id)).toEqual([]);
  });

  it("estimates the size of a group from some of its files", async () => {
    const plans = Array.from({ length: 100 }, (_, at) => `/media/large-${at}`);
    const sizes = await measureCopy(collected({ plans, other: ["/media/one"] }), aWorker().worker, signal);
    expect(sizes).toEqual({ plans: 100_000, snags: 0, visit: 0, other: 110, tiles: 0 });
  });
});

describe("collecting a project", () => {
  const answers: Answers = {
    "GET /api/projects/1": () => ok(aProject()),
    "GET /api/maps": () => refuse(403, "SHEET_VIEW_DENIED", "no"),
  };
  const part: CopyPart = async ({ load, files, note }) => {
    const { call } = await import("#web/lib/client.ts");
    const sheets = await load({
      queryKey: ["sheets", "list", 1],
      queryFn: () => call("GET /api/maps", { query: { id_project: 1 } }, { toast: false }),
    });
    files("plans", ["/media/a", null, "/media/a", "https://elsewhere.example/b"]);
    note({ sheets: sheets?.length ?? 0 });
  };

  it("takes each own file once, and leaves out what the server refuses", async () => {
    opened = await openScreen("/offline", "en", answers);
    const found = await collectCopy(1, [part], signal);
    expect(found.files.plans).toEqual(["/media/a"]);
    expect(found.answers).toEqual([]);
    expect(found.facts.sheets).toBe(0);
  });
});

const aCopy: OfflineCopy = {
  user: person.id,
  project: 1,
  name: "Palm Court Villa",
  build: thisBuild(),
  at: Date.now() - 2 * 3_600_000,
  bytes: 24 * 1024 * 1024,
  files: [],
  failed: 0,
  snags: 12,
  rooms: 8,
  sheets: 2,
  visit: "k3x9",
  isFull: false,
};

describe.each(["en", "ar"] as const)("the list of saved projects in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);

  it("says what to do while there is none", async () => {
    opened = await openScreen("/offline", language, {});
    await screen.findByText(t("offline.copies.screen.empty_title"));
    const link = screen.getByRole("link", { name: t("offline.copies.screen.to_projects") });
    expect(link.getAttribute("href")).toBe("/projects");
  });

  it("shows age, size and content, and removes a project after a question", async () => {
    await offlineCopies.write(aCopy, []);
    opened = await openScreen("/offline", language, {});
    const link = await screen.findByRole("link", { name: "Palm Court Villa" });
    expect(link.getAttribute("href")).toBe("/project/1");
    screen.getByText(t("offline.copies.snags", { count: 12 }), { exact: false });
    screen.getByText(t("offline.copies.rooms", { count: 8 }), { exact: false });
    await opened.user.click(
      screen.getByRole("button", { name: `${t("offline.copies.remove")}: Palm Court Villa` }),
    );
    const question = await screen.findByRole("alertdialog");
    await opened.user.click(within(question).getByRole("button", { name: t("offline.copies.remove") }));
    await screen.findByText(t("offline.copies.screen.empty_title"));
    expect(await offlineCopies.list(person.id)).toEqual([]);
  });

  it("says what is wrong with a copy: missing files, another version", async () => {
    await offlineCopies.write({ ...aCopy, failed: 3, build: "/assets/older.js" }, []);
    opened = await openScreen("/offline", language, {});
    await screen.findByText(t("offline.copies.failed", { count: 3 }));
    screen.getByText(t("offline.copies.other_version"));
  });

  it("names a page that is not on this device, and offers the way to it", async () => {
    opened = await openScreen("/offline?missing=%2Fviewer%2Fk3x9", language, {});
    await screen.findByText(t("offline.copies.screen.missing_title"));
    const link = screen.getByRole("link", { name: t("offline.copies.screen.missing_retry") });
    expect(link.getAttribute("href")).toBe("/viewer/k3x9");
  });

  it("shows own items from the locked screen, and of other users the number alone", async () => {
    await captures.keep({ user: person.id, text: "Crack in stairs 2", photos: [] });
    await captures.keep({ user: 99, text: "not for these eyes", photos: [] });
    opened = await openScreen("/offline", language, {});
    await screen.findByText("Crack in stairs 2");
    screen.getByText(t("offline.copies.captures.others", { count: 1 }));
    expect(screen.queryByText("not for these eyes")).toBeNull();
    await opened.user.click(
      screen.getByRole("button", { name: `${t("offline.copies.captures.delete")}: Crack in stairs 2` }),
    );
    const question = await screen.findByRole("alertdialog");
    await opened.user.click(
      within(question).getByRole("button", { name: t("offline.copies.captures.delete") }),
    );
    await waitFor(() => expect(screen.queryByText("Crack in stairs 2")).toBeNull());
  });

  it("names saved projects and unsent items before a sign-out", async () => {
    await offlineCopies.write(aCopy, []);
    await captures.keep({ user: person.id, text: "Crack", photos: [] });
    opened = await openScreen("/offline", language, {});
    await opened.user.click(
      await screen.findByRole("button", { name: new RegExp(t("shell.user_menu.label")) }),
    );
    await opened.user.click(await screen.findByRole("menuitem", { name: t("shell.user_menu.logout") }));
    await screen.findByText(t("offline.copies.sign_out.removed", { names: "Palm Court Villa" }));
    await screen.findByText(t("offline.copies.sign_out.waiting", { count: 1 }));
  });
});
