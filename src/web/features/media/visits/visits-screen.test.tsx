import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Answers, ok } from "#test/web/api-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

/** Two projects with a visit each; the list applies the request's filters. */
function keeper(): Answers {
  const projects = [aProject({ id: 1, name: "Tower B" }), aProject({ id: 2, name: "Harbour wall" })];
  const visits = [
    aVisit({ id: 3, name: "Week 11", id_project: 1 }),
    aVisit({ id: 4, name: "Week 12", id_project: 2 }),
  ];
  return {
    ...projectAnswers(projects),
    "GET /api/visits": ({ query }) => {
      const project = query.get("id_project");
      const items = visits.filter(({ id_project }) => project === null || id_project === Number(project));
      return ok({ items, total: items.length, page: 1, per_page: 24 });
    },
  };
}

it("filters the visits by the project in the address", async () => {
  opened = await openScreen("/visits/2", "en", keeper());
  expect(await screen.findByText("Week 12")).toBeTruthy();
  expect(screen.queryByText("Week 11")).toBeNull();
  expect(screen.queryByText(says("en")("visits.unknown_project"))).toBeNull();
});

it.each(["en", "ar"] as const)(
  "says that a project does not exist, and shows all visits (%s)",
  async (language) => {
    opened = await openScreen("/visits/99", language, keeper());
    expect(await screen.findByText(says(language)("visits.unknown_project"))).toBeTruthy();
    await waitFor(() => expect(screen.getByText("Week 11")).toBeTruthy());
    expect(screen.getByText("Week 12")).toBeTruthy();
  },
);

it.each(["en", "ar"] as const)("finds any of 5,000 projects (%s)", async (language) => {
  const t = says(language);
  const projects = Array.from({ length: 5000 }, (_, at) => aProject({ id: at + 1, name: `Site ${at + 1}` }));
  const named = projects.filter(({ id }) => [4711, 4999, 4321].includes(id));
  opened = await openScreen("/visits/4711", language, { ...keeper(), ...projectAnswers(projects, named) });
  const { api, user } = opened;
  const asked = () => api.calls("GET /api/visits").map(({ query }) => query.get("id_project"));
  // The project of the address: only its visits.
  expect(await screen.findByText("Site 4711")).toBeTruthy();
  await waitFor(() => expect(asked()).toEqual(["4711"]));
  // In the filter.
  await user.click(await screen.findByRole("button", { name: t("common.remove") }));
  await user.click(await screen.findByRole("button", { name: t("visits.project_filter") }));
  await user.type(await screen.findByRole("searchbox", { name: t("common.search") }), "site 4999");
  await user.click(await screen.findByRole("button", { name: "Site 4999" }));
  await waitFor(() => expect(asked().at(-1)).toBe("4999"));
  // For a new visit.
  await user.click(screen.getByRole("button", { name: t("visits.new") }));
  const field = await screen.findByRole("combobox", { name: new RegExp(`^${t("visits.project")}`) });
  await user.clear(field);
  await user.type(field, "site 4321");
  await user.click(await screen.findByRole("option", { name: "Site 4321" }));
  await waitFor(() => expect(field).toHaveProperty("value", "Site 4321"));
});

it.each(["en", "ar"] as const)("restores a star that was just removed (%s)", async (language) => {
  const starred = aVisit({ id: 3, name: "Week 11", starred: true });
  opened = await openScreen("/visits", language, {
    ...keeper(),
    "GET /api/visits": () => ok({ items: [starred], total: 1, page: 1, per_page: 24 }),
    "PUT /api/visits/star": ({ body }) => ok(body),
  });
  const { api, user } = opened;
  await user.click(
    await screen.findByRole("button", { name: says(language)("common.unstar_named", { name: "Week 11" }) }),
  );
  await user.click(await screen.findByRole("button", { name: says(language)("common.undo") }));
  await waitFor(() =>
    expect(api.calls("PUT /api/visits/star").map(({ body }) => body)).toEqual([
      { id_visit: 3, starred: false },
      { id_visit: 3, starred: true },
    ]),
  );
});
