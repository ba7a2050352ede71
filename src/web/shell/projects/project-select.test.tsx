import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Answer, ok, refuse } from "#test/web/api-server.ts";
import { startCreation } from "#web/lib/creation.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

/** Opens the form of a new visit with project 1 selected, which is still loading; there is another project. */
async function addVisitToLoadingProject() {
  const t = says("en");
  const { promise, resolve } = Promise.withResolvers<Answer>();
  opened = await openScreen("/visits", "en", {
    ...projectAnswers([aProject({ id: 2, name: "Harbour Tower" })]),
    "GET /api/projects/1": () => promise,
    "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 24 }),
  });
  const { user } = opened;
  await screen.findByRole("button", { name: t("visits.new") });
  act(() => startCreation({ kind: "visit", id_project: 1 }));
  const dialog = within(await screen.findByRole("dialog", { name: t("visits.add_title") }));
  const field = () => dialog.getByRole<HTMLInputElement>("combobox", { name: t("visits.project") });
  await waitFor(() => expect(field().placeholder).toBe(t("common.loading")));
  return { t, field, dialog, user, respond: resolve };
}

const { can } = aProject();
it.each([
  [
    "a project in which the user may not add a visit",
    ok(aProject({ id: 1, can: { ...can, add_visit: false } })),
  ],
  ["a project that does not exist for the user", refuse(404, "NOT_FOUND", "Not found.")],
])("deselects %s in a form, as soon as that is known", async (_, answer) => {
  const { t, field, dialog, user, respond } = await addVisitToLoadingProject();
  respond(answer);
  await waitFor(() => expect(field().placeholder).toBe(t("visits.project_placeholder")));
  await user.type(dialog.getByRole("textbox", { name: new RegExp(`^${t("visits.name")}`) }), "Week 12");
  await user.click(dialog.getByRole("button", { name: t("visits.add") }));
  expect(await dialog.findByText(t("visits.project_required"))).toBeTruthy();
});

it("shows the name of the selected project once it is known", async () => {
  const { field, respond } = await addVisitToLoadingProject();
  respond(ok(aProject({ id: 1, name: "Palm Court" })));
  await waitFor(() => expect(field().value).toBe("Palm Court"));
});
