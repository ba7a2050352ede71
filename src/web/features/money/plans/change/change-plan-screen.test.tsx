import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { BillingSummary } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aSummary } from "#web/testing/records.ts";
import { say, saying, says } from "#web/testing/say.ts";
import { aPlan } from "../testing.ts";

const wordsIn = (language: Language) => {
  const t = says(language);
  const part = saying(language);
  const [last, date] =
    language === "ar" ? ["30 نوفمبر 2026", "1 ديسمبر 2026"] : ["30 November 2026", "1 December 2026"];
  const tooMany = t("plans.subscription.confirm.over_item", {
    what: t("plans.subscription.limits.n_projects"),
    used: "3",
    limit: "2",
  });
  return {
    choose: (name: string) => t("plans.subscription.choose", { name }),
    keep: (name: string) => t("plans.subscription.keep", { name }),
    ask: (name: string) => t("plans.subscription.ask", { name }),
    withdraw: t("plans.subscription.withdraw"),
    end: t("plans.subscription.end"),
    yours: t("plans.subscription.yours"),
    atOnce: part("plans.subscription.confirm.up_text"),
    later: part("plans.subscription.confirm.down_text", { present: "Team", last, date, name: "Basic" }),
    over: part("plans.subscription.confirm.over_text", { name: "Basic", list: tooMany }),
    endsAfter: t("plans.subscription.next_end", { date: last }),
    scheduled: t("plans.subscription.done.scheduled", { name: "Basic", date }),
    asks: part("plans.subscription.confirm.ask_text"),
    used: t("plans.subscription.used_of", { used: "3", limit: "5" }),
    month: language === "ar" ? /49\.50/ : "US$49.50",
    closed: t("errors.code.PLAN_CLOSED"),
  };
};

const basic = aPlan({ id_plan: 1, name: "Basic", price: 1000, n_projects: 2 });
const team = aPlan({ id_plan: 2, name: "Team", price: 4950, n_projects: 5 });
const large = aPlan({ id_plan: 3, name: "Large", price: 19_900 });
const guarded = aPlan({ id_plan: 4, name: "Enterprise", price: 90_000, needs_approval: true });

const onTeam = aSummary({
  plan: { id_plan: 2, name: "Team" },
  billingCycle: { startDate: "2026-11-01", endDate: "2026-11-30" },
  nextBillingDate: "2026-12-01",
});
const customer = {
  ...person,
  role: "user" as const,
  plan_info: { ...noPlan, id_plan: 2, name: "Team", n_projects: 5 },
  user_stats: { ...person.user_stats, count_projects: 3 },
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

async function open(language: Language, first: BillingSummary = onTeam, more: Answers = {}) {
  let standing = first;
  opened = await openScreen(
    "/changeplan",
    language,
    {
      "GET /api/plans": () => ok({ items: [basic, team, large, guarded], total: 4, page: 1, per_page: 100 }),
      "GET /api/user/billing": () => ok(standing),
      "GET /api/quota": () =>
        ok({
          fits: true,
          whose: "own",
          plan: "Team",
          used: 1,
          limit: null,
          used_month: 0,
          limit_month: null,
        }),
      ...more,
    },
    customer,
  );
  await screen.findByRole("article", { name: "Team" });
  const sent = () => opened?.api.calls("PUT /api/user/plan").map(({ body }) => body);
  return { ...opened, text: wordsIn(language), sent, set: (next: BillingSummary) => (standing = next) };
}
const card = (name: string) => within(screen.getByRole("article", { name }));
const question = async () => within(await screen.findByRole("alertdialog"));

describe.each(["en", "ar"] as const)("/changeplan in %s", (language) => {
  const it = inTurns(language);

  it("shows each plan with its price beside the user's usage, and marks the current one", async () => {
    const { text } = await open(language);
    expect(card("Team").getByText(text.yours)).toBeTruthy();
    expect(card("Team").getByText(text.used)).toBeTruthy();
    expect(card("Team").getByText(text.month)).toBeTruthy();
    expect(card("Basic").queryByText(text.yours)).toBeNull();
    expect(card("Team").queryByRole("button")).toBeNull();
  });

  it("says that a more expensive plan applies at once, and selects it only after a confirmation", async () => {
    const { user, text, sent } = await open(language, onTeam, {
      "PUT /api/user/plan": () => ok({ outcome: "changed", from: null }),
    });
    await user.click(card("Large").getByRole("button", { name: text.choose("Large") }));
    const dialog = await question();
    expect(dialog.getByText(text.atOnce)).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: text.choose("Large") }));
    await waitFor(() => expect(sent()).toEqual([{ id_plan: 3 }]));
  });

  it("says from which day a cheaper plan applies and which limits are exceeded, and cancels it", async () => {
    const waiting = { ...onTeam, next_plan: { id_plan: 1, name: "Basic", from: "2026-12-01" } };
    const view = await open(language, onTeam, {
      "PUT /api/user/plan": ({ body }) => {
        view.set(body["id_plan"] === 1 ? waiting : onTeam);
        return ok(
          body["id_plan"] === 1
            ? { outcome: "scheduled", from: "2026-12-01" }
            : { outcome: "kept", from: null },
        );
      },
    });
    const { user, text, sent } = view;
    await user.click(card("Basic").getByRole("button", { name: text.choose("Basic") }));
    const dialog = await question();
    expect(dialog.getByText(text.later)).toBeTruthy();
    expect(dialog.getByText(text.over)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: text.choose("Basic") }));
    expect(await screen.findByText(text.scheduled)).toBeTruthy();
    const [back] = await screen.findAllByRole("button", { name: text.keep("Team") });
    if (back === undefined) throw new Error("There is no way back.");
    await user.click(back);
    await user.click((await question()).getByRole("button", { name: text.keep("Team") }));
    await waitFor(() => expect(sent()).toEqual([{ id_plan: 1 }, { id_plan: 2 }]));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.keep("Team") })).toBeNull());
  });

  it("ends a plan with its cycle after showing the date", async () => {
    const view = await open(language, onTeam, {
      "DELETE /api/user/plan": () => {
        view.set({ ...onTeam, next_plan: { id_plan: null, name: "", from: "2026-12-01" } });
        return ok({ until: "2026-11-30" });
      },
    });
    const { user, text, api } = view;
    await user.click(screen.getByRole("button", { name: text.end }));
    await user.click((await question()).getByRole("button", { name: text.end }));
    expect(await screen.findByText(text.endsAfter)).toBeTruthy();
    expect(api.calls("DELETE /api/user/plan")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("button", { name: text.end })).toBeNull());
  });

  it("requests a plan that needs a super admin's approval, and withdraws the request by the current plan", async () => {
    const asked = { ...onTeam, requested_plan: { id_plan: 4, name: "Enterprise" } };
    const view = await open(language, onTeam, {
      "PUT /api/user/plan": ({ body }) => {
        view.set(body["id_plan"] === 4 ? asked : onTeam);
        return ok({ outcome: body["id_plan"] === 4 ? "requested" : "kept", from: null });
      },
    });
    const { user, text, sent } = view;
    await user.click(card("Enterprise").getByRole("button", { name: text.ask("Enterprise") }));
    const dialog = await question();
    expect(dialog.getByText(text.asks)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: text.ask("Enterprise") }));
    await user.click(await screen.findByRole("button", { name: text.withdraw }));
    await user.click((await question()).getByRole("button", { name: text.withdraw }));
    await waitFor(() => expect(sent()).toEqual([{ id_plan: 4 }, { id_plan: 2 }]));
  });

  it("shows in the dialog why it was refused, and stays open", async () => {
    const { user, text } = await open(language, onTeam, {
      "PUT /api/user/plan": () => refuse(422, "PLAN_CLOSED", ""),
    });
    await user.click(card("Large").getByRole("button", { name: text.choose("Large") }));
    const dialog = await question();
    await user.click(dialog.getByRole("button", { name: text.choose("Large") }));
    expect(await dialog.findByText(text.closed)).toBeTruthy();
  });
});

it("a plan that is no longer offered is listed for its subscribers", async () => {
  opened = await openScreen(
    "/changeplan",
    "en",
    {
      "GET /api/plans": () => ok({ items: [large], total: 1, page: 1, per_page: 100 }),
      "GET /api/plans/{id}": () => ok({ ...team, active: false }),
      "GET /api/user/billing": () => ok(onTeam),
    },
    customer,
  );
  expect(await screen.findByRole("article", { name: "Team" })).toBeTruthy();
  expect(card("Team").getByText(say("plans.subscription.yours"))).toBeTruthy();
});
