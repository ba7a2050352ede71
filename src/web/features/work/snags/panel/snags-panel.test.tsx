import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Project } from "#contract/projects.ts";
import type { Snag } from "#contract/snags.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import type { Translate } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSnag, listed } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (t: Translate) => ({
  left: t("snags.panel.left", { count: 3 }),
  overdue: t("snags.panel.overdue", { count: 1 }),
  all: t("snags.panel.all"),
  newest: t("snags.panel.newest"),
  mine: t("snags.panel.mine"),
  part: `${t("snags.statuses.in_work")} 1`,
  create: t("snags.new"),
});

const snags = [
  aSnag({ id: 11 }),
  aSnag({ id: 12, title: "Loose tile", status: "in_work" }),
  aSnag({ id: 13, title: "Door scratched", status: "closed" }),
  aSnag({ id: 14, title: "Window sticks", due_date: "2026-01-01", is_overdue: true }),
];

const answers = (project: Project, mine: readonly Snag[]): Answers => ({
  "GET /api/projects/1": () => ok(project),
  "GET /api/annotations": ({ query }) => {
    if (query.has("overdue")) return ok({ ...listed(snags.slice(3), query), counts: {} });
    if (query.has("mine")) return ok(listed(mine, query));
    return ok(listed(project.role === "trade" ? mine : snags, query));
  },
});

describe.each(["en", "ar"] as const)("the snags on a project's page in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(says(language));
  const panel = async () => {
    const heading = await screen.findByText(t.all);
    return within(heading.closest("section") ?? document.body);
  };

  it("show the numbers of open and overdue ones, with a link to each group", async () => {
    const project = aProject({ can: { ...aProject().can, view_snags: true, add_snag: true } });
    opened = await openScreen("/project/1", language, answers(project, []));
    const inside = await panel();
    inside.getByText(t.left);
    expect(inside.getByText(t.overdue).getAttribute("href")).toBe("/snags?id_project=1&overdue=1");
    expect(inside.getByRole("link", { name: t.part }).getAttribute("href")).toBe(
      "/snags?id_project=1&status=in_work",
    );
    inside.getByText(t.newest);
    inside.getByText("Window sticks");
    inside.getByRole("button", { name: t.create });
    expect(inside.queryByText(t.mine)).toBeNull();
  });

  it("show a trade only the snags assigned to it", async () => {
    const project = aProject({ role: "trade", can: { view: true, follow: true, view_visits: true } });
    opened = await openScreen("/project/1", language, answers(project, snags.slice(1, 2)));
    const inside = await panel();
    inside.getByText(t.mine);
    inside.getByText("Loose tile");
    expect(inside.queryByText(t.newest)).toBeNull();
    expect(inside.queryByRole("button", { name: t.create })).toBeNull();
  });
});
