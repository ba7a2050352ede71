import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { MonthUsage, ProjectTier } from "#contract/plans.tiers.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const aTier = (id: number, more: Partial<ProjectTier> = {}): ProjectTier => ({
  id,
  name: `Band ${id}`,
  area: 600,
  num_buildings: 1,
  num_floors: null,
  project_id: null,
  price: 1900,
  currency: "USD",
  active: true,
  projects: 2,
  created_at: "2026-11-01T08:00:00Z",
  can: { edit: true, delete: true },
  ...more,
});

const months = (year: number): MonthUsage[] =>
  Array.from({ length: 12 }, (_, at) => ({
    year,
    month: at + 1,
    projects: at === 2 ? 3 : 0,
    visits: at,
    videos: 0,
    bytes: at === 0 ? 3 * 1024 ** 3 : 0,
  }));

const person = { id: 7, username: "gate", first_name: "Gate", last_name: "Team", email: "gate@example.org" };

const keeper = (more: Answers = {}): Answers => ({
  "GET /api/project-tiers": () => ok([aTier(1), aTier(2, { area: null, active: false, projects: 0 })]),
  "POST /api/project-tiers": ({ body }) => ok({ ...aTier(3), ...body }),
  "PUT /api/project-tiers/{id}": ({ body }) => ok({ ...aTier(1), ...body }),
  "DELETE /api/project-tiers/{id}": () => ok({}),
  "POST /api/project-tiers/find-tier": ({ body }) => ok({ tier: body["area"] === 50 ? aTier(1) : null }),
  "GET /api/project-tiers/usage/yearly": ({ query }) => {
    const year = Number(query.get("year"));
    return ok({ year, months: months(year) });
  },
  "GET /api/project-tiers/admin/stats": () =>
    ok({
      users: 12,
      projects: 3,
      visits: 40,
      videos: 5,
      cameras: 6,
      channels: 7,
      bytes: 5 * 1024 ** 3,
      tiers: [
        { id: 1, name: "Band 1", projects: 2 },
        { id: null, name: "", projects: 1 },
      ],
      plans: [{ id: 1, name: "Site office", users: 9 }],
      currency: "USD",
      months: months(2026).map((month) => ({ ...month, billed: 4950, paid: 4000 })),
      unpaid: 950,
    }),
  ...projectAnswers([aProject()]),
  "GET /api/users": () => ok({ items: [person], total: 1, page: 1, per_page: 50 }),
  "GET /api/users/{id}": () => ok(person),
  ...more,
});

const wordsIn = (language: Language) => {
  const t = says(language);
  const say = saying(language);
  return {
    add: t("plans.tiers.new"),
    title: t("plans.tiers.new"),
    name: say("plans.tiers.name"),
    area: say("plans.tiers.area_in"),
    price: say("plans.tiers.price_in", { currency: "USD" }),
    create: t("plans.tiers.create"),
    missing: t("plans.tiers.name_required"),
    wrong: say("plans.tiers.price_invalid", { example: "12.50" }),
    more: t("plans.tiers.more_of", { name: "Band 1" }),
    edit: t("plans.tiers.edit"),
    editTitle: t("plans.tiers.edit_title"),
    save: t("plans.tiers.save"),
    remove: t("plans.tiers.delete"),
    question: t("plans.tiers.delete_title", { name: "Band 1" }),
    lies: say("plans.tiers.delete_text", { count: 2 }),
    upTo: t("plans.tiers.up_to", { size: t("plans.tiers.area_value", { area: "600" }) }),
    any: t("plans.tiers.any"),
    checkArea: t("plans.tiers.check_area"),
    find: t("plans.tiers.check_do"),
    // The price as Intl formats it, with its own direction marks.
    found: new RegExp(
      t("plans.tiers.check_found", { name: "Band 1", price: "19" }).replace("19", ".*19\\.00.*"),
    ),
    none: t("plans.tiers.check_none"),
    whose: say("plans.tiers.whose"),
    everybody: t("plans.tiers.everybody"),
    begun: (year: number) => t("plans.tiers.usage", { year }),
    before: (year: number) => t("plans.tiers.previous_year", { year }),
    march: language === "ar" ? /^مارس 2025/ : "March 2025",
    figures: t("plans.tiers.tabs.figures"),
    noBand: t("plans.tiers.figures.no_band"),
    byBand: t("plans.tiers.figures.by_band"),
    money: t("plans.tiers.figures.money"),
    unpaid: t("plans.tiers.figures.unpaid"),
    denied: t("failures.cases.permission", { thing: t("failures.screens.tiers") }),
  };
};

describe.each(["en", "ar"] as const)("size tiers in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path: string, answers: Answers = keeper()) => {
    opened = await openScreen(path, language, answers, superAdmin);
    return opened;
  };

  it("are listed with their limits, and an open end is labelled", async () => {
    await open("/tiers");
    const [, first, second] = await screen.findAllByRole("row");
    if (first === undefined || second === undefined) throw new Error("Two bands were told of.");
    expect(within(first).getByText(text.upTo)).toBeTruthy();
    expect(within(second).getAllByText(text.any)).toHaveLength(2);
  });

  it("are created with a price in the currency's decimals; an empty field is no limit", async () => {
    const { user, api } = await open("/tiers");
    await user.click(await screen.findByRole("button", { name: text.add }));
    const dialog = within(await screen.findByRole("dialog", { name: text.title }));
    await user.click(dialog.getByRole("button", { name: text.create }));
    expect(await dialog.findByText(text.missing)).toBeTruthy();
    expect(dialog.getByText(text.wrong)).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Villa");
    await user.type(dialog.getByRole("textbox", { name: text.area }), "600");
    await user.type(dialog.getByRole("textbox", { name: text.price }), "19.9");
    await user.click(dialog.getByRole("button", { name: text.create }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls("POST /api/project-tiers").map(({ body }) => body)).toEqual([
      {
        name: "Villa",
        area: 600,
        num_buildings: null,
        num_floors: null,
        project_id: null,
        price: 1990,
        active: true,
      },
    ]);
  });

  it("are changed field by field", async () => {
    const { user, api } = await open("/tiers");
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.edit }));
    const dialog = within(await screen.findByRole("dialog", { name: text.editTitle }));
    const area = dialog.getByRole("textbox", { name: text.area });
    await user.clear(area);
    await user.click(dialog.getByRole("button", { name: text.save }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls("PUT /api/project-tiers/{id}").map(({ body }) => body)).toEqual([{ area: null }]);
  });

  it("are deleted after a confirmation with the number of their projects", async () => {
    const { user, api } = await open("/tiers");
    await user.click(await screen.findByRole("button", { name: text.more }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(question.getByText(text.lies)).toBeTruthy();
    expect(api.calls("DELETE /api/project-tiers/{id}")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.remove }));
    await waitFor(() => expect(api.calls("DELETE /api/project-tiers/{id}")).toHaveLength(1));
  });

  it("are found by a size, and the answer is cleared when the size changes", async () => {
    const { user } = await open("/tiers");
    const area = await screen.findByRole("textbox", { name: text.checkArea });
    await user.type(area, "50");
    await user.click(screen.getByRole("button", { name: text.find }));
    expect(await screen.findByText(text.found)).toBeTruthy();
    await user.clear(area);
    await user.type(area, "7000");
    await user.click(screen.getByRole("button", { name: text.find }));
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect(screen.queryByText(text.found)).toBeNull();
  });

  it("are beside the usage of all users, year by year, with its figures as a table", async () => {
    const { user, api } = await open("/tiers?part=usage&year=2026");
    await user.click(await screen.findByRole("button", { name: text.before(2026) }));
    const table = within(await screen.findByRole("table", { name: text.begun(2025) }));
    const march = table.getByRole("rowheader", { name: text.march }).closest("tr") as HTMLElement;
    expect(
      within(march)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["3", "2", "0"]);
    // The request for the preceding year may still be pending when the next one is selected.
    expect(api.calls("GET /api/project-tiers/usage/yearly").map(({ query }) => query.toString())).toContain(
      "year=2025&everybody=true",
    );
    expect(location.search).toContain("year=2025");
  });

  it("are beside the usage of one user, found by name", async () => {
    const { user, api } = await open("/tiers?part=usage");
    const field = await screen.findByRole<HTMLInputElement>("combobox", { name: text.whose });
    expect(field.value).toBe(text.everybody);
    await user.click(field);
    await user.clear(field);
    await user.type(field, "gat");
    await waitFor(() => expect(api.calls("GET /api/users").at(-1)?.query.get("search")).toBe("gat"));
    await screen.findByRole("option", { name: /Gate Team/ });
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await waitFor(() =>
      expect(api.calls("GET /api/project-tiers/usage/yearly").at(-1)?.query.get("id_user")).toBe("7"),
    );
    expect(location.search).toContain("user=7");
    await waitFor(() => expect(field.value).toBe("Gate Team"));
  });

  it("are beside the platform's totals: counts, subscriptions, invoiced and paid amounts", async () => {
    const { user } = await open("/tiers");
    await user.click(await screen.findByRole("tab", { name: text.figures }));
    const bands = within(await screen.findByRole("list", { name: text.byBand }));
    expect(bands.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "Band 12",
      `${text.noBand}1`,
    ]);
    const money = within(screen.getByRole("table", { name: text.money }));
    expect(money.getAllByText(/49\.50/)).toHaveLength(12);
    const unpaid = screen.getByText(text.unpaid).closest("div") as HTMLElement;
    expect(within(unpaid).getByText(/9\.50/)).toBeTruthy();
  });

  it("are visible only to a super admin", async () => {
    await open("/tiers", keeper({ "GET /api/project-tiers": () => refuse(403, "FORBIDDEN", "Forbidden") }));
    expect(await screen.findByText(text.denied)).toBeTruthy();
  });
});
