import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { BillingSummary } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aSummary } from "#web/testing/records.ts";
import { aPlan } from "../testing.ts";

const words = {
  en: {
    choose: (name: string) => `Choose ${name}`,
    keep: (name: string) => `Keep ${name}`,
    ask: (name: string) => `Ask for ${name}`,
    withdraw: "Withdraw the wish",
    end: "End my plan",
    yours: "Your plan",
    atOnce: /The new limits hold at once/,
    later: /Team stays until 30 November 2026\. From 1 December 2026 Basic takes its place/,
    over: /more than Basic allows: Projects: 3 of 2/,
    endsAfter: "Your plan ends after 30 November 2026. Until then everything stays as it is.",
    scheduled: "From 1 December 2026 your plan is Basic.",
    asks: /An administrator decides/,
    used: "3 of 5",
    month: "US$49.50",
    closed: "This plan is not available.",
  },
  ar: {
    choose: (name: string) => `اختيار ${name}`,
    keep: (name: string) => `الإبقاء على ${name}`,
    ask: (name: string) => `طلب ${name}`,
    withdraw: "سحب الطلب",
    end: "إنهاء باقتي",
    yours: "باقتك",
    atOnce: /تسري الحدود الجديدة فورًا/,
    later: /تبقى Team حتى 30 نوفمبر 2026\. ومن 1 ديسمبر 2026 تحل محلها Basic/,
    over: /لديك أكثر مما تتيحه Basic: المشاريع: 3 من 2/,
    endsAfter: "تنتهي باقتك بعد 30 نوفمبر 2026. وحتى ذلك الحين يبقى كل شيء كما هو.",
    scheduled: "من 1 ديسمبر 2026 تصبح باقتك Basic.",
    asks: /يقرّر أحد المسؤولين/,
    used: "3 من 5",
    month: /49\.50/,
    closed: "هذه الباقة غير متاحة.",
  },
} as const;

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
  return { ...opened, text: words[language], sent, set: (next: BillingSummary) => (standing = next) };
}
const card = (name: string) => within(screen.getByRole("article", { name }));
const question = async () => within(await screen.findByRole("alertdialog"));

describe.each(["en", "ar"] as const)("/changeplan in %s", (language) => {
  const it = inTurns(language);

  it("shows each plan with its price beside what one uses, and marks the present one", async () => {
    const { text } = await open(language);
    expect(card("Team").getByText(text.yours)).toBeTruthy();
    expect(card("Team").getByText(text.used)).toBeTruthy();
    expect(card("Team").getByText(text.month)).toBeTruthy();
    expect(card("Basic").queryByText(text.yours)).toBeNull();
    expect(card("Team").queryByRole("button")).toBeNull();
  });

  it("tells of a dearer plan that it holds at once, and chooses it only when that is confirmed", async () => {
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

  it("tells of a cheaper plan from which day it holds and what one has too much of, and takes it back", async () => {
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

  it("ends a plan with its cycle after saying when that is", async () => {
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

  it("asks a super admin for a plan that needs his word, and withdraws the wish by the present plan", async () => {
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

  it("says in the question why it was refused, and stays open", async () => {
    const { user, text } = await open(language, onTeam, {
      "PUT /api/user/plan": () => refuse(422, "PLAN_CLOSED", ""),
    });
    await user.click(card("Large").getByRole("button", { name: text.choose("Large") }));
    const dialog = await question();
    await user.click(dialog.getByRole("button", { name: text.choose("Large") }));
    expect(await dialog.findByText(text.closed)).toBeTruthy();
  });
});

it("a plan that is no longer offered stands among the others for who has it", async () => {
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
  expect(card("Team").getByText("Your plan")).toBeTruthy();
});
