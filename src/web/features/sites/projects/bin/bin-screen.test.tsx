import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
const binned = (id: number, name: string, days: number, deleted_by: string | null) => ({
  id,
  id_project: id,
  code: `prj234567${id}`,
  name,
  deleted_at: inDays(days - 30),
  deleted_by,
  until: inDays(days),
  visit_count: 2,
  can: { restore: true },
});

function wordsIn(language: Language) {
  const t = says(language);
  return {
    back: t("projects.bin.restore_of", { name: "Tower B" }),
    left: t("projects.bin.left", { count: 27 }),
    by: saying(language)("projects.bin.deleted_by", { name: "Site Office" }),
    done: t("projects.bin.restored", { name: "Tower B (2)" }),
    failed: t("projects.bin.restore_failed", { name: "Tower B" }),
    why: t("errors.code.FORBIDDEN"),
    empty: t("projects.bin.empty_title"),
    more: t("projects.more"),
    bin: t("projects.bin.title"),
  };
}

describe.each(["en", "ar"] as const)("the bin of projects in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (more: Answers, address = "/projects/bin") => {
    opened = await openScreen(address, language, {
      "GET /api/projects": () => ok({ items: [aProject()], total: 1, page: 1, per_page: 24 }),
      ...more,
    });
    return opened;
  };

  it("says who deleted a project and how long it stays, and restores it", async () => {
    let lies = [binned(1, "Tower B", 27, "Site Office"), binned(2, "Depot", 3, null)];
    const { user, api } = await open({
      "GET /api/projects/bin": () => ok(lies),
      "PUT /api/projects/restore/{id}": () => {
        lies = lies.slice(1);
        return ok(aProject({ name: "Tower B (2)" }));
      },
    });
    expect(await screen.findByText(text.left)).toBeTruthy();
    expect(screen.getByText(text.by)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.back }));
    expect(await screen.findByText(text.done)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(text.left)).toBeNull());
    expect(screen.getByText("Depot")).toBeTruthy();
    expect(api.calls("PUT /api/projects/restore/{id}")).toHaveLength(1);
  });

  it("keeps a project when it cannot be restored, and says why", async () => {
    const { user } = await open({
      "GET /api/projects/bin": () => ok([binned(1, "Tower B", 27, null)]),
      "PUT /api/projects/restore/{id}": () => refuse(403, "FORBIDDEN", ""),
    });
    await user.click(await screen.findByRole("button", { name: text.back }));
    expect(await screen.findByText(text.failed)).toBeTruthy();
    expect(screen.getByText(text.why)).toBeTruthy();
    expect(screen.getByText(text.left)).toBeTruthy();
  });

  it("is linked from the list of projects, and says so when it is empty", async () => {
    const { user, path } = await open({ "GET /api/projects/bin": () => ok([]) }, "/projects");
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.bin }));
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(path()).toBe("/projects/bin");
  });
});
