import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CrewLanguage } from "#contract/crews.ts";
import { readTexts } from "#i18n/text-files.ts";
import { unreachable } from "#web/lib/client.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { followAddress } from "./address.ts";
import { AnswerScreen } from "./answer-screen.tsx";
import { dueText } from "./due.tsx";
import { aPage, aServer, aSnag, type Opened, openLink } from "./testing.ts";
import { speak } from "./texts.ts";

/** jsdom draws no pictures and lays nothing out. */
URL.createObjectURL ??= () => "blob:photo";
URL.revokeObjectURL ??= () => undefined;
globalThis.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

let controller: AbortController;
beforeEach(() => {
  history.replaceState(null, "", "/answer/crew2345678");
  controller = new AbortController();
  followAddress(controller.signal);
});
afterEach(() => {
  controller.abort();
  cleanup();
});

async function open(language: CrewLanguage, given: Opened = {}) {
  const opened = openLink({ ...given, page: { ...(given.page ?? aPage()), language } });
  await opened.session.start();
  await speak(language);
  const asked: CrewLanguage[] = [];
  render(<AnswerScreen session={opened.session} onLanguage={(chosen) => asked.push(chosen)} />);
  return { ...opened, asked, user: userEvent.setup() };
}
const photo = () => new File(["picture"], "site.jpg", { type: "image/jpeg" });

describe.each(["en", "ar", "ur"] as const)("the page of a crew in %s", (language) => {
  const t = createTranslate(language, readTexts(language === "ur" ? "ur" : language));

  test("lists the snags by what is to be done, with due dates in words", async () => {
    const closed = aSnag({ id: 6, number: 14, title: "Old crack", status: "closed", is_overdue: false });
    const done = aSnag({ id: 5, number: 13, title: "Loose rail", status: "ready", is_overdue: false });
    await open(language, { page: aPage({ snags: [aSnag(), done, closed] }) });
    const openSnags = within(screen.getByRole("region", { name: new RegExp(t("crews.answer.list.open")) }));
    const item = openSnags.getByRole("listitem");
    expect(item.textContent).toContain(t("crews.answer.number", { number: 12 }));
    expect(item.textContent).toContain(t("crews.answer.due.overdue", { count: 3 }));
    expect(openSnags.getByRole("link", { name: "Cracked tile" })).toHaveProperty("search", "?snag=4");
    const answered = screen.getByRole("region", { name: new RegExp(t("crews.answer.list.answered")) });
    expect(answered.textContent).toContain(t("crews.answer.statuses.ready"));
    expect(screen.getByRole("region", { name: new RegExp(t("crews.answer.list.closed")) })).toBeDefined();
  });

  test("answers with a photo and a note by a press, and leads to the next snag", async () => {
    const next = aSnag({ id: 5, number: 13, title: "Loose rail" });
    const { user, server } = await open(language, { page: aPage({ snags: [aSnag(), next] }) });
    await user.click(screen.getByRole("link", { name: "Cracked tile" }));
    expect(await screen.findByRole("heading", { name: "Cracked tile" })).toBeDefined();
    await user.upload(screen.getByLabelText(t("crews.answer.form.take")), photo());
    await user.type(screen.getByRole("textbox", { name: t("crews.answer.form.text") }), "Replaced");
    await user.click(screen.getByRole("button", { name: t("crews.answer.form.done") }));
    expect(await screen.findByText(t("crews.answer.states.sent"))).toBeDefined();
    expect([...server.answers.values()]).toMatchObject([{ kind: "done", text: "Replaced", snag: 4 }]);
    expect(server.photos.size).toBe(1);
    await user.click(screen.getByRole("button", { name: t("crews.answer.states.next") }));
    expect(await screen.findByRole("heading", { name: "Loose rail" })).toBeDefined();
  });

  test("disputes only with a reason", async () => {
    const { user, server } = await open(language);
    await user.click(screen.getByRole("link", { name: "Cracked tile" }));
    await user.click(await screen.findByRole("button", { name: t("crews.answer.form.dispute") }));
    const dialog = within(
      screen.getByRole("dialog", { name: t("crews.answer.dispute.title", { number: 12 }) }),
    );
    await user.click(dialog.getByRole("button", { name: t("crews.answer.dispute.send") }));
    expect(dialog.getByRole("alert").textContent).toBe(t("crews.answer.dispute.required"));
    expect(server.answers.size).toBe(0);
    await user.type(dialog.getByRole("textbox", { name: t("crews.answer.dispute.reason") }), "Not ours");
    await user.click(dialog.getByRole("button", { name: t("crews.answer.dispute.send") }));
    expect(await screen.findByText(t("crews.answer.states.sent"))).toBeDefined();
    expect([...server.answers.values()]).toMatchObject([{ kind: "disputed", text: "Not ours" }]);
  });

  test("says that an answer is kept on the device without a connection", async () => {
    const server = aServer();
    server.failing.with = () => {
      throw unreachable();
    };
    const { user, shelf } = await open(language, { server });
    await user.click(screen.getByRole("link", { name: "Cracked tile" }));
    await user.click(await screen.findByRole("button", { name: t("crews.answer.form.started") }));
    expect(await screen.findByText(t("crews.answer.states.waiting"))).toBeDefined();
    // The answer is shown as kept before the first call fails.
    expect(await screen.findByText(new RegExp(t("crews.answer.offline").slice(0, 20)))).toBeDefined();
    expect(shelf.kept.size).toBe(1);
  });

  test("says that nothing is open, and that a link does not work", async () => {
    const { session } = await open(language, { page: aPage({ snags: [], open: 0 }) });
    expect(screen.getByRole("heading", { name: t("crews.answer.none.title") })).toBeDefined();
    session.state.set("ended");
    expect(await screen.findByRole("heading", { name: t("crews.answer.ended.title") })).toBeDefined();
    expect(screen.queryByText("Tower B"), "nothing of the project").toBeNull();
  });

  test("asks a new device for the code from the email, in the digits of its keyboard", async () => {
    const { user, session } = await open(language, {
      page: aPage({ state: "code", snags: [] }),
      server: aServer(aPage({ language })),
    });
    await user.click(screen.getByRole("button", { name: t("crews.answer.code.send") }));
    const field = await screen.findByRole("textbox", { name: t("crews.answer.code.label") });
    await user.type(field, "۱۲۳۴۵۶");
    expect(field).toHaveProperty("value", "123456");
    await user.click(screen.getByRole("button", { name: t("crews.answer.code.submit") }));
    expect(await screen.findByRole("link", { name: "Cracked tile" })).toBeDefined();
    expect(session.state.get()).toBe("open");
  });
});

test("keeps a note and photos until they are sent, and restores them", async () => {
  const { user, shelf } = await open("en");
  await user.click(screen.getByRole("link", { name: "Cracked tile" }));
  await user.type(screen.getByRole("textbox", { name: "Note" }), "Half done");
  await user.upload(screen.getByLabelText("Take photo"), photo());
  expect(await screen.findByText(/stay on this device/)).toBeDefined();
  cleanup();
  await open("en", { shelf });
  expect(await screen.findByDisplayValue("Half done")).toBeDefined();
  expect(screen.getByRole("button", { name: "Remove photo 1" })).toBeDefined();
});

test("refuses a file that is no photo, with its name", async () => {
  const { user } = await open("en");
  await user.click(screen.getByRole("link", { name: "Cracked tile" }));
  const plain = new File(["text"], "notes.txt", { type: "text/plain" });
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText("Add photos"), plain);
  expect((await screen.findByRole("alert")).textContent).toContain("notes.txt");
});

test("offers every language in its own script", async () => {
  const { user, asked } = await open("en");
  const select = screen.getByRole("combobox", { name: "Language" });
  const names = within(select)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["English", "العربية", "اردو", "हिन्दी", "বাংলা"]);
  await user.selectOptions(select, "ur");
  expect(asked).toEqual(["ur"]);
});

test("counts the days by which a snag is overdue from the day of the project", () => {
  const t = createTranslate("en", readTexts("en"));
  const due = (due_date: string | null, is_overdue = false) =>
    dueText({ due_date, is_overdue, status: "open" }, "2026-11-23", "en", t);
  expect(due("2026-11-22", true)).toBe("Overdue by 1 day");
  expect(due("2026-10-31", true)).toBe("Overdue by 23 days");
  expect(due("2026-11-23")).toBe("Due today");
  expect(due("2026-12-01")).toBe("Due 1 Dec 2026");
  expect(due(null)).toBe("No due date");
});
