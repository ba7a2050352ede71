import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { somebody } from "#test/people.ts";
import { captures } from "#web/lib/captures.ts";
import { databaseSteps } from "#web/lib/database-steps.ts";
import { session } from "#web/lib/session.ts";
import { voiceDatabase } from "#web/lib/storage.ts";
import { countUnsentRecordings } from "#web/lib/unsent-recordings.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { MemoryCaches, MemoryDatabases } from "#web/testing/memory-database.ts";
import { says } from "#web/testing/say.ts";
import { LogoutDialog } from "../logout-dialog.tsx";
import { signOut } from "../session-end.ts";

const owner = { ...somebody, id: 7 };
let left: string[];

/** Stores a recording of two pieces, as the recorder does. */
async function record(user: number, target: string): Promise<void> {
  const step = databaseSteps(voiceDatabase, ["pieces"]);
  for (const end of ["00000", "00001", "head"])
    await step("pieces", "readwrite", (store) => store.put(end, `${user}:${target}:${end}`));
}

beforeEach(() => {
  left = [];
  vi.stubGlobal("indexedDB", new MemoryDatabases());
  vi.stubGlobal("caches", new MemoryCaches());
  vi.stubGlobal("location", { pathname: "/projects", search: "", assign: (path: string) => left.push(path) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ data: {} }));
  session.setUser(owner);
});
afterEach(() => {
  session.setUser(undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe.each(["en", "ar"] as const)("the question before a sign-out in %s", (language) => {
  const t = says(language);

  it("names unsent voice notes, removes them, and leaves those of another user", async () => {
    await record(7, "snag 11");
    await record(7, "diary 1 2026-11-03");
    await record(8, "snag 11");
    await captures.keep({ user: 7, text: "Crack", photos: [] });
    await renderIn(language, <LogoutDialog isOpen onClose={() => undefined} />);
    await screen.findByText(t("shell.logout.recordings", { count: 2 }));
    await screen.findByText(t("offline.copies.sign_out.waiting", { count: 1 }));
    act(() => screen.getByRole("button", { name: t("shell.logout.confirm") }).click());
    await waitFor(() => expect(left).toEqual(["/login?logged_out=true"]));
    expect([await countUnsentRecordings(7), await countUnsentRecordings(8)]).toEqual([0, 1]);
    expect(await captures.count(7)).toEqual({ own: 1, others: 0 });
  });
});

it("leaves unsent voice notes on a sign-out that asked nothing", async () => {
  await record(7, "snag 11");
  await signOut();
  expect(await countUnsentRecordings(7)).toBe(1);
});
