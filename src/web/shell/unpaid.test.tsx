import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { startCreation } from "#web/lib/creation.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { say, saying, says } from "#web/testing/say.ts";

const nothing = () => ok({ items: [], total: 0, page: 1, per_page: 24 });
const quiet: Answers = {
  "GET /api/projects": nothing,
  "GET /api/notifications/unread": () => ok({ unread: 0 }),
  "GET /api/messages/unread": () => ok({ unread: 0 }),
};

const owing = { paymentDeadline: "2026-12-31", isReadOnly: false };
const customer: CurrentUser = { ...person, role: "user", can: mayBegin(), unpaid: owing };
const late: CurrentUser = { ...customer, unpaid: { ...owing, isReadOnly: true } };

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    banner:
      language === "en"
        ? "Please settle your unpaid invoices before 31 December 2026 to continue using the platform."
        : t("plans.subscription.unpaid.banner", { date: "31 ديسمبر 2026" }),
    bills: t("plans.subscription.unpaid.show"),
    readOnly: t("plans.subscription.unpaid.read_only_title"),
    create: t("shell.top_bar.create"),
    visit: t("visits.new"),
    project: t("common.new_project"),
    snag: t("snags.new"),
    off: t("plans.subscription.unpaid.off"),
    full: t("plans.subscription.quota.off"),
    add: t("projects.add"),
    name: saying(language)("projects.name"),
    refused: t("plans.subscription.unpaid.refused_title"),
  };
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
  opened = undefined;
});

async function open(whose: CurrentUser, language: Language = "en", more: Answers = {}) {
  opened = await openScreen("/projects", language, { ...quiet, ...more }, whose);
  await screen.findByRole("main");
  await screen.findByRole("button", { name: wordsIn(language).create });
  return { ...opened, text: wordsIn(language) };
}

describe.each(["en", "ar"] as const)("unpaid invoices in %s", (language) => {
  const it = inTurns(language);

  it("show a red banner with the language's long date and a link to the invoices", async () => {
    const { text } = await open(customer, language);
    const banner = within((await screen.findByText(text.banner)).closest("[role=alert]") as HTMLElement);
    expect(banner.getByRole("link", { name: text.bills }).getAttribute("href")).toBe("/profile?tab=billing");
  });

  it("past the deadline show one clear banner and disable every creation, with the reason", async () => {
    const { user, text } = await open(late, language);
    expect(await screen.findByText(text.readOnly)).toBeTruthy();
    expect(screen.queryByText(text.banner)).toBeNull();
    await user.click(screen.getByRole("button", { name: text.create }));
    for (const name of [text.project, text.visit, text.snag]) {
      const entry = await screen.findByRole("menuitem", { name });
      expect(entry.getAttribute("aria-disabled")).toBe("true");
      expect(within(entry).getByText(text.off)).toBeTruthy();
    }
  });

  it("keep typed input when a change is refused, and open the invoices beside it", async () => {
    const openBeside = vi.spyOn(window, "open").mockReturnValue(null);
    let current = customer;
    const { user, text, api } = await open(customer, language, {
      "GET /api/user": () => ok(current),
      "POST /api/projects": () => {
        current = late;
        return refuse(402, "PAYMENT_OVERDUE", "");
      },
    });
    startCreation({ kind: "project" });
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Tower B");
    await user.click(dialog.getByRole("button", { name: text.add }));
    const toast = within(
      (await screen.findByText(text.refused)).closest("[role=alertdialog]") as HTMLElement,
    );
    await user.click(toast.getByRole("button", { name: text.bills }));
    expect(openBeside).toHaveBeenCalledWith("/profile?tab=billing", "_blank", "noopener");
    expect(api.calls("POST /api/projects")).toHaveLength(1);
  });
});

it.each([
  ["an administrator", { ...person, unpaid: owing }],
  ["a super admin", { ...superAdmin, unpaid: owing }],
  ["who has paid", { ...customer, unpaid: null }],
])("%s sees no banner of unpaid invoices", async (_, whose) => {
  await open(whose);
  expect(screen.queryByText(wordsIn("en").banner)).toBeNull();
});

it("a user who gets past a disabled button sees the reason instead of a form", async () => {
  const { user } = await open(late);
  startCreation({ kind: "visit" });
  const told = within(await screen.findByRole("alertdialog", { name: wordsIn("en").readOnly }));
  expect(told.getByRole("link", { name: wordsIn("en").bills }).getAttribute("href")).toBe(
    "/profile?tab=billing",
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

describe("the create menu and the permissions from the server", () => {
  const kinds = {
    project: "common.new_project",
    visit: "visits.new",
    video: "videos.new",
    camera: "cctv.new",
    channel: "live.new",
  } as const;
  it.each(Object.entries(kinds))("offers a %s by its own permission alone", async (kind, key) => {
    const { user } = await open({ ...person, can: mayBegin({ [`create_${kind}`]: false }) });
    await user.click(screen.getByRole("button", { name: say("shell.top_bar.create") }));
    const entries = await screen.findAllByRole("menuitem");
    const off = entries.filter((entry) => entry.getAttribute("aria-disabled") === "true");
    expect(off).toHaveLength(1);
    expect(off[0]?.textContent).toBe(`${say(key)}${wordsIn("en").full}`);
  });

  it("gives no plan as the reason to users who lack only the role for projects", async () => {
    const { user } = await open({ ...customer, unpaid: null, can: mayBegin({ create_project: false }) });
    await user.click(screen.getByRole("button", { name: say("shell.top_bar.create") }));
    const entry = await screen.findByRole("menuitem", { name: say(kinds.project) });
    expect(entry.textContent).toBe(say(kinds.project));
    expect(entry.getAttribute("aria-disabled")).toBe("true");
  });
});
