import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Message } from "#contract/messages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { conversationOf, letter, me, omar } from "./letters.fixture.ts";

type Opened = Awaited<ReturnType<typeof openScreen>>;
let opened: Opened | undefined;
let log: MockInstance;
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  await opened?.close();
  log.mockRestore();
  localStorage.clear();
});

const bare = (message: unknown) => ({ body: { status: "success", success: true, message } });
const pageOf = (messages: readonly Message[]) =>
  bare({ data: messages, current_page: 1, per_page: 50, total: messages.length });
const changed = (unread = 0) => ok({ changed: 1, unread });
/** A failure without a message. */
const fault = () => ({ status: 500, body: {} });

const answersWith = (messages: readonly Message[], more: Answers = {}): Answers => ({
  "GET /api/messages/unread": () => ok({ unread: messages.filter(({ is_read }) => !is_read).length }),
  "GET /api/messages/conversations": () => {
    const [last] = messages;
    return ok({
      items: last === undefined ? [] : [conversationOf(last)],
      total: last === undefined ? 0 : 1,
      page: 1,
      per_page: 30,
    });
  },
  "GET /api/messages/recipients": () => ok([omar]),
  "GET /api/messages": () => pageOf(messages),
  "PUT /api/messages/mark-read": () => changed(),
  ...more,
});

const english = says("en");
/** Matches the button of a message, regardless of its time. */
const actions = (name: string) => name.startsWith(english("messages.message.actions", { time: "" }));
const read = { is_read: true };
const textOf = (field: HTMLElement) => (field as HTMLTextAreaElement).value;
const logged = (text: string) => log.mock.calls.some(([said]) => said === text);
const toasts = () => screen.queryAllByRole("alertdialog");
const start = async (path: string, answers: Answers, language: "en" | "ar" = "en") => {
  opened = await openScreen(path, language, answers);
  return opened;
};

describe("the header's envelope", () => {
  it("has no badge for zero, the number up to nine, and 9+ above", async () => {
    for (const [unread, badge] of [
      [0, null],
      [9, "9"],
      [10, "9+"],
    ] as const) {
      await start("/dashboard", answersWith([], { "GET /api/messages/unread": () => ok({ unread }) }));
      const button = await screen.findByRole("button", {
        name:
          unread === 0 ? english("messages.button") : english("messages.button_unread", { count: unread }),
      });
      const widget = within(button.parentElement ?? document.body);
      if (badge === null) expect(widget.queryByText(/^\d/)).toBeNull();
      else expect(widget.getByText(badge)).toBeTruthy();
      await opened?.close();
    }
    opened = undefined;
  });

  it("opens the newest nine unread messages, loaded on the first press, and links to all", async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => letter(12 - n));
    const { user, api, path } = await start(
      "/dashboard",
      answersWith(twelve, {
        "GET /api/messages": ({ query }) => pageOf(twelve.slice(0, Number(query.get("per_page")))),
      }),
    );
    const button = await screen.findByRole("button", {
      name: english("messages.button_unread", { count: 12 }),
    });
    expect(api.calls("GET /api/messages")).toEqual([]);
    await user.click(button);
    const panel = await screen.findByRole("dialog", { name: english("messages.title") });
    expect(await within(panel).findAllByRole("listitem")).toHaveLength(9);
    expect(api.calls("GET /api/messages")[0]?.query.get("unread")).toBe("1");
    await user.click(within(panel).getByRole("link", { name: "See All Messages" }));
    await waitFor(() => expect(path()).toBe("/inbox"));
  });

  it("says 'No New Messages' when there are none, in Arabic as well", async () => {
    const { user } = await start("/dashboard", answersWith([]));
    await user.click(await screen.findByRole("button", { name: english("messages.button") }));
    expect(await screen.findByText("No New Messages")).toBeTruthy();
    await opened?.close();
    const arabic = await start("/dashboard", answersWith([]), "ar");
    await arabic.user.click(await screen.findByRole("button", { name: says("ar")("messages.button") }));
    expect(await screen.findByText(says("ar")("messages.none"))).toBeTruthy();
  });

  it("marks all as read, up to the newest one shown", async () => {
    const { user, api } = await start(
      "/dashboard",
      answersWith([letter(3), letter(2)], { "PUT /api/messages/mark-all-read": () => changed() }),
    );
    await user.click(
      await screen.findByRole("button", { name: english("messages.button_unread", { count: 2 }) }),
    );
    await user.click(await screen.findByRole("button", { name: english("messages.mark_all_read") }));
    await waitFor(() => expect(api.calls("PUT /api/messages/mark-all-read")[0]?.body).toEqual({ up_to: 3 }));
  });
});

describe("/inbox", () => {
  it("lists conversations, opens one, and marks its unread messages as read", async () => {
    const { user, api } = await start("/inbox", answersWith([letter(2), letter(1, read)]));
    const list = await screen.findByRole("region", { name: english("messages.conversations.label") });
    const row = await within(list).findByRole("link", { name: /Omar Khalil/ });
    // Its direction is that of the message; a bdi alone would hide it, and the beginning would be cut.
    expect(within(row).getByText("Message 2").className).toContain("own-direction");
    await user.click(row);
    const thread = await screen.findByRole("log", {
      name: english("messages.thread.label", { name: "Omar Khalil" }),
    });
    expect(within(thread).getAllByRole("article")).toHaveLength(2);
    await waitFor(() =>
      expect(api.calls("PUT /api/messages/mark-read").map(({ body }) => body)).toEqual([
        { message_ids: [2] },
      ]),
    );
  });

  it("opens the conversation of a message by its address, shows the message and marks it read", async () => {
    const { api } = await start(
      "/inbox/1",
      answersWith([letter(2, read), letter(1)], { "GET /api/messages/{id}": () => ok(letter(1)) }),
    );
    const [, second] = [...(await screen.findAllByRole("article"))].toReversed();
    expect(second?.getAttribute("aria-current")).toBe("true");
    await waitFor(() =>
      expect(api.calls("PUT /api/messages/mark-read")[0]?.body).toEqual({ message_ids: [1] }),
    );
  });

  it("loads older messages until the one in the address is found", async () => {
    const all = Array.from({ length: 120 }, (_, n) => letter(120 - n, read));
    await start(
      "/inbox/5",
      answersWith(all, {
        "GET /api/messages": ({ query }) => {
          const before = Number(query.get("before") ?? Infinity);
          return pageOf(all.filter(({ id }) => id < before).slice(0, Number(query.get("per_page"))));
        },
        "GET /api/messages/{id}": () => ok(letter(5, read)),
      }),
    );
    await waitFor(() => expect(screen.getByText("Message 5").closest("[aria-current]")).not.toBeNull());
    expect(screen.getAllByRole("article")).toHaveLength(120);
  });

  it("explains how to begin where there are no messages, and begins one", async () => {
    const { user, api } = await start(
      "/inbox",
      answersWith([], {
        "POST /api/messages": ({ body }) =>
          ok(
            letter(9, {
              content: String(body["content"]),
              sender_id: me.id,
              recipient_id: omar.id,
              sender: me,
              recipient: omar,
            }),
          ),
      }),
    );
    expect(await screen.findByText(english("messages.conversations.none_title"))).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: english("messages.new") })[0] ?? document.body);
    await user.click(await screen.findByRole("option", { name: /Omar Khalil/ }));
    const pen = await screen.findByRole("textbox", {
      name: english("messages.composer.label", { name: "Omar Khalil" }),
    });
    await user.type(pen, "First{Shift>}{Enter}{/Shift}Second");
    expect(screen.getByText(english("common.counter", { count: 12, max: 2000 }))).toBeTruthy();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(textOf(pen)).toBe(""));
    expect(api.calls("POST /api/messages").map(({ body }) => body)).toEqual([
      { recipient_id: omar.id, content: "First\nSecond" },
    ]);
    expect((await screen.findByRole("article")).textContent).toContain("First\nSecond");
    expect(toasts()).toEqual([]);
  });

  it("keeps a draft per person, through a reload", async () => {
    const first = await start(`/inbox?with=${omar.id}`, answersWith([letter(1, read)]));
    await first.user.type(
      await screen.findByRole("textbox", {
        name: english("messages.composer.label", { name: "Omar Khalil" }),
      }),
      "Half a",
    );
    await first.close();
    await start(`/inbox?with=${omar.id}`, answersWith([letter(1, read)]));
    expect(
      textOf(
        await screen.findByRole("textbox", {
          name: english("messages.composer.label", { name: "Omar Khalil" }),
        }),
      ),
    ).toBe("Half a");
  });

  it("disables writing where it is not allowed, and says why", async () => {
    const conversation = { ...conversationOf(letter(1, read)), can: { write: false } };
    const answers = answersWith([letter(1, read)], {
      "GET /api/messages/conversations": () => ok({ items: [conversation], total: 1, page: 1, per_page: 30 }),
    });
    await start(`/inbox?with=${omar.id}`, answers);
    expect(
      await screen.findByText(english("messages.thread.no_write", { name: "Omar Khalil" })),
    ).toBeTruthy();
    expect(
      screen.queryByRole("textbox", { name: english("messages.composer.label", { name: "Omar Khalil" }) }),
    ).toBeNull();
  });

  it("requests search results and filters, and keeps them in the address", async () => {
    const { user, api } = await start("/inbox", answersWith([letter(1, read)]));
    await user.click(
      await screen.findByRole("button", { name: english("messages.conversations.filter_unread") }),
    );
    await user.click(screen.getByRole("button", { name: english("messages.conversations.filter_starred") }));
    await user.click(screen.getByRole("button", { name: english("messages.conversations.include_deleted") }));
    await user.type(
      screen.getByRole("searchbox", { name: english("messages.conversations.search") }),
      "crane{Enter}",
    );
    await waitFor(() =>
      expect(
        Object.fromEntries(api.calls("GET /api/messages/conversations").at(-1)?.query ?? []),
      ).toMatchObject({
        unread: "1",
        starred: "1",
        include_deleted: "1",
        search: "crane",
      }),
    );
    expect(location.search).toBe("?search=crane&unread=1&starred=1&deleted=1");
  });
});

describe("a message", () => {
  const act = async ({ user }: Opened, entry: TextKey) => {
    await user.click(await screen.findByRole("button", { name: actions }));
    await user.click(await screen.findByRole("menuitem", { name: english(entry) }));
  };

  it("is starred, and deleted with an undo", async () => {
    const screenOf = await start(
      `/inbox?with=${omar.id}`,
      answersWith([letter(1, read)], {
        "PUT /api/messages/star/{id}": () => ok(letter(1, { ...read, starred: true })),
        "DELETE /api/messages/delete": () => changed(),
        "PUT /api/messages/restore": () => changed(),
      }),
    );
    await act(screenOf, "messages.message.star");
    expect(
      await within(await screen.findByRole("article")).findByText(english("messages.message.starred")),
    ).toBeTruthy();
    const { api, user } = screenOf;
    expect(api.calls("PUT /api/messages/star/{id}")[0]?.body).toEqual({ message_id: 1, starred: true });
    await act(screenOf, "messages.message.delete");
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
    expect(api.calls("DELETE /api/messages/delete")[0]?.body).toEqual({ message_ids: [1] });
    await user.click(await screen.findByRole("button", { name: english("common.undo") }));
    await waitFor(() =>
      expect(api.calls("PUT /api/messages/restore")[0]?.body).toEqual({ message_ids: [1] }),
    );
    expect(await screen.findByRole("article")).toBeTruthy();
  });

  it("stays unread after it was marked unread, as long as its conversation is open", async () => {
    const screenOf = await start(
      `/inbox?with=${omar.id}`,
      answersWith([letter(1, read)], { "PUT /api/messages/mark-unread": () => changed(1) }),
    );
    await act(screenOf, "messages.message.mark_unread");
    expect(
      await screen.findByRole("button", { name: english("messages.button_unread", { count: 1 }) }),
    ).toBeTruthy();
    expect(screenOf.api.calls("PUT /api/messages/mark-read")).toEqual([]);
  });

  it("is selected with others, and all of them are deleted in one call", async () => {
    const screenOf = await start(
      `/inbox?with=${omar.id}`,
      answersWith([letter(2, read), letter(1, read)], { "DELETE /api/messages/delete": () => changed() }),
    );
    const { user, api } = screenOf;
    await user.click((await screen.findAllByRole("button", { name: actions }))[0] ?? document.body);
    await user.click(await screen.findByRole("menuitem", { name: english("messages.message.select") }));
    const boxes = screen.getAllByRole("checkbox");
    await user.click(boxes[1] ?? document.body);
    const bar = screen.getByRole("toolbar", { name: english("messages.selection.label") });
    expect(within(bar).getByText(english("messages.selection.count", { count: 2 }))).toBeTruthy();
    await user.click(within(bar).getByRole("button", { name: english("messages.selection.delete") }));
    await waitFor(() =>
      expect(api.calls("DELETE /api/messages/delete")[0]?.body).toEqual({ message_ids: [2, 1] }),
    );
    expect(await screen.findByText(english("messages.deleted", { count: 2 }))).toBeTruthy();
  });
});

describe("a failure", () => {
  const open = (more: Answers) => start(`/inbox?with=${omar.id}`, answersWith([letter(1)], more));
  const act = async ({ user }: Opened, entry: TextKey) => {
    await user.click(await screen.findByRole("button", { name: actions }));
    await user.click(await screen.findByRole("menuitem", { name: english(entry) }));
  };
  const said = async (text: string) => {
    await waitFor(() => expect(logged(text), text).toBe(true));
    expect(toasts()).toEqual([]);
  };

  it("of loading a list is shown in its space and logged, with the server's message before our own", async () => {
    await start(
      "/inbox",
      answersWith([], { "GET /api/messages/conversations": () => refuse(403, "FORBIDDEN", "Not yours.") }),
    );
    await said("Not yours.");
    await opened?.close();
    await start(
      "/inbox",
      answersWith([], { "GET /api/messages/conversations": () => ({ status: 418, body: {} }) }),
    );
    await said("Failed to fetch messages");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch messages");
  });

  it("of marking as read is logged once, and the message stays unread", async () => {
    const { api } = await open({ "PUT /api/messages/mark-read": fault });
    await said("Failed to mark message as read");
    expect(api.calls("PUT /api/messages/mark-read")).toHaveLength(1);
    expect(
      screen.getByRole("button", { name: english("messages.button_unread", { count: 1 }) }),
    ).toBeTruthy();
  });

  it("of deleting and starring is logged, and nothing changes", async () => {
    const screenOf = await open({
      "DELETE /api/messages/delete": fault,
      "PUT /api/messages/star/{id}": fault,
    });
    await act(screenOf, "messages.message.star");
    await said("Failed to star/unsave message");
    await act(screenOf, "messages.message.delete");
    await said("Failed to delete message");
    expect(within(screen.getByRole("article")).queryByText(english("messages.message.starred"))).toBeNull();
  });

  it("of bulk actions is logged: marking all as read, deleting read ones", async () => {
    const { user } = await open({
      "PUT /api/messages/mark-all-read": fault,
      "DELETE /api/messages/delete-read": fault,
    });
    await user.click(await screen.findByRole("button", { name: english("messages.more") }));
    await user.click(await screen.findByRole("menuitem", { name: english("messages.mark_all_read") }));
    await said("Failed to mark all messages as read");
    await user.click(screen.getByRole("button", { name: english("messages.more") }));
    await user.click(await screen.findByRole("menuitem", { name: english("messages.delete_read.action") }));
    const question = await screen.findByRole("alertdialog", { name: english("messages.delete_read.title") });
    await user.click(within(question).getByRole("button", { name: english("messages.delete_read.action") }));
    await waitFor(() => expect(logged("Failed to delete read messages")).toBe(true));
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("of sending keeps the text, is shown beside it, and can be retried", async () => {
    let tries = 0;
    const { user } = await open({
      "POST /api/messages": ({ body }) => {
        tries += 1;
        return tries === 1
          ? fault()
          : ok(letter(9, { content: String(body["content"]), sender_id: person.id, recipient_id: omar.id }));
      },
    });
    const pen = await screen.findByRole("textbox", {
      name: english("messages.composer.label", { name: "Omar Khalil" }),
    });
    await user.type(pen, "Once more{Enter}");
    expect(await screen.findByText(`${english("messages.composer.failed")}.`)).toBeTruthy();
    await said("Failed to send message");
    expect(screen.getByRole("alert").textContent).toContain("Failed to send message");
    expect(textOf(pen)).toBe("Once more");
    await user.click(screen.getByRole("button", { name: english("messages.composer.retry") }));
    await waitFor(() => expect(textOf(pen)).toBe(""));
    expect(screen.getByText("Once more")).toBeTruthy();
  });
});
