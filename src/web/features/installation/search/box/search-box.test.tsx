import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { setContinued } from "#web/features/media/offline/continued.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { say, says } from "#web/testing/say.ts";
import { aHit, searchAnswers } from "../testing.ts";

const tower = aHit({ id: 1, title: "Tower B", code: "prjTowerB1" });
const week = aHit({ id: 2, type: "visit", title: "Week 11, tower", url: "/project/2", context: "Tower B" });
const video = aHit({ id: 3, type: "video", title: "Tower from the air", url: "/project/3" });
const camera = aHit({ id: 4, type: "camera", title: "Camera at the tower", url: "/project/4" });
const things = [tower, week, video, camera];
const many = Array.from({ length: 12 }, (_, at) => aHit({ id: at + 1, title: `Hall ${at + 1}` }));

// In tests without a server the user has chosen to continue without a connection.
beforeEach(() => setContinued(true));
afterAll(() => setContinued(false));

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await opened?.close();
  opened = undefined;
});

async function open(answers: Answers = searchAnswers(things), language: Language = "en") {
  opened = await openScreen("/projects", language, answers);
  const box = await screen.findByRole<HTMLInputElement>("combobox");
  return { ...opened, box, api: opened.api };
}
const rows = () => screen.queryAllByRole("option");
const titles = () => rows().map((row) => row.textContent);
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;

describe("search box", () => {
  it("describes what can be searched for, in either language", async () => {
    const { box } = await open();
    expect(box.placeholder).toBe("Search projects, visits, videos, cameras...");
    expect(box).toBe(screen.getByRole("combobox", { name: say("search.label") }));
    await opened?.close();
    const { box: arabic } = await open(searchAnswers([]), "ar");
    expect(arabic.placeholder).toBe(says("ar")("search.placeholder"));
  });

  it("opens its results with the first letter, and not for nothing or a space", async () => {
    const { box, user } = await open();
    await user.click(box);
    await user.type(box, " ");
    expect(box.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.type(box, "t");
    await screen.findByRole("listbox", { name: say("search.results") });
    expect(box.getAttribute("aria-expanded")).toBe("true");
    await waitFor(() => expect(rows()).toHaveLength(4));
  });

  it("shows icon, title, kind and code of each result, and marks the search text", async () => {
    const { box, user } = await open();
    await user.type(box, "tower");
    await waitFor(() => expect(rows()).toHaveLength(4));
    const [first, second, third, fourth] = rows().map((row) => within(row));
    first?.getByText(say("search.type.project"));
    expect(titles()[0]).toContain("prjTowerB1");
    second?.getByText(say("search.type.visit"));
    third?.getByText(say("search.type.video"));
    fourth?.getByText(say("search.type.camera"));
    const drawings = rows().map((row) => row.querySelector("svg")?.getAttribute("class"));
    expect(new Set(drawings).size, "a drawing of its own for each kind").toBe(4);
    expect(rows()[0]?.querySelector("mark")?.textContent).toBe("Tower");
  });

  it("shows eight results of twelve, and links to all of them", async () => {
    const { box, user, path } = await open(searchAnswers(many));
    await user.type(box, "hall");
    await waitFor(() => expect(rows()).toHaveLength(8));
    await user.click(screen.getByRole("link", { name: say("search.see_all") }));
    await waitFor(() => expect(path()).toBe("/search"));
    expect(location.search).toBe("?q=hall");
    expect(await screen.findByRole("heading", { level: 1, name: "Search" })).toBeDefined();
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBeGreaterThanOrEqual(12));
  });

  it("sends one request for a word, not one for each of its letters", async () => {
    const { box, user, api } = await open();
    await user.type(box, "tower");
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(api.calls("POST /api/search/global").map(({ body }) => body["q"])).toEqual(["tower"]);
  });

  it("never shows an older response over a newer one", async () => {
    let free: (() => void) | undefined;
    const slow = searchAnswers(things);
    const find = slow["POST /api/search/global"];
    const { box, user, api } = await open({
      ...slow,
      async "POST /api/search/global"(call) {
        if (call.body["q"] === "tow") await new Promise<void>((resolve) => (free = resolve));
        return find?.(call) ?? ok({});
      },
    });
    await user.type(box, "tow");
    await waitFor(() => expect(api.calls("POST /api/search/global")).toHaveLength(1));
    await user.type(box, "er b");
    await waitFor(() => expect(titles()).toEqual([expect.stringContaining("Tower B")]));
    await act(async () => free?.());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(rows()).toHaveLength(1);
  });

  it("says so when there are no results, and Enter then does nothing", async () => {
    const { box, user, path } = await open();
    await user.type(box, "zeppelin");
    expect((await screen.findByText(say("search.none"))).getAttribute("role")).toBeNull();
    await user.keyboard("{Enter}");
    expect([path(), box.value]).toEqual(["/projects", "zeppelin"]);
  });

  it("says when these are only the nearest spellings", async () => {
    const { box, user } = await open({
      ...searchAnswers([]),
      "POST /api/search/global": () =>
        ok({ items: [tower], page: 1, per_page: 8, has_more: false, is_approximate: true }),
    });
    await user.type(box, "twoer");
    await screen.findByText(say("search.approximate"));
    expect(rows()).toHaveLength(1);
  });

  it("offers to retry when the search failed", async () => {
    let isDown = true;
    const answers = searchAnswers(things);
    const find = answers["POST /api/search/global"];
    const { box, user } = await open({
      ...answers,
      "POST /api/search/global": (call) => (isDown ? refuse(500, "SERVER", "") : (find?.(call) ?? ok({}))),
    });
    await user.type(box, "tower");
    const alert = await screen.findByText(say("search.failed"));
    isDown = false;
    await user.click(within(alert).getByRole("button", { name: say("common.retry") }));
    await waitFor(() => expect(rows()).toHaveLength(4));
  });
});

describe("selecting", () => {
  it("opens the result, clears the box, and stores the search term", async () => {
    const { box, user, path, api } = await open();
    await user.type(box, "tower b");
    await user.click(await screen.findByRole("option", { name: /Tower B/ }));
    await waitFor(() => expect(path()).toBe("/project/1"));
    expect(box.value).toBe("");
    expect(screen.queryByRole("listbox")).toBeNull();
    await waitFor(() =>
      expect(api.calls("POST /api/search/recent").map(({ body }) => body)).toEqual([{ q: "tower b" }]),
    );
  });

  it("by Enter takes the first result, even when Enter comes before the response", async () => {
    const { box, user, path } = await open();
    await user.type(box, "tower{Enter}");
    await waitFor(() => expect(path()).toBe("/project/1"));
    expect(box.value).toBe("");
  });

  it("by Enter waits for the results of the current text, when it changed since the last response", async () => {
    const answer = ({ body }: { body: Record<string, unknown> }) =>
      ok({
        items: body["q"] === "tow" ? [tower, week] : [week],
        page: 1,
        per_page: 8,
        has_more: false,
        is_approximate: false,
      });
    const { box, user, path } = await open({ ...searchAnswers(things), "POST /api/search/global": answer });
    await user.type(box, "tow");
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.type(box, "er{Enter}");
    await waitFor(() => expect(path()).toBe("/project/2"));
  });

  it("by arrows cycles through the results and the field, which keeps the focus", async () => {
    const { box, user, path } = await open();
    await user.type(box, "tower");
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(active(box)).toBeNull();
    await user.keyboard("{ArrowDown}");
    expect(active(box)).toContain("Tower B");
    expect(screen.getByRole("option", { selected: true }).textContent).toContain("Tower B");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(active(box)).toContain("Camera at the tower");
    await user.keyboard("{ArrowDown}");
    expect(active(box), "in the field again").toBeNull();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement).toBe(box);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/project/2"));
  });

  it("leaves another tab to the browser: every result is a link", async () => {
    const { box, user, path } = await open();
    await user.type(box, "tower b");
    const row = await screen.findByRole("option", { name: /Tower B/ });
    expect(row.getAttribute("href")).toBe("/project/1");
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
    // jsdom does not implement the browser's default action.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    act(() => void row.dispatchEvent(click));
    expect([path(), box.value]).toEqual(["/projects", "tower b"]);
  });
});

describe("closing", () => {
  it("is triggered by Escape, which empties the box the second time", async () => {
    const { box, user } = await open();
    await user.type(box, "tower");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect([box.value, document.activeElement === box]).toEqual(["tower", true]);
    await user.keyboard("{Escape}");
    expect(box.value).toBe("");
  });

  it("follows 200 ms after the blur, and a click until then still counts", async () => {
    const { box, user, path } = await open();
    await user.type(box, "tower");
    await waitFor(() => expect(rows()).toHaveLength(4));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    act(() => box.blur());
    act(() => void vi.advanceTimersByTime(199));
    expect(screen.queryByRole("listbox")).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole("listbox")).toBeNull();

    act(() => box.focus());
    expect(rows()).toHaveLength(4);
    act(() => box.blur());
    act(() => void vi.advanceTimersByTime(150));
    fireEvent.click(rows()[3] ?? box);
    vi.useRealTimers();
    await waitFor(() => expect(path()).toBe("/project/4"));
  });
});

describe("without the server", () => {
  it("finds what the lists have loaded, by name, location and code, and says that the results are limited", async () => {
    const { box, user, api, path } = await open();
    await screen.findByRole("link", { name: "Tower B" });
    await api.stop();
    await user.type(box, "TOWER");
    await screen.findByText(say("search.offline"));
    expect(titles()).toEqual([
      expect.stringMatching(new RegExp(`Tower B.*${say("search.type.project")}.*prj2345678`)),
    ]);
    await user.clear(box);
    await user.type(box, "prj2345678{Enter}");
    await waitFor(() => expect(path()).toBe("/project/1"));
  });

  it("says that nothing loaded matches", async () => {
    const { box, user, api } = await open();
    await screen.findByRole("link", { name: "Tower B" });
    await api.stop();
    await user.type(box, "zeppelin");
    await screen.findByText(say("search.offline_none"));
    expect(rows()).toHaveLength(0);
  });
});

describe("slash key", () => {
  it("focuses the box from anywhere but a field", async () => {
    const { box, user } = await open();
    const other = await screen.findByRole("searchbox", { name: say("projects.search") });
    await user.type(other, "a/b");
    expect((other as HTMLInputElement).value).toBe("a/b");
    act(() => other.blur());
    await user.keyboard("/");
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe("");
  });
});
