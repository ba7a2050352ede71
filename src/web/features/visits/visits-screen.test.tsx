import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Answers, ok } from "#test/web/api-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject, aVisit } from "#web/testing/records.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const unknown = {
  en: "There is no such project, or you do not take part in it. All your visits are shown.",
  ar: "لا يوجد مشروع كهذا، أو أنك لست ضمن فريقه. تظهر هنا كل زياراتك.",
} as const;

/** Two projects with a visit each; the list narrows as it is asked. */
function keeper(): Answers {
  const projects = [aProject({ id: 1, name: "Tower B" }), aProject({ id: 2, name: "Harbour wall" })];
  const visits = [
    aVisit({ id: 3, name: "Week 11", id_project: 1 }),
    aVisit({ id: 4, name: "Week 12", id_project: 2 }),
  ];
  return {
    "GET /api/projects": () => ok({ items: projects, total: 2, page: 1, per_page: 100 }),
    "GET /api/visits": ({ query }) => {
      const project = query.get("id_project");
      const items = visits.filter(({ id_project }) => project === null || id_project === Number(project));
      return ok({ items, total: items.length, page: 1, per_page: 24 });
    },
  };
}

it("narrows the visits to the project that its address names", async () => {
  opened = await openScreen("/visits/2", "en", keeper());
  expect(await screen.findByText("Week 12")).toBeTruthy();
  expect(screen.queryByText("Week 11")).toBeNull();
  expect(screen.queryByText(unknown.en)).toBeNull();
});

it.each(["en", "ar"] as const)("says that a project is none, and shows all visits (%s)", async (language) => {
  opened = await openScreen("/visits/99", language, keeper());
  expect(await screen.findByText(unknown[language])).toBeTruthy();
  await waitFor(() => expect(screen.getByText("Week 11")).toBeTruthy());
  expect(screen.getByText("Week 12")).toBeTruthy();
});
