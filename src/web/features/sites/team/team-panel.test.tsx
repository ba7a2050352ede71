import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { aMember, anInvitation, aTeam, me } from "./team.fixture.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const words = {
  en: {
    team: "Team",
    actions: "Actions for Survey Team",
    remove: "Remove from the team",
    removeTitle: "Remove Survey Team?",
    removeText: /loses sight of “Tower B”/,
    removeConfirm: "Remove",
    removed: "Survey Team was removed from the team",
    changeRole: "Change role",
    roleTitle: "Role of Survey Team",
    editor: "Editor",
    save: "Save",
    message: "Write a message",
    handOver: "Hand the project over",
    handOverTitle: "Make Survey Team the owner?",
    letIn: "Let Night Shift in",
    decline: "Decline Night Shift",
    declineTitle: "Decline Night Shift?",
    declineConfirm: "Decline",
    role: /Role for Night Shift/,
    accepted: "Night Shift is in the team now",
    failed: "The team could not be loaded",
    retry: "Retry",
    search: "Search the team",
    found: "1 found",
    all: "1000 members",
    more: "Show more",
    nobody: "Nobody in the team matches this.",
    invitationActions: "Actions for new@site.example",
    resend: "Send again",
    resent: "Invitation sent again to new@site.example",
    takeBack: "Take invitation back",
    takeBackTitle: "Take back the invitation of new@site.example?",
    takeBackConfirm: "Take back",
    link: "Link for new@site.example",
    above: "You can only change members with a role below your own.",
  },
  ar: {
    team: "الفريق",
    actions: "إجراءات Survey Team",
    remove: "إزالة من الفريق",
    removeTitle: "إزالة Survey Team؟",
    removeText: /«Tower B»/,
    removeConfirm: "إزالة",
    removed: "أُزيل Survey Team من الفريق",
    changeRole: "تغيير الدور",
    roleTitle: "دور Survey Team",
    editor: "محرّر",
    save: "حفظ",
    message: "كتابة رسالة",
    handOver: "نقل ملكية المشروع",
    handOverTitle: "جعل Survey Team مالكًا؟",
    letIn: "قبول Night Shift",
    decline: "رفض Night Shift",
    declineTitle: "رفض طلب Night Shift؟",
    declineConfirm: "رفض",
    role: /دور Night Shift/,
    accepted: "انضمّ Night Shift إلى الفريق",
    failed: "تعذّر تحميل الفريق",
    retry: "إعادة المحاولة",
    search: "ابحث في الفريق",
    found: "نتيجة واحدة",
    all: "1000 عضو",
    more: "عرض المزيد",
    nobody: "لا أحد في الفريق يطابق البحث.",
    invitationActions: "إجراءات new@site.example",
    resend: "إرسال مجددًا",
    resent: "أُرسلت الدعوة مجددًا إلى new@site.example",
    takeBack: "سحب الدعوة",
    takeBackTitle: "سحب دعوة new@site.example؟",
    takeBackConfirm: "سحب",
    link: "رابط new@site.example",
    above: "يمكنك تعديل الأعضاء ذوي الأدوار الأدنى من دورك فقط.",
  },
} as const;

const answers = (team: unknown, more: Answers = {}): Answers => ({
  "GET /api/projects/{id}": () => ok(aProject()),
  "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "GET /api/team-members": () => ok(team),
  ...more,
});

async function open(language: "en" | "ar", team: unknown, more: Answers = {}) {
  const text = words[language];
  opened = await openScreen("/project/1", language, answers(team, more));
  return { ...opened, text };
}

const list = async (name: string) => within(await screen.findByRole("list", { name }));

const nightShift = {
  id: 41,
  id_project: 1,
  project_code: "prj2345678",
  id_user: 9,
  name: "Night Shift",
  code: "usr2345679",
  avatar: null,
  email: "night@site.example",
  message: "We start on Monday.",
  created_at: "2026-11-20T08:00:00.000Z",
};

describe.each(["en", "ar"] as const)("the team of a project in %s", (language) => {
  const it = inTurns(language);

  it("shows who is in it and as what, and lets nobody act on himself", async () => {
    const { text } = await open(language, aTeam());
    const members = await list(text.team);
    expect(members.getAllByRole("listitem")).toHaveLength(2);
    expect(members.getByText("Site Survey Ltd")).toBeDefined();
    expect(members.getAllByRole("button")).toEqual([members.getByRole("button", { name: text.actions })]);
  });

  it("removes a member after naming him and what he loses", async () => {
    const { user, api, text } = await open(language, aTeam(), {
      "DELETE /api/team-members/remove-team-member": () => ok({}),
    });
    await user.click((await list(text.team)).getByRole("button", { name: text.actions }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.removeTitle }));
    expect(question.getByText(text.removeText)).toBeDefined();
    expect(api.calls("DELETE /api/team-members/remove-team-member")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: text.removeConfirm }));
    expect(await screen.findByText(text.removed)).toBeDefined();
    expect(api.calls("DELETE /api/team-members/remove-team-member").map(({ body }) => body)).toEqual([
      { id_project: 1, id_user: 2 },
    ]);
  });

  it("changes a role by its name alone, and says why not when it is refused", async () => {
    let isRefused = true;
    const { user, api, text } = await open(language, aTeam(), {
      "PUT /api/team-members/update-permissions": () =>
        isRefused ? refuse(403, "MEMBER_ABOVE", "") : ok(aMember({ role: "editor" })),
    });
    await user.click((await list(text.team)).getByRole("button", { name: text.actions }));
    await user.click(await screen.findByRole("menuitem", { name: text.changeRole }));
    const dialog = within(await screen.findByRole("dialog", { name: text.roleTitle }));
    const save = dialog.getByRole("button", { name: text.save });
    expect(save.hasAttribute("disabled")).toBe(true);
    await user.click(dialog.getByRole("radio", { name: text.editor }));
    await user.click(save);
    expect(await dialog.findByText(text.above)).toBeDefined();
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: text.editor }).checked).toBe(true);
    isRefused = false;
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls("PUT /api/team-members/update-permissions").at(-1)?.body).toEqual({
      id_project: 1,
      id_user: 2,
      role: "editor",
    });
  });

  it("offers only what the server says one may do with a member", async () => {
    const can = { change: false, remove: false, transfer: false };
    const { user, text } = await open(language, aTeam({ members: [me, aMember({ can })] }));
    await user.click((await list(text.team)).getByRole("button", { name: text.actions }));
    const entries = await screen.findAllByRole("menuitem");
    expect(entries.map(({ textContent }) => textContent)).toEqual([text.message]);
    expect(entries[0]?.getAttribute("href")).toBe("/inbox?with=2");
  });

  it("hands the project over after a question", async () => {
    const { user, api, text } = await open(language, aTeam(), {
      "POST /api/team-members/transfer-ownership": () => ok(aMember({ role: "owner" })),
    });
    await user.click((await list(text.team)).getByRole("button", { name: text.actions }));
    await user.click(await screen.findByRole("menuitem", { name: text.handOver }));
    const question = within(await screen.findByRole("alertdialog", { name: text.handOverTitle }));
    await user.click(question.getAllByRole("button").at(-1) ?? document.body);
    await waitFor(() =>
      expect(api.calls("POST /api/team-members/transfer-ownership").map(({ body }) => body)).toEqual([
        { id_project: 1, id_user: 2 },
      ]),
    );
  });

  it("puts who asks to join first, lets him in as a viewer unless another role is chosen", async () => {
    const { user, api, text } = await open(language, aTeam({ join_requests: [nightShift] }), {
      "PUT /api/join-requests/accept": () => ok(aMember({ id_user: 9, name: "Night Shift" })),
    });
    expect(await screen.findByText("We start on Monday.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: text.letIn }));
    expect(await screen.findByText(text.accepted)).toBeDefined();
    expect(api.calls("PUT /api/join-requests/accept").map(({ body }) => body)).toEqual([
      { id_project: 1, id_user: 9, role: "viewer" },
    ]);
    await user.click(screen.getByRole("button", { name: text.role }));
    await user.click(await screen.findByRole("option", { name: new RegExp(`^${text.editor}`) }));
    await user.click(screen.getByRole("button", { name: text.letIn }));
    await waitFor(() =>
      expect(api.calls("PUT /api/join-requests/accept").at(-1)?.body["role"]).toBe("editor"),
    );
  });

  it("declines a request after a question", async () => {
    const { user, api, text } = await open(language, aTeam({ join_requests: [nightShift] }), {
      "PUT /api/join-requests/decline": () => ok({}),
    });
    await user.click(await screen.findByRole("button", { name: text.decline }));
    const question = within(await screen.findByRole("alertdialog", { name: text.declineTitle }));
    await user.click(question.getByRole("button", { name: text.declineConfirm }));
    await waitFor(() =>
      expect(api.calls("PUT /api/join-requests/decline").map(({ body }) => body)).toEqual([
        { id_project: 1, id_user: 9 },
      ]),
    );
  });

  it("sends an invitation again, shows the link where there is no mail, and takes an invitation back", async () => {
    let link: string | null = null;
    // A link that a page was told is kept by it.
    const id = language === "en" ? 31 : 32;
    const { user, api, text } = await open(language, aTeam({ invitations: [anInvitation({ id })] }), {
      "POST /api/team-members/resend-invitation": () =>
        ok({ invitation: anInvitation(), invitation_link: link }),
      "DELETE /api/team-members/cancel-invitation": () => ok({}),
    });
    const menu = await screen.findByRole("button", { name: text.invitationActions });
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: text.resend }));
    expect(await screen.findByText(text.resent)).toBeDefined();

    link = "/activate/the-token";
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: text.resend }));
    const field = await screen.findByRole("textbox", { name: text.link });
    expect((field as HTMLInputElement).value).toBe(`${location.origin}/activate/the-token`);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: text.takeBack }));
    const question = within(await screen.findByRole("alertdialog", { name: text.takeBackTitle }));
    await user.click(question.getByRole("button", { name: text.takeBackConfirm }));
    await waitFor(() =>
      expect(api.calls("DELETE /api/team-members/cancel-invitation").map(({ body }) => body)).toEqual([
        { id_project: 1, id },
      ]),
    );
  });

  it("fails by itself, without the page, and is asked for again", async () => {
    let isBroken = true;
    const { user, text } = await open(language, aTeam(), {
      "GET /api/team-members": () => (isBroken ? refuse(403, "FORBIDDEN", "") : ok(aTeam())),
    });
    const notice = await screen.findByText(text.failed);
    expect(screen.getAllByText("Tower B").length).toBeGreaterThan(0);
    isBroken = false;
    const alert = notice.closest("[role=alert]") as HTMLElement;
    await user.click(within(alert).getByRole("button", { name: text.retry }));
    expect(await list(text.team)).toBeDefined();
  });

  it("stays small with a thousand members, and finds one of them", async () => {
    const crowd = Array.from({ length: 999 }, (_, at) =>
      aMember({ id_user: at + 2, name: `Crew ${at + 2}`, email: null, company: "" }),
    );
    const { user, text } = await open(language, aTeam({ members: [me, ...crowd] }));
    const members = await list(text.team);
    expect(members.getAllByRole("listitem")).toHaveLength(8);
    expect(screen.getByText(text.all)).toBeDefined();
    await user.click(screen.getByRole("button", { name: text.more }));
    expect(members.getAllByRole("listitem")).toHaveLength(58);
    const search = screen.getByRole("searchbox", { name: text.search });
    await user.type(search, "CREW 777");
    expect(members.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByText(text.found)).toBeDefined();
    await user.type(search, "x");
    expect(screen.getByText(text.nobody)).toBeDefined();
  });
});

it("shows no team to who may not see it", async () => {
  const can = { ...aProject().can, view_team: false, manage_team: false };
  opened = await openScreen("/project/1", "en", {
    ...answers(aTeam()),
    "GET /api/projects/{id}": () => ok(aProject({ can, role: "trade" })),
  });
  await screen.findAllByText("Tower B");
  expect(opened.api.calls("GET /api/team-members")).toHaveLength(0);
  expect(screen.queryByRole("list", { name: "Team" })).toBeNull();
});
