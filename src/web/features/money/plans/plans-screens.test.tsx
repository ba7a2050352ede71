import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Plan } from "#contract/plans.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const aPlan = (id: number, more: Partial<Plan> = {}): Plan => ({
  id,
  id_plan: id,
  name: `Plan ${id}`,
  description: "",
  price: 4900,
  channel_price: 0,
  currency: "USD",
  interval: "month",
  n_projects: 5,
  n_projects_month: null,
  n_virtual_tours: null,
  n_virtual_tours_month: null,
  n_video_uploads: null,
  n_video_uploads_month: null,
  n_cameras: null,
  n_channels: null,
  features: ["API"],
  custom_features: ["Support"],
  active: true,
  is_default: false,
  needs_approval: false,
  subscribers: 0,
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
  can: { edit: true, delete: true },
  ...more,
});

/** Plans as a server would store them. */
function keeper(more: Answers = {}): Answers {
  let plans = [aPlan(1), aPlan(2, { active: false, price: 0 }), aPlan(3, { subscribers: 4 })];
  return {
    "GET /api/plans": () => ok({ items: plans, total: plans.length, page: 1, per_page: 25 }),
    "GET /api/plans/{id}": () => ok(plans[0]),
    "POST /api/plans": ({ body }) => ok({ ...aPlan(9), ...body }),
    "PUT /api/plans/{id}": ({ body }) => ok({ ...plans[0], ...body }),
    "DELETE /api/plans/{id}": () => {
      plans = plans.slice(1);
      return ok({});
    },
    ...more,
  };
}

const wordsIn = (language: Language) => {
  const t = says(language);
  const say = saying(language);
  return {
    off: t("plans.off"),
    sort: `${t("plans.sort")}: ${t("plans.sorts.price")}`,
    byName: t("plans.sorts.subscribers"),
    more: (id: number) => t("plans.more_of", { name: `Plan ${id}` }),
    remove: t("plans.delete"),
    question: t("plans.delete_title", { name: "Plan 1" }),
    inUse: t("plans.in_use_title", { name: "Plan 3" }),
    inUse1: t("plans.in_use_title", { name: "Plan 1" }),
    switchOff: t("plans.switch_off"),
    bulk: t("plans.bulk"),
    preview: t("plans.preview"),
    price: say("plans.price_in", { currency: "USD" }),
    wrongPrice: say("plans.price_invalid", { example: "12.50" }),
    name: say("plans.name"),
    nameMissing: t("plans.name_required"),
    create: t("plans.create"),
    save: t("common.save"),
    unlimited: `${t("plans.unlimited")}: ${t("plans.kinds.projects")}${language === "ar" ? "،" : ","} ${t("plans.in_all")}`,
    limit: `${t("plans.kinds.projects")} ${t("plans.in_all")}`,
    addLine: t("plans.add_line"),
    line: (place: number) => t("plans.line", { place }),
    up: (place: number) => t("plans.line_up", { place }),
    free: t("plans.subscription.free"),
    newcomers: t("plans.default"),
    taken: t("plans.name_taken"),
    denied: t("failures.cases.permission", { thing: t("failures.screens.plans") }),
  };
};

describe.each(["en", "ar"] as const)("plans in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (path: string, answers: Answers = keeper()) => {
    opened = await openScreen(path, language, answers, superAdmin);
    return opened;
  };

  it("are listed as in the address; the server filters and sorts", async () => {
    const { user, api } = await open("/plans?search=pl&sort=price");
    expect(await screen.findByRole("link", { name: "Plan 1" })).toBeTruthy();
    expect(api.calls("GET /api/plans").at(-1)?.query.get("search")).toBe("pl");
    await user.click(screen.getByRole("button", { name: text.off }));
    await waitFor(() => expect(api.calls("GET /api/plans").at(-1)?.query.get("active")).toBe("0"));
    await user.click(screen.getByRole("button", { name: text.sort }));
    await user.click(await screen.findByRole("menuitemradio", { name: text.byName }));
    await waitFor(() => expect(api.calls("GET /api/plans").at(-1)?.query.get("sort")).toBe("subscribers"));
    expect(location.search).toContain("active=0");
  });

  it("are deactivated together, only those that were active", async () => {
    const { user, api } = await open("/plans");
    const rows = await screen.findAllByRole("row");
    for (const row of rows.slice(1, 3)) await user.click(within(row).getByRole("checkbox"));
    const bar = within(await screen.findByRole("toolbar", { name: text.bulk }));
    await user.click(bar.getByRole("button", { name: text.switchOff }));
    await waitFor(() => expect(screen.queryByRole("toolbar", { name: text.bulk })).toBeNull());
    expect(api.calls("PUT /api/plans/{id}").map(({ body }) => body)).toEqual([{ active: false }]);
  });

  it("with subscribers are not deleted: their number is shown, with an offer to deactivate the plan", async () => {
    const { user, api } = await open("/plans");
    await user.click(await screen.findByRole("button", { name: text.more(3) }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const told = within(await screen.findByRole("alertdialog", { name: text.inUse }));
    expect(told.getByText(/4/)).toBeTruthy();
    await user.click(told.getByRole("button", { name: text.switchOff }));
    await waitFor(() => expect(screen.queryByRole("alertdialog", { name: text.inUse })).toBeNull());
    expect(api.calls("DELETE /api/plans/{id}")).toEqual([]);
    expect(api.calls("PUT /api/plans/{id}").map(({ body }) => body)).toEqual([{ active: false }]);
  });

  it("that got a subscriber meanwhile are reported as in use by the server", async () => {
    const { user } = await open(
      "/plans",
      keeper({ "DELETE /api/plans/{id}": () => refuse(422, "PLAN_IN_USE", "Somebody has this plan.") }),
    );
    await user.click(await screen.findByRole("button", { name: text.more(1) }));
    await user.click(await screen.findByRole("menuitem", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    await user.click(question.getByRole("button", { name: text.remove }));
    expect(await screen.findByRole("alertdialog", { name: text.inUse1 })).toBeTruthy();
  });

  it("lead back to the list when they are deleted from their page", async () => {
    const { user, api, path } = await open("/editplan/1");
    await user.click(await screen.findByRole("button", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(api.calls("DELETE /api/plans/{id}")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.remove }));
    await waitFor(() => expect(path()).toBe("/plans"));
    expect(await screen.findByRole("link", { name: "Plan 3" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Plan 1" })).toBeNull();
  });

  test("are created in the currency's decimals, without limits by default, with a preview", async () => {
    const { user, api, path } = await open("/editplan/new");
    const card = within(await screen.findByRole("complementary", { name: text.preview }));
    expect(card.getByText(text.free)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.create }));
    expect(await screen.findByText(text.nameMissing)).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: text.name }), "Site office");
    const price = screen.getByRole("textbox", { name: text.price });
    await user.clear(price);
    await user.type(price, "49.505");
    await user.click(screen.getByRole("button", { name: text.create }));
    expect(await screen.findByText(text.wrongPrice)).toBeTruthy();
    expect(api.calls("POST /api/plans")).toEqual([]);
    await user.clear(price);
    await user.type(price, language === "ar" ? "٤٩٫٥" : "49.5");
    await user.click(screen.getByRole("switch", { name: text.unlimited }));
    await user.clear(screen.getByRole("textbox", { name: text.limit }));
    await user.type(screen.getByRole("textbox", { name: text.limit }), "3");
    await user.click(screen.getByRole("button", { name: text.addLine }));
    await user.type(screen.getByRole("textbox", { name: text.line(1) }), "Support");
    await user.keyboard("{Enter}");
    await user.type(await screen.findByRole("textbox", { name: text.line(2) }), "Training");
    await user.click(screen.getByRole("button", { name: text.up(2) }));
    expect(card.getByRole("heading", { name: "Site office" })).toBeTruthy();
    expect(card.getByText(/49\.50/)).toBeTruthy();
    await user.click(screen.getByRole("switch", { name: text.newcomers }));
    await user.click(screen.getByRole("button", { name: text.create }));
    await waitFor(() => expect(path()).toBe("/editplan/9"));
    expect(api.calls("POST /api/plans").map(({ body }) => body)).toEqual([
      {
        name: "Site office",
        description: "",
        price: 4950,
        channel_price: 0,
        interval: "month",
        n_projects: 3,
        n_projects_month: null,
        n_virtual_tours: null,
        n_virtual_tours_month: null,
        n_video_uploads: null,
        n_video_uploads_month: null,
        n_cameras: null,
        n_channels: null,
        features: [],
        custom_features: ["Training", "Support"],
        active: true,
        is_default: true,
        needs_approval: false,
      },
    ]);
  });

  it("send only changed fields, and show the server's errors at their fields", async () => {
    const { user, api } = await open(
      "/editplan/1",
      keeper({
        "PUT /api/plans/{id}": ({ body }) =>
          body["name"] === undefined
            ? ok(aPlan(1, { n_projects: null }))
            : refuse(422, "VALIDATION", "", { name: ["plans.name_taken"] }),
      }),
    );
    await user.click(await screen.findByRole("switch", { name: text.unlimited }));
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
    expect(api.calls("PUT /api/plans/{id}").map(({ body }) => body)).toEqual([{ n_projects: null }]);
    await user.type(screen.getByRole("textbox", { name: text.name }), "!");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.taken)).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: text.name })),
    );
  });

  it("say who administers them to users without the permission", async () => {
    await open("/plans", keeper({ "GET /api/plans": () => refuse(403, "FORBIDDEN", "Forbidden") }));
    expect(await screen.findByText(text.denied)).toBeTruthy();
  });
});
