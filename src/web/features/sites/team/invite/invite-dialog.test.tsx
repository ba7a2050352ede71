import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aMember, anInvitation, aTeam, me } from "../team.fixture.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function wordsIn(language: Language) {
  const t = says(language);
  return {
    invite: t("team.invite.action"),
    title: t("team.invite.title", { project: "Tower B" }),
    addresses: new RegExp(`^${t("team.invite.addresses")}`),
    editor: t("team.roles.editor"),
    manager: t("team.roles.manager"),
    viewer: t("team.roles.viewer"),
    note: t("team.role_notes.editor"),
    message: new RegExp(`^${t("team.invite.message")}`),
    send: new RegExp(
      `^(${t("team.invite.send", { count: 1 })}|${t("team.invite.send", { count: 2 })}|${t("team.invite.send", { count: 3 })})`,
    ),
    sentTwo: t("team.invite.sent", { count: 2 }),
    remove: (email: string) => t("team.invite.remove", { email }),
    needed: t("team.invite.needed"),
    member: t("errors.code.ALREADY_MEMBER"),
    untried: t("team.invite.not_tried"),
    joined: t("team.invite.joined"),
    link: (email: string) => t("team.invite.link_of", { email }),
    done: t("team.invite.close"),
  };
}

const route = "POST /api/team-members/invite-team-member";
const sent = (email: unknown, link: string | null = null) => ({
  status: 201,
  body: {
    data: { invitation: anInvitation({ id: Math.random(), email: String(email) }), invitation_link: link },
  },
});

async function open(language: Language, invite: Answers[string], team = aTeam()) {
  const text = wordsIn(language);
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

  it("splits a pasted list, sends one after the other, and confirms once", async () => {
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

  it("ends an address at comma, space and Enter, and restores the last one with Backspace", async () => {
    const { user, text, dialog, field } = await open(language, ({ body }) => sent(body["email"]));
    await user.type(field, "a@site.example,b@site.example c@site.example{Enter}");
    for (const email of ["a@site.example", "b@site.example", "c@site.example"])
      expect(dialog.getByRole("button", { name: text.remove(email) })).toBeDefined();
    await user.keyboard("{Backspace}");
    expect((field as HTMLInputElement).value).toBe("c@site.example");
    await user.click(dialog.getByRole("button", { name: text.remove("a@site.example") }));
    expect(dialog.queryByText("a@site.example")).toBeNull();
  });

  it("keeps refused addresses, with the reason for each, and sends only these on retry", async () => {
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

  it("stops at a refusal that concerns no single address, and says which were not tried", async () => {
    const { user, api, text, dialog, field } = await open(language, () => refuse(429, "RATE_LIMITED", ""));
    await user.type(field, "a@site.example b@site.example ");
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await dialog.findByText(text.untried)).toBeDefined();
    expect(api.calls(route)).toHaveLength(1);
    expect(dialog.getAllByRole("button", { name: /@/ })).toHaveLength(2);
  });

  it("shows links to pass on where there is no email, and users who had requested to join", async () => {
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

  it("requires an address before the request", async () => {
    const { user, api, text, dialog } = await open(language, ({ body }) => sent(body["email"]));
    await user.click(dialog.getByRole("button", { name: text.send }));
    expect(await dialog.findByText(text.needed)).toBeDefined();
    expect(api.calls(route)).toHaveLength(0);
  });

  it("offers no role above the user's own, nor one with more permissions", async () => {
    const own = { ...me, role: "editor" as const, permissions: { ...me.permissions, "project.edit": false } };
    const { text, dialog } = await open(language, () => ok({}), aTeam({ members: [own, aMember()] }));
    const roles = dialog.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).value);
    expect(roles).toEqual(["editor", "viewer", "trade"]);
    expect(dialog.queryByRole("radio", { name: text.manager })).toBeNull();
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: text.viewer }).checked).toBe(true);
  });
});
