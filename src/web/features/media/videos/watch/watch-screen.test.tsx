import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { AccessLog } from "#contract/access-logs.ts";
import type { Comment } from "#contract/comments.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { aComment, aVideo } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

/** Texts that the tests look up in that language. */
function textsOf(language: Language) {
  const text = says(language);
  const name = "Survey Team";
  return {
    list: text("comments.list"),
    statistics: text("comments.statistics", {
      open: 1,
      resolved: 1,
      people: text("comments.people", { count: 2 }),
    }),
    open: text("comments.open"),
    search: text("comments.search"),
    resolve: text("comments.resolve_of", { name }),
    reply: text("comments.reply_to", { name }),
    send: text("comments.send_reply"),
    actions: text("comments.actions_of", { name }),
    remove: text("comments.delete"),
    question: text("comments.delete_title"),
    views: text("videos.tab_views"),
    viewsTitle: text("videos.views_title"),
    guest: text("sharing.views.guest"),
    table: text("sharing.views.as_table"),
    chart: text("sharing.views.chart"),
    watching: text("videos.watching", { count: 1 }),
    making: text("videos.not_ready"),
    locked: text("videos.locked_title"),
    password: new RegExp(`^${text("videos.password")}`),
    unlock: text("videos.unlock"),
    notVerified: text("errors.failed.password_verify"),
  };
}

const guest: AccessLog = {
  id: 1,
  person: null,
  address: "203.0.113.0",
  browser: "Firefox",
  device: "phone",
  started_at: "2026-11-20T08:00:00.000Z",
  last_at: "2026-11-20T08:00:40.000Z",
  duration_seconds: 40,
  rooms: 0,
  is_open: false,
};

/** A video that does not play here, with two comments that can be resolved, answered and deleted. */
function keeper(more: Answers = {}): Answers {
  let all: Comment[] = [
    aComment({ id: 1, seconds: 4, text: "A crack beside the door" }),
    aComment({ id: 2, seconds: 9, text: "The duct is too low", is_resolved: true }),
  ];
  const one = (change: (comment: Comment) => Comment | null) => {
    all = all.flatMap((comment) => (comment.id === 1 ? (change(comment) ?? []) : [comment]));
  };
  const page = (items: Comment[]) => ok({ items, total: items.length, page: 1, per_page: 100 });
  return {
    "GET /api/three60videos/{id}": () => ok(aVideo({ status: "processing", progress: 0.4, duration: 0 })),
    "GET /api/three60videos/{id}/comments": ({ query }) => {
      const resolved = query.get("resolved");
      return page(all.filter(({ is_resolved }) => resolved === null || String(is_resolved) === resolved));
    },
    "POST /api/three60videos/{id}/comments/search": ({ body }) =>
      page(all.filter(({ text }) => text.includes(String(body["q"])))),
    "GET /api/three60videos/{id}/comments/statistics": () =>
      ok({ total: 2, resolved: 1, open: 1, replies: 0, people: 2, last_at: null }),
    "GET /api/three60videos/{id}/comments/timeline": () =>
      ok({ interval: 1, buckets: [{ from: 4, to: 5, total: 1, resolved: 0 }] }),
    "POST /api/three60videos/{id}/comments": ({ body }) => {
      const said = aComment({ id: 9, ...(body as Partial<Comment>) });
      all = [...all, said];
      return { status: 201, body: { data: said } };
    },
    "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved": () => {
      one((comment) => ({ ...comment, is_resolved: true }));
      return ok(all[0]);
    },
    "DELETE /api/three60videos/{id}/comments/{commentId}": () => {
      one(() => null);
      return ok({});
    },
    "GET /api/three60videos/{id}/access-logs/viewer-count": () => ok({ count: 3, now: 1 }),
    "GET /api/three60videos/{id}/access-logs": () => ok({ items: [guest], total: 1, page: 1, per_page: 10 }),
    "GET /api/three60videos/{id}/access-logs/statistics": ({ query }) =>
      ok({
        period: query.get("period"),
        views: 1,
        people: 0,
        guests: 1,
        seconds: 40,
        steps: [{ at: "2026-11-20T00:00:00.000Z", views: 1 }],
      }),
    ...more,
  };
}

describe.each(["en", "ar"] as const)("a video and its comments in %s", (language) => {
  const it = inTurns(language);
  const t = textsOf(language);
  const open = async (more: Answers = {}, path = "/videos/5/watch") => {
    opened = await openScreen(path, language, keeper(more));
    return opened;
  };
  const listed = async () => within(await screen.findByRole("list", { name: t.list }));

  it("counts the comments, filters them by status and by text", async () => {
    const { user, api } = await open();
    const list = await listed();
    expect(await screen.findByText(t.statistics)).toBeTruthy();
    expect(screen.getByText(t.making)).toBeTruthy();
    expect(screen.getByText(t.watching)).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: t.open }));
    await waitFor(() => expect(list.queryByText("The duct is too low")).toBeNull());
    await user.type(screen.getByRole("searchbox", { name: t.search }), "crack{Enter}");
    await waitFor(() =>
      expect(api.calls("POST /api/three60videos/{id}/comments/search").at(-1)?.body).toMatchObject({
        q: "crack",
        resolved: false,
      }),
    );
  });

  it("resolves a comment and replies to it", async () => {
    const { user, api } = await open();
    const list = await listed();
    await user.click(list.getByRole("button", { name: t.resolve }));
    await waitFor(() =>
      expect(api.calls("PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved")[0]?.body).toEqual({
        resolved: true,
      }),
    );
    const [reply] = list.getAllByRole("button", { name: t.reply });
    if (reply === undefined) throw new Error("nothing can be answered");
    await user.click(reply);
    await user.type(list.getByRole("textbox", { name: t.reply }), "Filled today");
    await user.click(list.getByRole("button", { name: t.send }));
    expect(await list.findByText("Filled today")).toBeTruthy();
    expect(api.calls("POST /api/three60videos/{id}/comments")[0]?.body).toMatchObject({
      text: "Filled today",
      id_parent: 1,
      seconds: 4,
    });
  });

  it("deletes a comment after a confirmation, and shows the server's message when it is rejected", async () => {
    let isRefused = true;
    const remove = "DELETE /api/three60videos/{id}/comments/{commentId}";
    const kept = keeper();
    const { user } = await open({
      ...kept,
      [remove]: (call) =>
        isRefused ? refuse(409, "UNHEARD_OF", "It is part of a report") : (kept[remove]?.(call) ?? ok({})),
    });
    const list = await listed();
    const ask = async () => {
      const [actions] = list.getAllByRole("button", { name: t.actions });
      if (actions === undefined) throw new Error("nothing can be done");
      await user.click(actions);
      await user.click(await screen.findByRole("menuitem", { name: t.remove }));
      const question = within(await screen.findByRole("alertdialog", { name: t.question }));
      await user.click(question.getByRole("button", { name: t.remove }));
    };
    await ask();
    expect(await screen.findByText("It is part of a report")).toBeTruthy();
    expect(list.getByText("A crack beside the door")).toBeTruthy();
    isRefused = false;
    await ask();
    await waitFor(() => expect(list.queryByText("A crack beside the door")).toBeNull());
  });

  it("shows the viewers, as a chart and as a table", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("tab", { name: t.views }));
    expect(await screen.findByRole("heading", { name: t.viewsTitle })).toBeTruthy();
    expect(await screen.findByText(t.guest)).toBeTruthy();
    expect(await screen.findByRole("img", { name: t.chart })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t.table }));
    expect(screen.getByRole("table", { name: t.chart })).toBeTruthy();
  });

  it("asks for the password of a protected one, and says when that could not be checked", async () => {
    const { user, api } = await open({
      "GET /api/three60videos/{id}": () => ok(aVideo({ is_protected: true })),
      "GET /api/video-player": () => ok({ is_locked: true, playback: null }),
      "POST /api/three60videos/{id}/verify-password": () => ({ status: 500, body: {} }),
    });
    expect(await screen.findByText(t.locked)).toBeTruthy();
    await user.type(screen.getByLabelText(t.password, { selector: "input" }), "gate 7");
    await user.click(screen.getByRole("button", { name: t.unlock }));
    expect(await screen.findByText(t.notVerified)).toBeTruthy();
    expect(api.calls("POST /api/three60videos/{id}/verify-password")[0]?.body).toEqual({
      password: "gate 7",
    });
  });
});
