import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { say } from "#web/testing/say.ts";
import { aHit, searchAnswers } from "../testing.ts";

const things = [
  aHit({ id: 1, title: "Tower B" }),
  aHit({ id: 2, title: "Tower C", type: "visit", url: "/project/2" }),
];

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
/** A phone, and its reduced motion preference. */
let wants = { lessMotion: false };
const desktop = globalThis.matchMedia;

beforeEach(() => {
  wants = { lessMotion: false };
  globalThis.matchMedia = (query) =>
    Object.assign(desktop(query), {
      matches: query.includes("width <") || (query.includes("reduced-motion") && wants.lessMotion),
    });
});
afterEach(async () => {
  vi.useRealTimers();
  await opened?.close();
  opened = undefined;
  globalThis.matchMedia = desktop;
  history.replaceState(null, "");
});

async function open(language: Language = "en", memory = {}) {
  opened = await openScreen("/projects", language, searchAnswers(things, memory));
  const button = await screen.findByRole("button", { name: say("search.open") });
  await opened.user.click(button);
  const field = await screen.findByRole<HTMLInputElement>("combobox");
  return { ...opened, field, button };
}
const overlay = () => screen.queryByRole("dialog", { name: say("search.label") });

describe("search on phones", () => {
  it("opens over the whole screen by a button of the top bar, with the field focused", async () => {
    const { field } = await open();
    expect(overlay()).not.toBeNull();
    expect(document.activeElement).toBe(field);
    expect(field.placeholder).toBe("Search projects, visits, videos, cameras...");
  });

  it("closes after a selection, whose screen replaces it in the history", async () => {
    const { field, user, path } = await open();
    const steps = history.length;
    await user.type(field, "tower");
    await user.click(await screen.findByRole("option", { name: /Tower C/ }));
    await waitFor(() => expect(path()).toBe("/project/2"));
    await waitFor(() => expect(overlay()).toBeNull());
    expect(history.length).toBe(steps);
  });

  it("stays open while field and results are touched, and closes by a tap outside", async () => {
    const { field, user, path } = await open();
    await user.click(field);
    await user.type(field, "tower");
    await screen.findAllByRole("option");
    await user.click(screen.getByRole("listbox"));
    expect(overlay()).not.toBeNull();
    // Behind the results is the surface of the dialog.
    const surface = overlay()?.parentElement?.parentElement;
    await user.click(surface ?? document.body);
    await waitFor(() => expect(overlay()).toBeNull());
    expect(path()).toBe("/projects");
  });

  it.each([
    ["its button", async () => opened?.user.click(screen.getByRole("button", { name: say("common.close") }))],
    ["Escape", async () => opened?.user.keyboard("{Escape}")],
    ["the way back of the browser", async () => history.back()],
  ])("closes by %s, on the same screen", async (_, close) => {
    const { path } = await open();
    await close();
    await waitFor(() => expect(overlay()).toBeNull());
    expect(path()).toBe("/projects");
    expect(screen.getByRole("heading", { level: 1, name: say("shell.titles.projects") })).toBeDefined();
  });

  it("closes within 300 ms: at 299 it is still there", async () => {
    await open();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await act(async () => {
      const left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      history.back();
      await left;
    });
    await act(() => vi.advanceTimersByTimeAsync(0));
    act(() => void vi.advanceTimersByTime(299));
    expect(overlay()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(overlay()).toBeNull();
  });

  it("closes immediately with reduced motion", async () => {
    wants.lessMotion = true;
    await open();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await act(async () => {
      const left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      history.back();
      await left;
    });
    await act(() => vi.advanceTimersByTimeAsync(0));
    act(() => void vi.advanceTimersByTime(1));
    expect(overlay()).toBeNull();
  });

  it("offers earlier search terms, and removes them on request", async () => {
    const { user, field, api } = await open("en", { recent: ["tower", "pier"], popular: ["crane"] });
    await user.click(
      await screen.findByRole("button", { name: say("search.recent.remove", { term: "pier" }) }),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "pier" })).toBeNull());
    expect(api.calls("DELETE /api/search/recent").map(({ query }) => query.get("q"))).toEqual(["pier"]);
    expect(screen.getByRole("button", { name: "crane" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "tower" }));
    expect(field.value).toBe("tower");
    expect(await screen.findAllByRole("option")).toHaveLength(2);
  });

  it("is available in Arabic", async () => {
    const { user, field } = await open("ar");
    await user.type(field, "zeppelin");
    await screen.findByText(say("search.none"));
  });
});
