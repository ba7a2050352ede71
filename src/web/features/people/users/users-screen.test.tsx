import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { UserRecord, UserRow } from "#contract/users.ts";
import { somebody } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const row: UserRow = {
  id: 7,
  username: "site",
  first_name: "Site",
  last_name: "Office",
  email: "site@example.org",
  avatar: null,
  company: "Palm Court",
  role: "user",
  is_demo: false,
  state: "active",
  "2fa_enabled": true,
  created_at: "2026-11-01T08:00:00Z",
  last_seen_at: null,
};
const { remind_2fa: _, can: __, ...account } = somebody;
const record: UserRecord = {
  ...account,
  ...row,
  can: { view: true, edit: true, change_password: true, administer: true },
};

const office = { name: "Site Office" };
const wordsIn = (language: Language) => {
  const text = says(language);
  const begins = (key: TextKey) => new RegExp(`^${text(key)}`);
  return {
    invite: text("users.invite"),
    save: text("common.save"),
    send: text("users.send_invitation"),
    email: begins("users.email"),
    link: text("users.hand_over_link"),
    locked: text("users.states.locked"),
    lock: text("users.lock"),
    lockTitle: text("users.lock_title", office),
    reset: text("users.reset_two_factor"),
    password: text("users.set_password"),
    next: begins("users.new_password"),
    own: begins("users.own_password"),
    wrong: text("errors.code.PASSWORD_WRONG"),
    // React Aria's own text.
    all: { en: "Select All", ar: "تحديد الكل" }[language],
    bulk: text("users.bulk.label"),
    bulkLock: text("users.bulk.lock"),
    bulkTitle: text("users.bulk.lock_title", { count: 2 }),
    bulkDone: text("users.bulk.done", { count: 1 }),
    bulkLeft: text("users.bulk.left", { count: 1 }),
    roleButton: text("users.role"),
    roleField: begins("common.none_selected"),
    administrator: saying(language)("users.role_notes.administrator"),
    changeRole: text("users.bulk.role"),
    csv: saying(language)("users.csv"),
    columns: text("common.columns"),
    since: text("users.member_since"),
    give: text("users.plan.give"),
    plan: begins("users.plan.none"),
    confirmPlan: text("users.plan.confirm"),
    none: text("users.plan.none"),
    delete: text("users.delete.ask"),
    deleteTitle: text("users.delete.title", office),
    deleteNow: text("users.delete.action"),
    owns: text("users.delete.owns", office),
    heir: begins("users.delete.heir"),
    heirNeeded: text("users.delete.heir_required"),
    restore: text("users.bin.restore_named", office),
    restored: text("users.bin.restored", office),
    empty: text("users.bin.empty_title"),
  };
};

describe.each(["en", "ar"] as const)("users in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path: string, more: Answers = {}, whose = superAdmin) => {
    opened = await openScreen(
      path,
      language,
      {
        // The first match answers: `/users/bin` before `/users/{id}`.
        ...more,
        "GET /api/users": () => ok({ items: [row], total: 1, page: 1, per_page: 25 }),
        "GET /api/users/{id}": () => ok(record),
        "PUT /api/users/{id}": ({ body }) => ok({ ...record, ...body, state: "locked" }),
        ...more,
      },
      whose,
    );
    return opened;
  };

  it("are visible only to a super admin: all others see the dashboard instead", async () => {
    const { path, api } = await open(
      "/users",
      {
        "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
        "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
      },
      person,
    );
    await waitFor(() => expect(path()).toBe("/dashboard"));
    expect(api.calls("GET /api/users")).toHaveLength(0);
  });

  it("are listed as in the address, and filtered by the server", async () => {
    const { user, api } = await open("/users?search=site&role=user");
    expect(await screen.findByRole("link", { name: "Site Office" })).toBeTruthy();
    expect(api.calls("GET /api/users").at(-1)?.query.get("search")).toBe("site");
    await user.click(screen.getByRole("button", { name: text.locked }));
    await waitFor(() => expect(api.calls("GET /api/users").at(-1)?.query.get("state")).toBe("locked"));
    expect(location.search).toContain("state=locked");
  });

  it("are invited; the link is shown where no email can be sent", async () => {
    const { user } = await open("/users", {
      "POST /api/users": () => ok({ user: row, invitation_link: "https://site.example/activate/abc" }),
    });
    await user.click(await screen.findByRole("button", { name: text.invite }));
    await user.type(await screen.findByRole("textbox", { name: text.email }), "new@example.org");
    await user.click(screen.getByRole("button", { name: text.send }));
    const link = await screen.findByRole<HTMLInputElement>("textbox", { name: text.link });
    expect(link.value).toBe("https://site.example/activate/abc");
  });

  it("are excluded from a single integration by its switch", async () => {
    const { user, api } = await open("/edituser/7");
    const clickup = await screen.findByRole("switch", { name: "ClickUp" });
    for (const name of ["Trello", "monday.com", "MS Project"])
      expect(screen.getByRole<HTMLInputElement>("switch", { name }).checked).toBe(true);
    await user.click(clickup);
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() =>
      expect(api.calls("PUT /api/users/{id}").map(({ body }) => body)).toEqual([{ clickup_enabled: false }]),
    );
  });

  it("are locked after a confirmation with their name", async () => {
    const { user, api } = await open("/edituser/7");
    await user.click(await screen.findByRole("button", { name: text.lock }));
    const question = await screen.findByRole("alertdialog", { name: text.lockTitle });
    expect(api.calls("PUT /api/users/{id}")).toHaveLength(0);
    await user.click(within(question).getByRole("button", { name: text.lock }));
    await waitFor(() =>
      expect(api.calls("PUT /api/users/{id}").map(({ body }) => body)).toEqual([{ locked: true }]),
    );
  });

  it("get their second factor removed after losing the phone", async () => {
    const { user, api } = await open("/edituser/7", {
      "DELETE /api/users/{id}/two-factor": () => ok({}),
    });
    await user.click(await screen.findByRole("button", { name: text.reset }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: text.reset }));
    await waitFor(() => expect(api.calls("DELETE /api/users/{id}/two-factor")).toHaveLength(1));
  });

  it("get a new password from a super admin who confirms with their own", async () => {
    const { user, api } = await open("/edituser/7", {
      "PUT /api/users/{id}/change-password": () =>
        refuse(422, "PASSWORD_WRONG", "", { current_password: [text.wrong] }),
    });
    await user.click(await screen.findByRole("button", { name: text.password }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(text.next), "a new long one");
    await user.type(within(dialog).getByLabelText(text.own), "not mine");
    await user.click(within(dialog).getByRole("button", { name: text.password }));
    expect(await within(dialog).findByText(text.wrong)).toBeTruthy();
    expect(api.calls("PUT /api/users/{id}/change-password").map(({ body }) => body)).toEqual([
      { target_id_user: 7, current_password: "not mine", new_password: "a new long one" },
    ]);
  });

  const two = [row, { ...row, id: 8, first_name: "Crane", last_name: "Crew", username: "crane" }];

  it("are locked several at once after a confirmation; skipped ones are reported", async () => {
    const { user, api } = await open("/users", {
      "GET /api/users": () => ok({ items: two, total: 2, page: 1, per_page: 25 }),
      "PUT /api/users/bulk": () => ok({ done: 1, left: 1 }),
    });
    await user.click(await screen.findByRole("checkbox", { name: text.all }));
    const bar = await screen.findByRole("toolbar", { name: text.bulk });
    await user.click(within(bar).getByRole("button", { name: text.bulkLock }));
    const question = await screen.findByRole("alertdialog", { name: text.bulkTitle });
    expect(api.calls("PUT /api/users/bulk")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: text.bulkLock }));
    expect(await screen.findByText(text.bulkDone)).toBeTruthy();
    expect(screen.getByText(text.bulkLeft)).toBeTruthy();
    expect(api.calls("PUT /api/users/bulk").map(({ body }) => body)).toEqual([
      { ids: [7, 8], action: "lock" },
    ]);
  });

  it("get one role several at once", async () => {
    const { user, api } = await open("/users", {
      "GET /api/users": () => ok({ items: two, total: 2, page: 1, per_page: 25 }),
      "PUT /api/users/bulk": () => ok({ done: 2, left: 0 }),
    });
    await user.click(await screen.findByRole("checkbox", { name: text.all }));
    const bar = await screen.findByRole("toolbar", { name: text.bulk });
    await user.click(within(bar).getByRole("button", { name: text.roleButton }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: text.roleField }));
    await user.click(await screen.findByRole("option", { name: text.administrator }));
    await user.click(within(dialog).getByRole("button", { name: text.changeRole }));
    await waitFor(() =>
      expect(api.calls("PUT /api/users/bulk").map(({ body }) => body)).toEqual([
        { ids: [7, 8], action: "role", role: "administrator" },
      ]),
    );
  });

  it("are exported as a table with the current filters and the columns selected on the screen", async () => {
    const { user } = await open("/users?search=site&state=locked&sort=seen");
    expect((await screen.findByRole("link", { name: text.csv })).getAttribute("href")).toBe(
      "/api/users/export?sort=seen&search=site&state=locked",
    );
    await screen.findByRole("link", { name: "Site Office" });
    expect(screen.queryByRole("columnheader", { name: text.since })).toBeNull();
    await user.click(screen.getByRole("button", { name: text.columns }));
    await user.click(await screen.findByRole("checkbox", { name: text.since }));
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("columnheader", { name: text.since })).toBeTruthy();
    localStorage.clear();
  });

  it("get a plan from a super admin, or none", async () => {
    const plan = { id: 3, name: "Team", price: 4900, currency: "USD", interval: "month", active: true };
    const { user, api } = await open("/edituser/7", {
      "GET /api/plans": () => ok({ items: [plan], total: 1, page: 1, per_page: 100 }),
      "PUT /api/users/{id}/plan": () => ok({ ...record.plan_info, id_plan: 3, name: "Team" }),
    });
    expect(await screen.findByText(text.none)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.give }));
    const dialog = await screen.findByRole("dialog");
    await user.click(await within(dialog).findByRole("button", { name: text.plan }));
    await user.click(await screen.findByRole("option", { name: /Team/ }));
    await user.click(within(dialog).getByRole("button", { name: text.confirmPlan }));
    await waitFor(() =>
      expect(api.calls("PUT /api/users/{id}/plan").map(({ body }) => body)).toEqual([{ id_plan: 3 }]),
    );
  });

  it("are deleted after showing what stays; owners of projects name a successor, and the list follows", async () => {
    const heir = { ...row, id: 9, username: "heir", first_name: "Crane", last_name: "Crew" };
    const { user, api, path } = await open("/edituser/7", {
      "GET /api/users": () => ok({ items: [row, heir], total: 2, page: 1, per_page: 25 }),
      "DELETE /api/users/{id}": ({ query }) =>
        query.has("id_heir") ? ok({}) : refuse(422, "HEIR_REQUIRED", ""),
    });
    await user.click(await screen.findByRole("button", { name: text.delete }));
    const question = await screen.findByRole("alertdialog", { name: text.deleteTitle });
    const confirm = () => user.click(within(question).getByRole("button", { name: text.deleteNow }));
    await confirm();
    expect(await within(question).findByText(text.owns)).toBeTruthy();
    await confirm();
    expect(await within(question).findByText(text.heirNeeded)).toBeTruthy();
    await user.click(within(question).getByRole("combobox", { name: text.heir }));
    // A user cannot be their own successor.
    expect(await screen.findAllByRole("option")).toHaveLength(1);
    await user.click(screen.getByRole("option", { name: /Crane Crew/ }));
    await confirm();
    await waitFor(() => expect(path()).toBe("/users"));
    expect(api.calls("DELETE /api/users/{id}").map(({ query }) => query.get("id_heir"))).toEqual([null, "9"]);
    expect(api.calls("GET /api/users").some(({ query }) => query.get("state") === "active")).toBe(true);
  });

  it("are restored from the bin", async () => {
    let isThere = true;
    const binned = {
      id: 7,
      username: "site",
      name: "Site Office",
      email: "site@example.org",
      deleted_at: "2026-11-20T10:00:00Z",
      until: "2026-12-20T10:00:00Z",
    };
    const { user, api } = await open("/users/bin", {
      "GET /api/users/bin": () => ok(isThere ? [binned] : []),
      "PUT /api/users/restore/{id}": () => {
        isThere = false;
        return ok({});
      },
    });
    await user.click(await screen.findByRole("button", { name: text.restore }));
    expect(await screen.findByText(text.restored)).toBeTruthy();
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(api.calls("PUT /api/users/restore/{id}")).toHaveLength(1);
  });
});
