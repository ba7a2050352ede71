import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";
import {
  aDrawing,
  aFolder,
  aHub,
  aLink,
  anEntry,
  aSync,
  aTheirs,
  connectedAnswers,
  listed,
  places,
  viewerFiles,
} from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    connect: t("autodesk.connect.button"),
    disconnect: t("autodesk.disconnect.act"),
    account: t("autodesk.account"),
    connectedAs: t("autodesk.connected_as", { account: "architect@example.org" }),
    refused: t("autodesk.connect.refused_denied"),
    off: t("autodesk.off.site.title"),
    plan: t("autodesk.off.plan.title"),
    keys: t("autodesk.off.keys.title"),
    toSettings: t("autodesk.off.to_settings"),
    toPlans: t("autodesk.off.to_plans"),
    regions: t("autodesk.warnings.title"),
    silent: t("autodesk.hubs.silent_title"),
    empty: t("autodesk.hubs.empty_title"),
    link: t("autodesk.links.link_named", { name: "Quay" }),
    linked: t("autodesk.links.linked_to", { project: "Tower B" }),
    project: saying(language)("autodesk.links.project"),
    save: t("autodesk.links.save"),
    isLinked: t("autodesk.links.linked", { project: "Tower B" }),
    unlinked: t("autodesk.projects.unlinked_only"),
    version3: t("autodesk.models.open_version", { number: 3 }),
    sheets: t("autodesk.sheets.title"),
    choose: t("autodesk.sheets.choose", { name: "A-101 Ground floor" }),
    bring: t("autodesk.sheets.bring"),
    underWay: t("autodesk.syncs.running"),
    actions: t("autodesk.links.actions", { project: "Tower B" }),
    unlink: t("autodesk.links.unlink"),
    menu: t("shell.sidebar.label"),
    // Texts of the specification.
    config: "Failed to check Autodesk configuration",
    authUrl: "Failed to get Autodesk auth URL",
    logout: "Failed to logout from Autodesk",
    folder: "Failed to get folder contents",
    manifest: "Failed to get model manifest",
  };
};

const wordless = { status: 500, body: {} };
const off = (because: string): Answers => ({
  "GET /api/autodesk/check-config": () =>
    ok({ configured: false, off_because: because, viewer: viewerFiles }),
});
const notConnected = (): Answers => ({
  ...connectedAnswers(),
  "GET /api/autodesk/check-auth": () => ok({ authenticated: false, account: "", expires_at: null }),
});

describe.each(["en", "ar"] as const)("Autodesk in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(language);

  it("says why it cannot be used here, and links administrators to the settings", async () => {
    opened = await openScreen("/autodesk", language, off("keys"));
    await screen.findByText(t.keys);
    expect(screen.queryByRole("link", { name: t.toSettings })).toBeNull();
    expect(opened.api.calls("GET /api/autodesk/check-auth")).toEqual([]);
    await opened.close();

    opened = await openScreen("/autodesk", language, off("site"), superAdmin);
    await screen.findByText(t.off);
    const settings = screen.getByRole("link", { name: t.toSettings });
    expect(settings.getAttribute("href")).toMatch(/^\/settings/);
    await opened.close();

    opened = await openScreen("/autodesk", language, off("plan"));
    await screen.findByText(t.plan);
    expect(screen.getByRole("link", { name: t.toPlans }).getAttribute("href")).toBe("/changeplan");
  });

  it("is in the menu of users with access, and of no others", async () => {
    opened = await openScreen("/autodesk", language, connectedAnswers());
    await screen.findByText("Harbour Works");
    const menu = () => screen.getByRole("navigation", { name: t.menu });
    expect(within(menu()).getByRole("link", { name: "Autodesk" }).getAttribute("href")).toBe("/autodesk");
    await opened.close();

    const other = { ...person, can: { ...person.can, autodesk: false } };
    opened = await openScreen("/autodesk", language, off("plan"), other);
    await screen.findByText(t.plan);
    expect(within(menu()).queryByRole("link", { name: "Autodesk" })).toBeNull();
  });

  it("is connected after the return from sign-in, and removes the result from the address", async () => {
    opened = await openScreen("/autodesk?adsk_callback=1&status=success&hub=b.harbour", language, {
      ...connectedAnswers(),
      // The check is still pending.
      "GET /api/autodesk/check-auth": () => new Promise(() => undefined),
    });
    await screen.findByRole("link", { name: "Tower" });
    expect(location.search).toBe("?hub=b.harbour");
    expect(session.user()?.adsk_auth).toBe(true);
  });

  it("shows why the return from sign-in brought no connection", async () => {
    opened = await openScreen(
      "/autodesk?adsk_callback=1&status=error&reason=access_denied",
      language,
      notConnected(),
    );
    await screen.findByText(t.refused);
    screen.getByRole("button", { name: t.connect });
    expect([location.search, session.user()?.adsk_auth]).toEqual(["", false]);
  });

  it("shows the account's hubs, and a warning for a region that failed", async () => {
    opened = await openScreen("/autodesk", language, connectedAnswers());
    await screen.findByText(t.connectedAs);
    const hub = await screen.findByRole("link", { name: /^Harbour Works/ });
    expect(hub.getAttribute("href")).toBe("/autodesk?hub=b.harbour");
    await opened.close();

    const warning = { title: "Unable to get hubs from BIM360DM APAC.", detail: "403" };
    opened = await openScreen("/autodesk", language, {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs": () => listed([], [warning]),
    });
    await screen.findByText(t.regions);
    screen.getByText(warning.title);
    screen.getByText(t.silent);
    expect(screen.queryByText(t.empty)).toBeNull();
    await opened.close();

    opened = await openScreen("/autodesk", language, {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs": () => listed([]),
    });
    await screen.findByText(t.empty);
    expect(screen.queryByText(t.regions)).toBeNull();
  });

  it("links a project of a hub to an editable one, and marks linked ones", async () => {
    const mine = aProject();
    const stranger = aProject({ id: 2, name: "Not mine", can: { view: true } });
    opened = await openScreen("/autodesk?hub=b.harbour", language, {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs/{hub}/projects": ({ query }) =>
        listed([
          aTheirs({ id: "b.quay", name: "Quay" }),
          ...(query.get("exclude_existing") === "1"
            ? []
            : [aTheirs({ link: { id: 4, id_project: 1, project: "Tower B" } })]),
        ]),
      ...projectAnswers([mine, stranger]),
      "POST /api/autodesk/sync-project": () =>
        ok({
          link: aLink({ adsk_project_id: "b.quay", adsk_project: "Quay" }),
          sync: aSync({ name: "Quay" }),
        }),
    });
    const { user, api } = opened;
    const linked = await screen.findByRole("link", { name: t.linked });
    expect(linked.getAttribute("href")).toBe("/project/1");

    await user.click(screen.getByRole("button", { name: t.link }));
    await user.click(await screen.findByRole("combobox", { name: t.project }));
    await screen.findByRole("option", { name: "Tower B" });
    expect(screen.queryByRole("option", { name: "Not mine" })).toBeNull();
    await user.click(screen.getByRole("option", { name: "Tower B" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: t.save }));
    await screen.findByText(t.isLinked);
    expect(api.calls("POST /api/autodesk/sync-project")[0]?.body).toEqual({
      project_id: 1,
      adsk_project_id: "b.quay",
      adsk_hubId: "b.harbour",
    });

    await user.click(screen.getByRole("button", { name: t.unlinked }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Tower" })).toBeNull());
    expect(location.search).toBe("?hub=b.harbour&unlinked=1");
  });

  it("opens a folder by the address, shows its path, and the versions of a file", async () => {
    const top = aFolder("Project Files");
    opened = await openScreen(
      `/autodesk?hub=b.harbour&project=b.tower&folder=${encodeURIComponent(top.id)}`,
      language,
      connectedAnswers(),
    );
    const { user } = opened;
    const list = await screen.findByRole("link", { name: /^Tower\.rvt/ });
    await screen.findByText("Project Files");
    const names = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    // Folders first, in the server's order.
    expect(names.findIndex((name) => name.startsWith("Structure"))).toBeLessThan(
      names.findIndex((name) => name.startsWith("Tower.rvt")),
    );
    await user.click(list);
    const dialog = await screen.findByRole("dialog", { name: "Tower.rvt" });
    const open = await within(dialog).findByRole("link", { name: t.version3 });
    expect(open.getAttribute("href")).toContain("model=dXJuOnRvd2Vy");
    expect(location.search).toContain("item=");
  });

  it("imports selected sheets into the linked project, and disables those that cannot be imported", async () => {
    opened = await openScreen("/autodesk?hub=b.harbour&project=b.tower&tab=sheets", language, {
      ...connectedAnswers(),
      "GET /api/autodesk/projects/{project}/sheets": () =>
        listed([
          aDrawing("A-101"),
          aDrawing("A-102", { title: "First floor", can_import: false }),
          aDrawing("A-103", { title: "Roof", id_sheet: 12 }),
        ]),
      "GET /api/autodesk/links": () => ok([aLink()]),
      "POST /api/autodesk/links/{id}/sheets": () => ok(aSync({ kind: "sheets", total: 1, done: 0 })),
      "GET /api/autodesk/syncs": () => ok([aSync({ kind: "sheets", total: 1, done: 0 })]),
    });
    const { user, api } = opened;
    const first = await screen.findByRole("checkbox", { name: t.choose });
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toContain("/editsheet/12");
    await user.click(first);
    await user.click(screen.getByRole("button", { name: t.bring }));
    await waitFor(() =>
      expect(api.calls("POST /api/autodesk/links/{id}/sheets")[0]?.body).toEqual({ sheets: ["sheet-A-101"] }),
    );
    // Also found after a reload: it comes from the list of syncs.
    const running = await screen.findByRole("region", { name: t.underWay });
    within(running).getByRole("progressbar");
  });

  it("unlinks a project after a confirmation", async () => {
    opened = await openScreen("/autodesk", language, {
      ...connectedAnswers(),
      "GET /api/autodesk/links": () =>
        ok(opened?.api.calls("DELETE /api/autodesk/links/{id}").length ? [] : [aLink()]),
      "DELETE /api/autodesk/links/{id}": () => ok({}),
    });
    const { user, api } = opened;
    await user.click(await screen.findByRole("button", { name: t.actions }));
    await user.click(await screen.findByRole("menuitem", { name: t.unlink }));
    const question = await screen.findByRole("alertdialog");
    expect(api.calls("DELETE /api/autodesk/links/{id}")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: t.unlink }));
    await waitFor(() => expect(api.calls("DELETE /api/autodesk/links/{id}").length).toBe(1));
    await waitFor(() => expect(screen.queryByRole("button", { name: t.actions })).toBeNull());
  });
});

describe("connection to Autodesk", () => {
  const t = wordsIn("en");

  it("ends when one of its calls is refused with 401, and the session here continues", async () => {
    opened = await openScreen("/autodesk", "en", {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs": () => refuse(401, "AUTODESK_SIGN_IN", "Connect your Autodesk account first."),
    });
    await screen.findByRole("button", { name: t.connect });
    expect(opened.path()).toBe("/autodesk");
    expect(session.user()?.adsk_auth).toBe(false);
    expect(session.user()?.id).toBe(person.id);
  });

  it("ends after disconnecting, even when Autodesk could not be notified", async () => {
    opened = await openScreen("/autodesk", "en", {
      ...connectedAnswers(),
      "POST /api/autodesk/logout": () => wordless,
    });
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: t.account }));
    await user.click(await screen.findByRole("menuitem", { name: t.disconnect }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: t.disconnect }),
    );
    await screen.findByText(t.logout);
    await screen.findByRole("button", { name: t.connect });
    expect(session.user()?.adsk_auth).toBe(false);
  });

  it("is set by the check, and cleared when the check fails", async () => {
    opened = await openScreen("/autodesk", "en", connectedAnswers());
    await screen.findByText(t.connectedAs);
    expect(session.user()?.adsk_auth).toBe(true);
    await opened.close();

    const was = { ...person, adsk_auth: true };
    const broken = { ...connectedAnswers(), "GET /api/autodesk/check-auth": () => wordless };
    opened = await openScreen("/autodesk", "en", broken, was);
    await screen.findByRole("button", { name: t.connect });
    expect(session.user()?.adsk_auth).toBe(false);
  });
});

describe.each(places)("a reply that holds its content %s", (_, said) => {
  it("is read: whether the account is connected", async () => {
    opened = await openScreen("/autodesk", "en", {
      ...connectedAnswers(),
      "GET /api/autodesk/check-auth": () =>
        said({ authenticated: true, account: "architect@example.org", expires_at: null }),
    });
    await screen.findByText(wordsIn("en").connectedAs);
    expect(session.user()?.adsk_auth).toBe(true);
  });

  it("is read: where to sign in at Autodesk", async () => {
    opened = await openScreen("/autodesk", "en", {
      ...notConnected(),
      // An address within this page: the test browser does not navigate to another one.
      "GET /api/autodesk/auth-url": () => said({ authUrl: "#authorize" }),
    });
    await opened.user.click(await screen.findByRole("button", { name: wordsIn("en").connect }));
    await waitFor(() => expect(location.hash).toBe("#authorize"));
    expect(screen.queryByText(wordsIn("en").authUrl)).toBeNull();
  });
});

describe("failures without a message of the server", () => {
  const t = wordsIn("en");

  it("show that the configuration could not be checked", async () => {
    opened = await openScreen("/autodesk", "en", { "GET /api/autodesk/check-config": () => wordless });
    await screen.findByText(t.config);
  });

  it.each([
    ["an answer without an address", ok({})],
    ["a failure", wordless],
  ])("show that there is no address to sign in at: %s", async (_, answer) => {
    opened = await openScreen("/autodesk", "en", {
      ...notConnected(),
      "GET /api/autodesk/auth-url": () => answer,
    });
    await opened.user.click(await screen.findByRole("button", { name: t.connect }));
    await screen.findByText(t.authUrl);
  });

  it("show that a folder's contents could not be loaded", async () => {
    opened = await openScreen("/autodesk?hub=b.harbour&project=b.tower&folder=urn:x", "en", {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents": () => wordless,
    });
    await screen.findByText(t.folder);
  });

  it("show that the manifest of a model could not be loaded", async () => {
    opened = await openScreen("/autodesk?hub=b.harbour&project=b.tower&model=dXJu", "en", {
      ...connectedAnswers(),
      "GET /api/autodesk/models/manifest": () => wordless,
    });
    await screen.findByText(t.manifest);
  });

  it("keep the server's message", async () => {
    opened = await openScreen("/autodesk?hub=b.harbour&project=b.tower", "en", {
      ...connectedAnswers(),
      "GET /api/autodesk/hubs/{hub}/projects/{project}/folders": () =>
        refuse(403, "AUTODESK_DENIED", "Your Autodesk account does not have permission to view this."),
    });
    await screen.findByText("Your Autodesk account does not have permission to view this.");
    expect(anEntry().kind + aHub().kind).toBe("itemacc");
  });
});
