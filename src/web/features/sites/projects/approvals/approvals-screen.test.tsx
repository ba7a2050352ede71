import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { PlanRequest } from "#contract/plans.ts";
import type { UserRow } from "#contract/users.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const person = (id: number, more: Partial<UserRow> = {}): UserRow => ({
  id,
  username: `site-${id}`,
  first_name: "Survey",
  last_name: `Team ${id}`,
  email: `site-${id}@example.org`,
  avatar: null,
  company: "",
  role: "user",
  is_demo: false,
  state: "active",
  "2fa_enabled": false,
  created_at: "2026-11-20T08:00:00Z",
  last_seen_at: null,
  ...more,
});

const wish = (id: number, user_name: string): PlanRequest => ({
  id,
  id_user: id,
  user_name,
  email: `wish-${id}@example.org`,
  id_plan: 3,
  plan_name: "Portfolio",
  created_at: "2026-11-20T08:00:00Z",
});

/** Pending projects, as a server would store them. */
function keeper(more: Answers = {}): Answers {
  const waiting = [1, 2].map((id) =>
    aProject({ id, id_project: id, name: `Tower ${id}`, validated: false, owner: null }),
  );
  let wishes = [wish(5, "Gate Team"), wish(6, "Crane Crew")];
  let people = [person(7, { state: "unconfirmed" }), person(superAdmin.id)];
  return {
    "GET /api/projects": ({ query }) => {
      const items = query.get("validated") === "0" ? [...waiting] : [];
      return ok({ items, total: items.length, page: 1, per_page: 12 });
    },
    "GET /api/users": ({ query }) => {
      const state = query.get("state");
      const items = people.filter((one) => state === null || one.state === state);
      return ok({ items, total: items.length, page: 1, per_page: 10 });
    },
    "GET /api/plan-requests": () => ok({ items: wishes, total: wishes.length, page: 1, per_page: 10 }),
    "PUT /api/plan-requests/{id}/approve": () => {
      wishes = wishes.slice(1);
      return ok({});
    },
    "PUT /api/plan-requests/{id}/decline": () => {
      wishes = wishes.slice(1);
      return ok({});
    },
    "PUT /api/projects/validate/{id}": () => ok({ ...waiting.shift(), validated: true }),
    "PUT /api/projects/invalidate/{id}": () => {
      const back = aProject({ name: "Tower 1", validated: false });
      waiting.unshift(back);
      return ok(back);
    },
    "DELETE /api/projects/{id}": () => {
      waiting.shift();
      return ok({});
    },
    "PUT /api/users/{id}": ({ body }) => {
      people = people.map((one) =>
        one.id === 7 ? { ...one, state: body["locked"] === true ? "locked" : "active" } : one,
      );
      return ok(people[0]);
    },
    ...more,
  };
}

function wordsIn(language: Language) {
  const t = says(language);
  return {
    projects: t("projects.approvals.projects"),
    approve: t("projects.approvals.approve_of", { name: "Tower 1" }),
    approveNext: t("projects.approvals.approve_of", { name: "Tower 2" }),
    approved: t("projects.approvals.approved", { name: "Tower 1" }),
    undo: t("common.undo"),
    badge: t("projects.approvals.waiting_all", { count: 4 }),
    wishes: t("projects.approvals.wishes"),
    give: t("projects.approvals.wish_approve_of", { plan: "Portfolio", name: "Gate Team" }),
    given: t("projects.approvals.wish_given", { name: "Gate Team", plan: "Portfolio" }),
    decline: t("projects.approvals.wish_decline_of", { name: "Gate Team", plan: "Portfolio" }),
    declineTitle: t("projects.approvals.wish_decline_title", { plan: "Portfolio", name: "Gate Team" }),
    declineNow: t("projects.approvals.wish_decline"),
    wishGone: t("projects.approvals.wish_gone"),
    menu: t("shell.sidebar.label"),
    none: t("projects.approvals.projects_none"),
    more: t("projects.approvals.more_of", { name: "Tower 1" }),
    remove: t("projects.approvals.delete"),
    question: t("projects.approvals.delete_title", { name: "Tower 1" }),
    people: t("projects.approvals.people"),
    lock: t("projects.approvals.lock_of", { name: "Survey Team 7" }),
    lockTitle: t("projects.approvals.lock_title", { name: "Survey Team 7" }),
    lockNow: t("projects.approvals.lock"),
    unlock: t("projects.approvals.unlock_of", { name: "Survey Team 7" }),
    unconfirmed: t("projects.approvals.show_unconfirmed"),
    you: t("projects.approvals.you"),
    denied: t("failures.cases.permission", { thing: t("failures.screens.approvals") }),
  };
}

describe.each(["en", "ar"] as const)("approvals in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (answers: Answers = keeper()) => {
    opened = await openScreen("/approvals", language, answers, superAdmin);
    return opened;
  };
  const projects = async () => within(await screen.findByRole("list", { name: text.projects }));

  it("request the unapproved projects, newest first, and count them in the menu", async () => {
    const { api } = await open();
    expect((await projects()).getAllByRole("listitem")).toHaveLength(2);
    const query = api.calls("GET /api/projects").find((call) => call.query.get("sort") === "created")?.query;
    expect(query?.get("validated")).toBe("0");
    const menu = within(screen.getByRole("navigation", { name: text.menu }));
    expect(await menu.findByText(text.badge)).toBeTruthy();
  });

  it("approve with one press, move on to the next, and undo within ten seconds", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.approve }));
    const toast = await screen.findByRole("alertdialog", { name: text.approved });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: text.approveNext })),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: text.approve })).toBeNull());
    await user.click(within(toast).getByRole("button", { name: text.undo }));
    expect(await screen.findByRole("button", { name: text.approve })).toBeTruthy();
    expect(api.calls("PUT /api/projects/invalidate/{id}")).toHaveLength(1);
  });

  it("delete after a confirmation with the project's name", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(api.calls("DELETE /api/projects/{id}")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.remove }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.approve })).toBeNull());
  });

  it("grant a requested plan with one press", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.give }));
    expect(await screen.findByText(text.given)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: text.give })).toBeNull());
    expect(within(screen.getByRole("list", { name: text.wishes })).getAllByRole("listitem")).toHaveLength(1);
    expect(api.calls("PUT /api/plan-requests/{id}/approve")).toHaveLength(1);
  });

  it("decline a plan after a confirmation with both names", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.decline }));
    const question = within(await screen.findByRole("alertdialog", { name: text.declineTitle }));
    expect(api.calls("PUT /api/plan-requests/{id}/decline")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.declineNow }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.decline })).toBeNull());
  });

  it("say that a request was answered meanwhile, and reload", async () => {
    const gone = { "PUT /api/plan-requests/{id}/approve": () => refuse(404, "NOT_FOUND", "Not found.") };
    const { user, api } = await open(keeper(gone));
    await user.click(await screen.findByRole("button", { name: text.give }));
    expect(await screen.findByText(text.wishGone)).toBeTruthy();
    await waitFor(() => expect(api.calls("GET /api/plan-requests").length).toBeGreaterThan(2));
  });

  it("explain what appears here while nothing is pending", async () => {
    await open(keeper({ "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 12 }) }));
    expect(await screen.findByText(text.none)).toBeTruthy();
  });

  it("show the newest registrations, and lock an account after a confirmation; no one locks themselves", async () => {
    const { user, api } = await open();
    const people = within(await screen.findByRole("list", { name: text.people }));
    expect(people.getByText(text.you)).toBeTruthy();
    await user.click(people.getByRole("button", { name: text.lock }));
    const question = within(await screen.findByRole("alertdialog", { name: text.lockTitle }));
    await user.click(question.getByRole("button", { name: text.lockNow }));
    expect(await people.findByRole("button", { name: text.unlock })).toBeTruthy();
    expect(api.calls("PUT /api/users/{id}").at(-1)?.body).toEqual({ locked: true });
  });

  it("filter the users by an unconfirmed address", async () => {
    const { user, api } = await open();
    await screen.findByRole("list", { name: text.people });
    await user.click(screen.getByRole("radio", { name: text.unconfirmed }));
    await waitFor(() => expect(api.calls("GET /api/users").at(-1)?.query.get("state")).toBe("unconfirmed"));
    await waitFor(() => expect(screen.queryByText(text.you)).toBeNull());
  });

  it("say who approves to users without the permission", async () => {
    await open(keeper({ "GET /api/projects": () => refuse(403, "FORBIDDEN", "Forbidden") }));
    expect(await screen.findByText(text.denied)).toBeTruthy();
  });
});
