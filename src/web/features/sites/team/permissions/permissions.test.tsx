import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";
import { permissionsOf } from "../roles.ts";
import { aMember, aTeam, me } from "../team.fixture.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function wordsIn(language: Language) {
  const t = says(language);
  return {
    team: t("team.title"),
    actions: t("team.actions_for", { name: "Survey Team" }),
    entry: t("team.member.permissions"),
    title: t("team.permissions.title", { name: "Survey Team" }),
    export: new RegExp(`^${t("team.permissions.areas.export")}`),
    seeVisits: new RegExp(`^${t("team.permissions.cell.visits.view")}`),
    changeVisits: new RegExp(`^${t("team.permissions.cell.visits.edit")}`),
    changeTeam: new RegExp(`^${t("team.permissions.cell.team.edit")}`),
    seeProject: new RegExp(`^${t("team.permissions.cell.project.view")}`),
    added: t("team.permissions.more_than_role"),
    notYours: saying(language)("team.permissions.not_yours"),
    reset: t("team.permissions.reset", { role: t("team.roles.viewer") }),
    save: t("common.save"),
    saved: t("team.permissions.saved", { name: "Survey Team" }),
    role: new RegExp(`${t("team.role")}$`),
    trade: new RegExp(`^${t("team.roles.trade")}`),
    lacking: t("errors.code.GRANT_LACKING"),
    edit: t("team.edit_member.title"),
    gone: t("team.edit_member.gone_title"),
    changes: t("common.changes", { count: 1 }),
  };
}

const route = "PUT /api/team-members/update-permissions";

async function open(language: Language, more: Answers = {}, team = aTeam()) {
  const text = wordsIn(language);
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

  it("show the role's, mark additional ones, and send only changed ones", async () => {
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

  it("return to the role's by one press", async () => {
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

  it("follow a new role, and revoke the change permission with the view permission", async () => {
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

  it("cannot be granted by a user without them, and say so", async () => {
    const own = { ...me, role: "manager" as const, permissions: { ...me.permissions, "team.edit": false } };
    const { text, box } = await open(language, {}, aTeam({ members: [own, aMember({ role: "editor" })] }));
    expect(box(text.changeTeam).disabled).toBe(true);
    expect(box(text.changeTeam).getAttribute("aria-label")).toMatch(text.notYours);
    expect(box(text.export).disabled).toBe(false);
  });

  it("stay as selected when they are refused", async () => {
    const { user, text, dialog, box, save } = await open(language, {
      [route]: () => refuse(403, "GRANT_LACKING", ""),
    });
    await user.click(box(text.export));
    await user.click(save());
    expect(await dialog.findByText(text.lacking)).toBeDefined();
    expect(box(text.export).checked).toBe(true);
  });

  it("can be edited on a separate page by a super admin", async () => {
    const text = wordsIn(language);
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

it("informs a super admin that a user is not in the team", async () => {
  opened = await openScreen(
    "/editmember/77/1",
    "en",
    { "GET /api/team-members": () => ok(aTeam()) },
    superAdmin,
  );
  expect(await screen.findByText(wordsIn("en").gone)).toBeDefined();
});

it("/editmember redirects all others to the dashboard", async () => {
  opened = await openScreen("/editmember/2/1", "en", {}, person);
  const { path, api } = opened;
  await waitFor(() => expect(path()).toBe("/dashboard"));
  expect(api.calls("GET /api/team-members")).toHaveLength(0);
});
