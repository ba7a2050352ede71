import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Project } from "#contract/projects.ts";
import { ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aLink, aSync, connectedAnswers, viewerFiles } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    choose: t("autodesk.panel.choose"),
    sheets: t("autodesk.panel.sheets"),
    actions: t("autodesk.links.actions", { project: "Tower" }),
  };
};

const bare = { view: true, edit: false };
const page = (project: Project, links: readonly unknown[] = []) => ({
  ...connectedAnswers(),
  "GET /api/projects/{id}": () => ok(project),
  "GET /api/autodesk/links": () => ok(links),
});

describe.each(["en", "ar"] as const)("Autodesk on a project's page in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(language);

  it("links from a linked project to its files and sheets there, and shows a running sync", async () => {
    opened = await openScreen("/project/1", language, {
      ...page(aProject({ can: bare }), [aLink()]),
      "GET /api/autodesk/syncs": () => ok([aSync(), aSync({ id: 10, name: "Another" })]),
    });
    const panel = await screen.findByRole("heading", { name: "Autodesk" });
    const card = within(panel.closest("section") as HTMLElement);
    expect(card.getByRole("link", { name: t.sheets }).getAttribute("href")).toBe(
      "/autodesk?hub=b.harbour&project=b.tower&tab=sheets",
    );
    expect((await card.findAllByRole("progressbar")).length).toBe(1);
    card.getByRole("button", { name: t.actions });
  });

  it("offers the link to editors of the project, where Autodesk is set up", async () => {
    opened = await openScreen("/project/1", language, page(aProject({ can: { view: true, edit: true } })));
    const choose = await screen.findByRole("link", { name: t.choose });
    expect(choose.getAttribute("href")).toBe("/autodesk");
  });
});

it.each([
  ["whoever may not edit a project without a link", aProject({ can: bare }), person, true],
  ["whoever may not use Autodesk", aProject(), { ...person, can: { ...person.can, autodesk: false } }, true],
  ["anybody where Autodesk is not set up", aProject({ can: { view: true, edit: true } }), person, false],
])("Autodesk is not shown on the page of %s", async (_, project, who, isSetUp) => {
  opened = await openScreen(
    "/project/1",
    "en",
    {
      ...page(project, who === person ? [] : [aLink()]),
      "GET /api/autodesk/check-config": () =>
        ok({ configured: isSetUp, off_because: isSetUp ? null : "keys", viewer: viewerFiles }),
    },
    who,
  );
  const { api } = opened;
  await screen.findByRole("heading", { name: "Tower B" });
  if (who === person) await waitFor(() => expect(api.calls("GET /api/autodesk/links").length).toBe(1));
  if (!isSetUp) await waitFor(() => expect(api.calls("GET /api/autodesk/check-config").length).toBe(1));
  await new Promise(requestAnimationFrame);
  expect(screen.queryByRole("heading", { name: "Autodesk" })).toBeNull();
});
