import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function wordsIn(language: Language) {
  const t = says(language);
  return {
    invited: t("team.waiting.title", { count: 1 }),
    by: saying(language)("team.waiting.by", { inviter: "Site Office", role: t("team.roles.editor") }),
    accept: t("team.waiting.accept_named", { project: "Harbour Hall" }),
    accepted: t("team.waiting.accepted", { project: "Harbour Hall" }),
    decline: t("team.waiting.decline_named", { project: "Harbour Hall" }),
    declineTitle: t("team.waiting.decline_title", { project: "Harbour Hall" }),
    declineConfirm: t("team.waiting.decline"),
    gone: saying(language)("errors.code.NOT_FOUND"),
    leave: t("team.leave.action"),
    leaveTitle: t("team.leave.title", { project: "Tower B" }),
    leaveConfirm: t("team.leave.confirm"),
    left: t("team.leave.left", { project: "Tower B" }),
    stays: t("errors.code.OWNER_STAYS"),
  };
}

const invitation = {
  id: 31,
  id_project: 7,
  project: "Harbour Hall",
  location: "Quay 4",
  cover: null,
  role: "editor",
  message: "The roof needs you.",
  inviter: "Site Office",
  created_at: "2026-11-20T08:00:00.000Z",
  expires_at: "2027-12-04T08:00:00.000Z",
};
const list = { "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }) };
const member = () => ok(aProject({ role: "viewer", can: { ...aProject().can, leave: true } }));

describe.each(["en", "ar"] as const)("the user's own membership in projects in %s", (language) => {
  const it = inTurns(language);

  it("a pending invitation is above the projects; accepting it opens the project", async () => {
    const text = wordsIn(language);
    opened = await openScreen("/projects", language, {
      ...list,
      "GET /api/users/invitations": () => ok([invitation]),
      "PUT /api/users/invitations/accept/{id}": () => ok({ id_project: 7, role: "editor" }),
      "GET /api/projects/{id}": () => ok(aProject({ id: 7, id_project: 7, name: "Harbour Hall" })),
    });
    const { user, path } = opened;
    expect(await screen.findByText(text.invited)).toBeDefined();
    expect(screen.getByText(text.by)).toBeDefined();
    expect(screen.getByText("The roof needs you.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: text.accept }));
    await waitFor(() => expect(path()).toBe("/project/7"));
    expect(await screen.findByText(text.accepted)).toBeDefined();
  });

  it("an invitation is declined after a confirmation", async () => {
    const text = wordsIn(language);
    let waiting = [invitation];
    opened = await openScreen("/projects", language, {
      ...list,
      "GET /api/users/invitations": () => ok(waiting),
      "PUT /api/users/invitations/decline/{id}": () => {
        waiting = [];
        return ok({});
      },
    });
    const { user, api } = opened;
    await user.click(await screen.findByRole("button", { name: text.decline }));
    const question = within(await screen.findByRole("alertdialog", { name: text.declineTitle }));
    expect(api.calls("PUT /api/users/invitations/decline/{id}")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: text.declineConfirm }));
    await waitFor(() => expect(screen.queryByText(text.invited)).toBeNull());
  });

  it("a withdrawn invitation says so in its place", async () => {
    const text = wordsIn(language);
    opened = await openScreen("/projects", language, {
      ...list,
      "GET /api/users/invitations": () => ok([invitation]),
      "PUT /api/users/invitations/accept/{id}": () => refuse(404, "NOT_FOUND", ""),
    });
    const { user, path } = opened;
    await user.click(await screen.findByRole("button", { name: text.accept }));
    expect((await screen.findByRole("alert")).textContent).toMatch(text.gone);
    expect(path()).toBe("/projects");
  });

  it("a member leaves after a confirmation, for the list, with a single message", async () => {
    const text = wordsIn(language);
    opened = await openScreen("/project/1", language, {
      ...list,
      "GET /api/projects/{id}": member,
      "DELETE /api/team-members/leave-project": () => ok({}),
    });
    const { user, api, path } = opened;
    await user.click(await screen.findByRole("button", { name: text.leave }));
    const question = within(await screen.findByRole("alertdialog", { name: text.leaveTitle }));
    await user.click(question.getByRole("button", { name: text.leaveConfirm }));
    await waitFor(() => expect(path()).toBe("/projects"));
    expect(await screen.findByText(text.left)).toBeDefined();
    expect(api.calls("DELETE /api/team-members/leave-project").map(({ body }) => body)).toEqual([
      { id_project: 1 },
    ]);
  });

  it("a member who became the owner meanwhile is informed why they cannot leave", async () => {
    const text = wordsIn(language);
    opened = await openScreen("/project/1", language, {
      ...list,
      "GET /api/projects/{id}": member,
      "DELETE /api/team-members/leave-project": () => refuse(422, "OWNER_STAYS", ""),
    });
    const { user, path } = opened;
    await user.click(await screen.findByRole("button", { name: text.leave }));
    const question = within(await screen.findByRole("alertdialog", { name: text.leaveTitle }));
    await user.click(question.getByRole("button", { name: text.leaveConfirm }));
    expect(await question.findByText(text.stays)).toBeDefined();
    expect(path()).toBe("/project/1");
  });
});

it("offers the owner no way to leave the project", async () => {
  opened = await openScreen("/project/1", "en", { "GET /api/projects/{id}": () => ok(aProject()) });
  await screen.findAllByText("Tower B");
  expect(screen.queryByRole("button", { name: wordsIn("en").leave })).toBeNull();
});
