import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const words = {
  en: {
    invited: "You are invited to a project",
    by: /Site Office invites you as Editor/,
    accept: "Accept the invitation to Harbour Hall",
    accepted: "You are in the team of Harbour Hall now",
    decline: "Decline the invitation to Harbour Hall",
    declineTitle: "Decline the invitation to Harbour Hall?",
    declineConfirm: "Decline",
    gone: /was not found/,
    leave: "Leave project",
    leaveTitle: "Leave “Tower B”?",
    leaveConfirm: "Leave",
    left: "You left Tower B",
    stays: "The owner cannot leave. Hand the project over to somebody first.",
  },
  ar: {
    invited: "أنت مدعوّ إلى مشروع",
    by: /يدعوك Site Office بدور محرّر/,
    accept: "قبول الدعوة إلى Harbour Hall",
    accepted: "أنت الآن في فريق Harbour Hall",
    decline: "رفض الدعوة إلى Harbour Hall",
    declineTitle: "رفض الدعوة إلى Harbour Hall؟",
    declineConfirm: "رفض",
    gone: /غير موجود/,
    leave: "مغادرة المشروع",
    leaveTitle: "مغادرة «Tower B»؟",
    leaveConfirm: "مغادرة",
    left: "غادرت Tower B",
    stays: "لا يستطيع المالك مغادرة المشروع. انقل الملكية إلى شخص آخر أولًا.",
  },
} as const;

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

describe.each(["en", "ar"] as const)("one's own place in projects in %s", (language) => {
  const it = inTurns(language);

  it("an invitation waits above the projects; accepted, the project opens", async () => {
    const text = words[language];
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

  it("an invitation is declined after a question", async () => {
    const text = words[language];
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

  it("an invitation that was taken back says so where it stood", async () => {
    const text = words[language];
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

  it("a member leaves after a question, for the list, and hears of it once", async () => {
    const text = words[language];
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

  it("who became the owner meanwhile is told why he cannot leave", async () => {
    const text = words[language];
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

it("offers the owner no way out of his project", async () => {
  opened = await openScreen("/project/1", "en", { "GET /api/projects/{id}": () => ok(aProject()) });
  await screen.findAllByText("Tower B");
  expect(screen.queryByRole("button", { name: words.en.leave })).toBeNull();
});
