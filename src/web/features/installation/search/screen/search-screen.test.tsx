import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { setContinued } from "#web/features/media/offline/continued.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { say } from "#web/testing/say.ts";
import { aHit, searchAnswers } from "../testing.ts";
import { readAddress } from "./address.ts";

const halls = Array.from({ length: 45 }, (_, at) => aHit({ id: at + 1, title: `Hall ${at + 1}` }));
const mixed = [
  ...halls.slice(0, 3),
  aHit({ id: 50, type: "visit", title: "Hall in May", url: "/project/50" }),
  aHit({ id: 60, type: "camera", title: "Hall door", url: "/project/60" }),
];

// In tests without a server the user has chosen to continue without a connection.
beforeEach(() => setContinued(true));
afterAll(() => setContinued(false));

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(address: string, answers: Answers = searchAnswers(mixed), language: Language = "en") {
  opened = await openScreen(address, language, answers);
  await screen.findByRole("heading", { level: 1, name: say("shell.titles.search") });
  return opened;
}
const counted = (type: "camera" | "project", count: number) =>
  say("search.types.counted", { name: say(`search.types.${type}`), count: String(count) });
const main = () => within(screen.getByRole("main"));
const field = () => main().getByRole<HTMLInputElement>("searchbox");
const found = () =>
  main()
    .queryAllByRole("link")
    .map((link) => link.textContent ?? "");

describe("address", () => {
  it("holds search text, kind and pages; invalid values count as missing", () => {
    expect(readAddress({ q: "tower", type: "visit", page: 2 })).toEqual({
      q: "tower",
      type: "visit",
      page: 2,
    });
    expect(readAddress({ q: 42 }).q).toBe("42");
    expect(readAddress({ q: true }).q).toBe("true");
    expect(readAddress({ q: ["x"], type: "ship", page: -1 })).toEqual({ q: "", type: null, page: 1 });
    expect(readAddress({ q: "x", page: 99_999 }).page).toBe(20);
    expect(readAddress({ q: "x".repeat(500) }).q).toHaveLength(200);
  });
});

describe("search screen", () => {
  it("shows the results for its address, with icon, kind and code", async () => {
    await open("/search?q=hall");
    await waitFor(() => expect(found()).toHaveLength(5));
    expect(field().value).toBe("hall");
    expect(found()[3]).toMatch(new RegExp(`Hall in May.*${say("search.type.visit")}`));
    expect(document.title).toBe(`${say("shell.titles.search")} | Sitewalk`);
  });

  it("shows one kind, counted, and keeps the selection in the address", async () => {
    const { user } = await open("/search?q=hall");
    await user.click(await main().findByRole("button", { name: counted("camera", 1) }));
    await waitFor(() => expect(found()).toEqual([expect.stringContaining("Hall door")]));
    expect(location.search).toBe("?q=hall&type=camera");
    expect(main().getByRole("button", { name: counted("project", 3) })).toBeDefined();
    await user.click(main().getByRole("button", { name: say("search.types.all") }));
    await waitFor(() => expect(found()).toHaveLength(5));
    expect(location.search).toBe("?q=hall");
  });

  it("shows twenty and more on demand, and as many again after returning", async () => {
    const { user, path } = await open("/search?q=hall", searchAnswers(halls));
    await waitFor(() => expect(found()).toHaveLength(20));
    await user.click(main().getByRole("button", { name: say("search.show_more") }));
    await waitFor(() => expect(found()).toHaveLength(40));
    await user.click(main().getByRole("button", { name: say("search.show_more") }));
    await waitFor(() => expect(found()).toHaveLength(45));
    expect(main().queryByRole("button", { name: say("search.show_more") })).toBeNull();
    await user.click(main().getByRole("link", { name: /Hall 45/ }));
    await waitFor(() => expect(path()).toBe("/project/45"));
    history.back();
    await waitFor(() => expect(path()).toBe("/search"));
    await waitFor(() => expect(found()).toHaveLength(45));
  });

  it("searches while the user types, and stores the term when a result is opened", async () => {
    const { user, api } = await open("/search");
    await user.type(field(), "hall d");
    await waitFor(() => expect(found()).toEqual([expect.stringContaining("Hall door")]));
    expect(location.search).toBe("?q=hall+d");
    expect(api.calls("POST /api/search/recent")).toEqual([]);
    await user.click(main().getByRole("link", { name: /Hall door/ }));
    await waitFor(() =>
      expect(api.calls("POST /api/search/recent").map(({ body }) => body)).toEqual([{ q: "hall d" }]),
    );
  });

  it("starts with earlier terms, to be repeated or removed, one or all", async () => {
    const memory = { recent: ["hall", "pier", "roof"], popular: ["crane"] };
    const { user, api } = await open("/search", searchAnswers(mixed, memory));
    await main().findByText(say("search.start.title"));
    await user.click(
      await main().findByRole("button", { name: say("search.recent.remove", { term: "pier" }) }),
    );
    await waitFor(() => expect(main().queryByRole("button", { name: "pier" })).toBeNull());
    await user.click(main().getByRole("button", { name: say("search.recent.clear") }));
    await waitFor(() => expect(main().queryByRole("button", { name: "hall" })).toBeNull());
    expect(api.calls("DELETE /api/search/recent").map(({ query }) => query.get("q"))).toEqual(["pier", null]);
    await user.click(main().getByRole("button", { name: "crane" }));
    await waitFor(() => expect(location.search).toBe("?q=crane"));
  });

  it("says what to do when nothing is found, and offers to search all kinds", async () => {
    const { user } = await open("/search?q=hall&type=video");
    await main().findByText(say("search.tips.title", { term: "hall" }));
    expect(main().getByText(say("search.tips.text"))).toBeDefined();
    await user.click(main().getByRole("button", { name: say("search.tips.other_types") }));
    await waitFor(() => expect(found()).toHaveLength(5));
  });

  it("suggests completions that are not on screen already", async () => {
    const answers = searchAnswers(halls);
    const { user } = await open("/search?q=hall", answers);
    await main().findByText(say("search.go_on"));
    const continuations = main().getAllByRole("button", { name: /^Hall \d+$/ });
    expect(continuations.map(({ textContent }) => textContent)[0]).toBe("Hall 21");
    await user.click(continuations[0] ?? document.body);
    await waitFor(() => expect(found()).toEqual([expect.stringContaining("Hall 21")]));
  });

  it("searches loaded records when the server is unreachable, and says so", async () => {
    const { user, api } = await open("/search");
    await user.click(screen.getByRole("link", { name: say("shell.titles.projects") }));
    await screen.findByRole("heading", { level: 1, name: say("shell.titles.projects") });
    await screen.findByRole("link", { name: "Tower B" });
    history.back();
    await screen.findByRole("heading", { level: 1, name: say("shell.titles.search") });
    await api.stop();
    await user.type(field(), "tower");
    await main().findByText(say("search.offline"));
    expect(found()).toEqual([expect.stringContaining("Tower B")]);
  });

  it("repeats a search that another one of the same user replaced, without a failure on screen", async () => {
    const page = { items: mixed, page: 1, per_page: 20, has_more: false, is_approximate: false };
    let sent = 0;
    await open("/search?q=hall", {
      ...searchAnswers(mixed),
      "POST /api/search/global": () => {
        sent += 1;
        return sent === 1
          ? refuse(409, "SEARCH_REPLACED", "This search was replaced by a newer one.")
          : ok(page);
      },
    });
    await waitFor(() => expect(sent).toBe(1));
    expect(main().queryByRole("button", { name: say("common.retry") })).toBeNull();
    await waitFor(() => expect(found()).toHaveLength(5));
    expect(sent).toBe(2);
  });

  it("is available in Arabic", async () => {
    const empty = { items: [], page: 1, per_page: 20, has_more: false, is_approximate: false };
    await open("/search?q=برج", { ...searchAnswers([]), "POST /api/search/global": () => ok(empty) }, "ar");
    await main().findByText(say("search.tips.title", { term: "برج" }));
    expect(field().placeholder).toBe(say("search.placeholder"));
  });
});
