import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { somebody } from "#test/people.ts";
import { soon } from "#test/soon.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { startLanguage } from "#web/lib/language.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { SettingUp } from "./loading.tsx";
import { setUp } from "./set-up.ts";
import { Waiting } from "./waiting.tsx";

/** Requests to the server that are not answered yet. */
let waiting: Map<string, (data: unknown) => void>;

beforeEach(() => {
  waiting = new Map();
  session.setUser(undefined);
  session.setSettings(null);
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (url) =>
      new Promise((resolve) =>
        waiting.set(url as string, (data) => resolve(Response.json({ status: "success", data }))),
      ),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  session.setUser(undefined);
  session.setSettings(null);
});

const answer = (path: string, data: unknown) => act(async () => waiting.get(path)?.(data));

describe("before the first screen", () => {
  it("covers the page until the language has loaded, then until the screen has, and counts completed steps", async () => {
    const first = await renderIn("en", <Waiting />);
    const started = startLanguage();
    await soon(() => expect(waiting.has("/api/translations/en")).toBe(true));
    const overlay = screen.getByText("Loading language settings...").closest("output");
    expect(overlay?.className).toContain("fixed inset-0");

    const ready = setUp();
    const { unmount } = await renderIn("en", <SettingUp />);
    expect(screen.getByText("Setting up your dashboard...")).toBeDefined();
    expect(screen.getByText("Step 1 of 3")).toBeDefined();
    await soon(() => expect(waiting.has("/api/settings")).toBe(true));
    await answer("/api/settings", publicSettings);
    await screen.findByText("Step 2 of 3");
    await answer("/api/translations/en", await textsOf("en"));
    await act(() => started);
    await screen.findByText("Step 3 of 3");
    expect(screen.queryByText("Loading language settings..."), "the texts are there").toBeNull();
    expect(screen.getByText("Loading...")).toBeDefined();
    await answer("/api/user", somebody);
    await act(() => ready);
    expect(session.user()).toMatchObject({ id: somebody.id });
    expect(screen.getByText("Step 3 of 3"), "and never more than there are").toBeDefined();
    unmount();
    first.unmount();
  });
});
