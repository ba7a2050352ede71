import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { permissionsOf } from "../roles.ts";
import { aMember, aTeam, me } from "../team.fixture.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const words = {
  en: {
    team: "Team",
    actions: "Actions for Survey Team",
    entry: "Permissions",
    title: "Permissions of Survey Team",
    export: /^Export/,
    seeVisits: /^See visits/,
    changeVisits: /^Add and change visits/,
    changeTeam: /^Change the team/,
    seeProject: /^See the project/,
    added: "Added to the role",
    notYours: /You can only give what you have yourself/,
    reset: "Reset to Viewer",
    save: "Save",
    saved: "Permissions of Survey Team saved",
    role: /Role$/,
    trade: /^Trade/,
    lacking: "You can only grant permissions that you have yourself.",
    edit: "Edit member",
    gone: "Not in this team",
    changes: "1 field changed",
  },
  ar: {
    team: "الفريق",
    actions: "إجراءات Survey Team",
    entry: "الصلاحيات",
    title: "صلاحيات Survey Team",
    export: /^التصدير/,
    seeVisits: /^الاطلاع على الزيارات/,
    changeVisits: /^إضافة الزيارات وتعديلها/,
    changeTeam: /^تعديل الفريق/,
    seeProject: /^الاطلاع على المشروع/,
    added: "زيادة على الدور",
    notYours: /لا يمكنك منح ما ليس لك/,
    reset: "إعادة إلى صلاحيات مُطّلع",
    save: "حفظ",
    saved: "حُفظت صلاحيات Survey Team",
    role: /الدور$/,
    trade: /^مقاول/,
    lacking: "لا يمكنك منح صلاحيات لا تملكها.",
    edit: "تعديل عضو",
    gone: "ليس في هذا الفريق",
    changes: "تم تعديل حقل واحد",
  },
} as const;

const route = "PUT /api/team-members/update-permissions";

async function open(language: "en" | "ar", more: Answers = {}, team = aTeam()) {
  const text = words[language];
  opened = await openScreen("/project/1", language, {
    "GET /api/projects/{id}": () => ok(aProject()),
    "GET /api/team-members": () => ok(team),
    [route]: () => ok(aMember()),
    ...more,
  });
  const { user } = opened;
  const members = within(await screen.findByRole("list", { name: text.team }));
  await user.click(members.getByRole("button", { name: text.actions }));
  await user.click(await screen.findByRole("menuitem", { name: text.entry }));
  const dialog = within(await screen.findByRole("dialog", { name: text.title }));
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>("checkbox", { name });
  return { ...opened, text, dialog, box, save: () => dialog.getByRole("button", { name: text.save }) };
}

describe.each(["en", "ar"] as const)("permissions of a member in %s", (language) => {
  const it = inTurns(language);

  it("show the role's, mark what is beyond it, and send what was changed alone", async () => {
    const { user, api, text, dialog, box, save } = await open(language);
    expect(box(text.seeVisits).checked).toBe(true);
    expect(box(text.export).checked).toBe(false);
    expect(box(text.seeProject).disabled).toBe(true);
    expect(save().hasAttribute("disabled")).toBe(true);
    await user.click(box(text.export));
    expect(dialog.getByText(text.added)).toBeDefined();
    await user.click(save());
    expect(await screen.findByText(text.saved)).toBeDefined();
    expect(api.calls(route).map(({ body }) => body)).toEqual([
      { id_project: 1, id_user: 2, permissions: { "export.view": true } },
    ]);
  });

  it("go back to the role's at one press", async () => {
    const permissions = { ...permissionsOf("viewer"), "export.view": true };
    const adjusted = aMember({ permissions, is_adjusted: true });
    const { user, api, text, dialog, box, save } = await open(
      language,
      {},
      aTeam({ members: [me, adjusted] }),
    );
    expect(box(text.export).checked).toBe(true);
    await user.click(dialog.getByRole("button", { name: text.reset }));
    expect(box(text.export).checked).toBe(false);
    await user.click(save());
    await waitFor(() =>
      expect(api.calls(route).map(({ body }) => body)).toEqual([
        { id_project: 1, id_user: 2, role: "viewer" },
      ]),
    );
  });

  it("follow another role, and take the change of a thing away with its sight", async () => {
    const { user, api, text, dialog, box, save } = await open(
      language,
      {},
      aTeam({ members: [me, aMember({ role: "editor" })] }),
    );
    await user.click(box(text.seeVisits));
    expect(box(text.changeVisits).checked).toBe(false);
    await user.click(dialog.getByRole("button", { name: text.role }));
    await user.click(await screen.findByRole("option", { name: text.trade }));
    expect(box(text.seeVisits).checked).toBe(true);
    await user.click(save());
    await waitFor(() =>
      expect(api.calls(route).map(({ body }) => body)).toEqual([
        { id_project: 1, id_user: 2, role: "trade" },
      ]),
    );
  });

  it("cannot be given by who has not got them, and what he may not is said", async () => {
    const own = { ...me, role: "manager" as const, permissions: { ...me.permissions, "team.edit": false } };
    const { text, box } = await open(language, {}, aTeam({ members: [own, aMember({ role: "editor" })] }));
    expect(box(text.changeTeam).disabled).toBe(true);
    expect(box(text.changeTeam).getAttribute("aria-label")).toMatch(text.notYours);
    expect(box(text.export).disabled).toBe(false);
  });

  it("stay as they were chosen when they are refused", async () => {
    const { user, text, dialog, box, save } = await open(language, {
      [route]: () => refuse(403, "GRANT_LACKING", ""),
    });
    await user.click(box(text.export));
    await user.click(save());
    expect(await dialog.findByText(text.lacking)).toBeDefined();
    expect(box(text.export).checked).toBe(true);
  });

  it("can be edited on a page of their own by a super admin", async () => {
    const text = words[language];
    const team = aTeam({ members: [aMember()] });
    opened = await openScreen(
      "/editmember/2/1",
      language,
      { "GET /api/team-members": () => ok(team), [route]: () => ok(aMember()) },
      superAdmin,
    );
    const { user, api } = opened;
    expect(await screen.findByRole("heading", { name: text.edit })).toBeDefined();
    await user.click(screen.getByRole("checkbox", { name: text.changeTeam }));
    expect(screen.getByText(text.changes)).toBeDefined();
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.saved)).toBeDefined();
    expect(api.calls("GET /api/team-members")[0]?.query.get("id_project")).toBe("1");
    expect(api.calls(route).map(({ body }) => body)).toEqual([
      { id_project: 1, id_user: 2, permissions: { "team.edit": true } },
    ]);
  });
});

it("tells a super admin that somebody is not in the team", async () => {
  opened = await openScreen(
    "/editmember/77/1",
    "en",
    { "GET /api/team-members": () => ok(aTeam()) },
    superAdmin,
  );
  expect(await screen.findByText(words.en.gone)).toBeDefined();
});

it("/editmember sends everybody else to the dashboard", async () => {
  opened = await openScreen("/editmember/2/1", "en", {}, person);
  const { path, api } = opened;
  await waitFor(() => expect(path()).toBe("/dashboard"));
  expect(api.calls("GET /api/team-members")).toHaveLength(0);
});
