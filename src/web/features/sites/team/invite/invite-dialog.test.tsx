import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { aMember, anInvitation, aTeam, me } from "../team.fixture.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const words = {
  en: {
    invite: "Invite",
    title: "Invite to Tower B",
    addresses: /^E-mail addresses/,
    editor: "Editor",
    manager: "Manager",
    viewer: "Viewer",
    note: "Adds and changes visits, sees the team, exports.",
    message: /^Message/,
    send: /^Send/,
    sentTwo: "2 invitations sent",
    remove: (email: string) => `Remove ${email}`,
    needed: "Enter at least one e-mail address",
    member: "This person is already on the team.",
    untried: "Not sent yet",
    joined: "Had asked to join and is in the team now",
    link: (email: string) => `Link for ${email}`,
    done: "Done",
  },
  ar: {
    invite: "دعوة",
    title: "دعوة إلى Tower B",
    addresses: /^عناوين البريد الإلكتروني/,
    editor: "محرّر",
    manager: "مدير",
    viewer: "مُطّلع",
    note: "يضيف الزيارات ويعدّلها، ويرى الفريق، ويصدّر البيانات.",
    message: /^رسالة/,
    send: /^إرسال/,
    sentTwo: "أُرسلت دعوتان",
    remove: (email: string) => `إزالة ${email}`,
    needed: "أدخل عنوان بريد واحدًا على الأقل",
    member: "هذا الشخص عضو في الفريق بالفعل.",
    untried: "لم يُرسل بعد",
    joined: "كان قد طلب الانضمام، وهو الآن في الفريق",
    link: (email: string) => `رابط ${email}`,
    done: "تم",
  },
} as const;

const route = "POST /api/team-members/invite-team-member";
const sent = (email: unknown, link: string | null = null) => ({
  status: 201,
  body: {
    data: { invitation: anInvitation({ id: Math.random(), email: String(email) }), invitation_link: link },
  },
});

async function open(language: "en" | "ar", invite: Answers[string], team = aTeam()) {
  const text = words[language];
  opened = await openScreen("/project/1", language, {
    "GET /api/projects/{id}": () => ok(aProject()),
    "GET /api/team-members": () => ok(team),
    [route]: invite,
  });
  const { user } = opened;
  await user.click(await screen.findByRole("button", { name: text.invite }));
  const dialog = within(await screen.findByRole("dialog", { name: text.title }));
  const field = dialog.getByRole("textbox", { name: text.addresses });
  return { ...opened, text, dialog, field };
}

describe.each(["en", "ar"] as const)("inviting in %s", (language) => {
  const it = inTurns(language);

  it("takes a pasted list apart, sends one after the other, and says once that it is done", async () => {
    const { user, api, text, dialog, field } = await open(language, ({ body }) => sent(body["email"]));
    await user.click(field);
    await user.paste("Site Office <a@site.example>; b@site.example\nA@SITE.example");
    expect(dialog.getAllByRole("button", { name: /@/ })).toHaveLength(2);
    expect(dialog.getByText(text.note)).toBeDefined();
    await user.click(dialog.getByRole("radio", { name: text.editor }));
    await user.type(dialog.getByRole("textbox", { name: text.message }), "Welcome");
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await screen.findByText(text.sentTwo)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const rest = { id_project: 1, role: "editor", message: "Welcome" };
    expect(api.calls(route).map(({ body }) => body)).toEqual([
      { email: "a@site.example", ...rest },
      { email: "b@site.example", ...rest },
    ]);
    expect(api.atOnce.get(route)).toBe(1);
  });

  it("ends an address at comma, blank and Enter, and takes the last one back with Backspace", async () => {
    const { user, text, dialog, field } = await open(language, ({ body }) => sent(body["email"]));
    await user.type(field, "a@site.example,b@site.example c@site.example{Enter}");
    for (const email of ["a@site.example", "b@site.example", "c@site.example"])
      expect(dialog.getByRole("button", { name: text.remove(email) })).toBeDefined();
    await user.keyboard("{Backspace}");
    expect((field as HTMLInputElement).value).toBe("c@site.example");
    await user.click(dialog.getByRole("button", { name: text.remove("a@site.example") }));
    expect(dialog.queryByText("a@site.example")).toBeNull();
  });

  it("keeps what was refused, with the reason at each address, and sends only that again", async () => {
    let isIn = true;
    const { user, api, text, dialog, field } = await open(language, ({ body }) =>
      body["email"] === "in@site.example" && isIn ? refuse(422, "ALREADY_MEMBER", "") : sent(body["email"]),
    );
    await user.type(field, "a@site.example in@site.example b@site.example ");
    await user.type(dialog.getByRole("textbox", { name: text.message }), "Welcome");
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await dialog.findByText(text.member)).toBeDefined();
    expect(dialog.getAllByRole("button", { name: /@/ })).toHaveLength(1);
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: text.message }).value).toBe("Welcome");
    isIn = false;
    await user.click(dialog.getByRole("button", { name: text.send }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(route).map(({ body }) => body["email"])).toEqual([
      "a@site.example",
      "in@site.example",
      "b@site.example",
      "in@site.example",
    ]);
  });

  it("stops at a refusal that is nobody's in particular, and says which were not tried", async () => {
    const { user, api, text, dialog, field } = await open(language, () => refuse(429, "RATE_LIMITED", ""));
    await user.type(field, "a@site.example b@site.example ");
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await dialog.findByText(text.untried)).toBeDefined();
    expect(api.calls(route)).toHaveLength(1);
    expect(dialog.getAllByRole("button", { name: /@/ })).toHaveLength(2);
  });

  it("shows links to hand over where there is no mail, and who had asked already", async () => {
    const { user, text, dialog, field } = await open(language, ({ body }) =>
      body["email"] === "asked@site.example"
        ? { status: 201, body: { data: { invitation: null, invitation_link: null } } }
        : sent(body["email"], "/activate/the-token"),
    );
    await user.type(field, "new@site.example asked@site.example ");
    await user.click(dialog.getByRole("button", { name: text.send }));
    const link = await dialog.findByRole("textbox", { name: text.link("new@site.example") });
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/activate/the-token`);
    expect(dialog.getByText(text.joined)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: text.done }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("asks for an address before it asks the server", async () => {
    const { user, api, text, dialog } = await open(language, ({ body }) => sent(body["email"]));
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await dialog.findByText(text.needed)).toBeDefined();
    expect(api.calls(route)).toHaveLength(0);
  });

  it("offers no role above one's own, nor one with more than one has", async () => {
    const own = { ...me, role: "editor" as const, permissions: { ...me.permissions, "project.edit": false } };
    const { text, dialog } = await open(language, () => ok({}), aTeam({ members: [own, aMember()] }));
    const roles = dialog.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).value);
    expect(roles).toEqual(["editor", "viewer", "trade"]);
    expect(dialog.queryByRole("radio", { name: text.manager })).toBeNull();
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: text.viewer }).checked).toBe(true);
  });
});
