import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

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

const words = {
  en: {
    back: "Restore Tower B",
    left: "27 days left",
    by: /by Site Office/,
    done: "Tower B (2) is back",
    failed: "Tower B could not be restored",
    why: "You do not have permission to perform this action.",
    empty: "The bin is empty",
    more: "More about projects",
    bin: "Bin",
  },
  ar: {
    back: "استعادة Tower B",
    left: "بقي 27 يومًا",
    by: /بواسطة Site Office/,
    done: "عاد Tower B (2)",
    failed: "تعذّرت استعادة Tower B",
    why: "ليست لديك صلاحية تنفيذ هذا الإجراء.",
    empty: "سلة المحذوفات فارغة",
    more: "المزيد حول المشاريع",
    bin: "سلة المحذوفات",
  },
} as const;

describe.each(["en", "ar"] as const)("the bin of projects in %s", (language) => {
  const it = inTurns(language);
  const text = words[language];
  const open = async (more: Answers, address = "/projects/bin") => {
    opened = await openScreen(address, language, {
      "GET /api/projects": () => ok({ items: [aProject()], total: 1, page: 1, per_page: 24 }),
      ...more,
    });
    return opened;
  };

  it("says who deleted a project and how long it stays, and puts it back", async () => {
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

  it("leaves a project where it is when it cannot be put back, and says why", async () => {
    const { user } = await open({
      "GET /api/projects/bin": () => ok([binned(1, "Tower B", 27, null)]),
      "PUT /api/projects/restore/{id}": () => refuse(403, "FORBIDDEN", ""),
    });
    await user.click(await screen.findByRole("button", { name: text.back }));
    expect(await screen.findByText(text.failed)).toBeTruthy();
    expect(screen.getByText(text.why)).toBeTruthy();
    expect(screen.getByText(text.left)).toBeTruthy();
  });

  it("is found from the list of projects, and says so when nothing is in it", async () => {
    const { user, path } = await open({ "GET /api/projects/bin": () => ok([]) }, "/projects");
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.bin }));
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(path()).toBe("/projects/bin");
  });
});
