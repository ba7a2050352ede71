import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Crew, CrewLink } from "#contract/crews.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { createFormatter } from "#web/lib/format.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { stateOf } from "./crew-people.tsx";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const project = aProject({ id: 7, name: "Tower B" });
const can = { view: true, edit: true };
const ravi = {
  id: 31,
  name: "Ravi",
  email: "ravi@example.org",
  phone: null,
  language: "hi",
  digest: true,
} as const;
const tilers: Crew = {
  id: 3,
  name: "Tilers North",
  trade: "Tiles",
  is_archived: false,
  people: [ravi],
  projects: [{ id: 7, name: "Tower B" }],
  open_snags: 2,
  version: 1,
  created_at: "2026-11-02T08:00:00.000Z",
  updated_at: "2026-11-02T08:00:00.000Z",
  can,
};
const link: CrewLink = {
  id_person: 31,
  person: "Ravi",
  id_crew: 3,
  crew: "Tilers North",
  language: "hi",
  email: "ravi@example.org",
  phone: null,
  state: "active",
  open_snags: 2,
  sent_at: "2026-11-20T08:00:00.000Z",
  seen_at: null,
  answered_at: null,
  failed_at: null,
  devices: 0,
  can: { send: true, share: true, renew: true, revoke: true },
};
const listOf = (items: readonly unknown[]) => ok({ items, total: items.length, page: 1, per_page: 25 });

const answers = (crews: readonly Crew[] = [tilers], links: readonly CrewLink[] = [link]): Answers => ({
  ...projectAnswers([project]),
  "GET /api/crews": () => listOf(crews),
  "GET /api/projects/7/crew-links": () => listOf(links),
});

describe.each(["en", "ar"] as const)("the crews of a project in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const open = async (given: Answers) => (opened = await openScreen("/crews/7", language, given));
  const showPeople = async () => {
    const name = t("crews.screens.show", { name: "Tilers North" });
    await opened?.user.click(await screen.findByRole("button", { name }));
    return within((await screen.findByText("Ravi")).closest("li") ?? document.body);
  };

  it("lists crews, and the state of each link on a press", async () => {
    await open(answers());
    const item = await screen.findByRole("link", { name: t("crews.screens.open_snags", { count: 2 }) });
    expect(item.getAttribute("href")).toBe("/snags?view=list&id_project=7&id_crew=3");
    const row = await showPeople();
    expect(row.getByText("ravi@example.org")).toBeDefined();
    expect(row.getByText("हिन्दी")).toBeDefined();
  });

  it("says how to begin without a crew, and adds one", async () => {
    const { user, api } = await open({
      ...answers([]),
      "POST /api/crews": () => ok(tilers),
    });
    await screen.findByText(t("crews.screens.none_title"));
    // The right to add one comes with the project, which may arrive after the list.
    await user.click(await screen.findByRole("button", { name: t("crews.screens.add") }));
    const dialog = within(await screen.findByRole("dialog", { name: t("crews.screens.add") }));
    await user.type(dialog.getByRole("textbox", { name: t("crews.screens.fields.name") }), "Tilers North");
    await user.type(dialog.getByRole("textbox", { name: t("crews.screens.fields.trade") }), "Tiles");
    await user.click(dialog.getByRole("button", { name: t("crews.screens.create") }));
    await screen.findByText(t("crews.screens.created", { name: "Tilers North" }));
    expect(api.calls("POST /api/crews")[0]?.body).toEqual({
      id_project: 7,
      name: "Tilers North",
      trade: "Tiles",
    });
  });

  it("cuts a forwarded link by one press, and offers a new one", async () => {
    const { user, api } = await open({
      ...answers(),
      "POST /api/projects/7/crew-links/31/revoke": () => ok({ ...link, state: "revoked" }),
      "POST /api/projects/7/crew-links/31/renew": () => ok(link),
    });
    const row = await showPeople();
    await user.click(await row.findByRole("button", { name: t("crews.screens.link.revoke") }));
    await screen.findByText(t("crews.screens.link.revoked", { name: "Ravi" }));
    expect(api.calls("POST /api/projects/7/crew-links/31/revoke")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: t("crews.screens.link.renew") }));
    await screen.findByText(t("crews.screens.link.renewed", { name: "Ravi" }));
  });

  it("shows the message with the link, and the ways to send it", async () => {
    const { user, api } = await open({
      ...answers(),
      "POST /api/projects/7/crew-links/31/share": () =>
        ok({
          url: "https://site.example/answer/k3x9",
          text: "Tower B: 2 snags https://site.example/answer/k3x9",
          language: "hi",
          whatsapp: "https://wa.me/?text=Tower",
          sms: "sms:?body=Tower",
          mailto: null,
        }),
    });
    const row = await showPeople();
    await user.click(await row.findByRole("button", { name: t("crews.screens.link.share") }));
    const dialog = within(
      await screen.findByRole("dialog", { name: t("crews.screens.share.title", { name: "Ravi" }) }),
    );
    expect(await dialog.findByText(/site\.example\/answer\/k3x9/)).toBeDefined();
    expect(dialog.getByRole("link", { name: t("crews.screens.share.whatsapp") }).getAttribute("href")).toBe(
      "https://wa.me/?text=Tower",
    );
    expect(dialog.getByRole("link", { name: t("crews.screens.share.sms") })).toBeDefined();
    expect(dialog.queryByRole("link", { name: t("crews.screens.share.mail") })).toBeNull();
    expect(api.calls("POST /api/projects/7/crew-links/31/share")).toHaveLength(1);
  });

  it("adds a person with an address and a language, and shows a refusal at its field", async () => {
    let isRefused = true;
    const { user, api } = await open({
      ...answers(),
      "POST /api/crews/3/people": () =>
        isRefused ? refuse(422, "VALIDATION", "", { email: ["errors.code.NOT_FOUND"] }) : ok(tilers),
    });
    await showPeople();
    await user.click(screen.getByRole("button", { name: t("crews.screens.person.add") }));
    const dialog = within(await screen.findByRole("dialog", { name: t("crews.screens.person.add") }));
    await user.type(dialog.getByRole("textbox", { name: t("crews.screens.fields.name") }), "Anil");
    const send = dialog.getByRole("button", { name: t("crews.screens.person.add") });
    await user.click(send);
    const email = dialog.getByRole("textbox", { name: t("crews.screens.fields.email") });
    await waitFor(() => expect(email.getAttribute("aria-invalid")).toBe("true"));
    isRefused = false;
    await user.type(email, "anil@example.org");
    await user.click(send);
    await screen.findByText(t("crews.screens.person.added", { name: "Anil" }));
    expect(api.calls("POST /api/crews/3/people").at(-1)?.body).toEqual({
      name: "Anil",
      email: "anil@example.org",
      phone: "",
      language: "hi",
    });
  });

  it("checks the rows of a CSV file before it adds them", async () => {
    const skipped = [{ row: 3, name: "Omar", problem: "email" }];
    const { user, api } = await open({
      ...answers(),
      "POST /api/crews/3/people/import": () => ok({ added: 1, skipped, crew: tilers }),
    });
    await showPeople();
    await user.click(screen.getByRole("button", { name: t("crews.screens.person.import") }));
    const dialog = within(await screen.findByRole("dialog", { name: t("crews.screens.import.title") }));
    await user.type(dialog.getByRole("textbox", { name: t("crews.screens.import.rows") }), "name,email");
    await user.click(dialog.getByRole("button", { name: t("crews.screens.import.check") }));
    const problem = t("crews.screens.import.problems.email");
    expect(
      await dialog.findByText(t("crews.screens.import.row", { row: 3, name: "Omar", problem })),
    ).toBeDefined();
    await user.click(dialog.getByRole("button", { name: t("crews.screens.import.add", { count: 1 }) }));
    await screen.findByText(t("crews.screens.import.added", { count: 1 }));
    expect(api.calls("POST /api/crews/3/people/import").map(({ body }) => body["check"])).toEqual([
      true,
      false,
    ]);
  });

  it("archives a crew, and takes that back", async () => {
    const { user, api } = await open({
      ...answers(),
      "PUT /api/crews/3": ({ body }) => ok({ ...tilers, ...body }),
    });
    const actions = t("crews.screens.actions_for", { name: "Tilers North" });
    await user.click(await screen.findByRole("button", { name: actions }));
    await user.click(await screen.findByRole("menuitem", { name: t("crews.screens.archive") }));
    await screen.findByText(t("crews.screens.archived_done", { name: "Tilers North" }));
    await user.click(screen.getByRole("button", { name: t("crews.screens.undo") }));
    await screen.findByText(t("crews.screens.restored", { name: "Tilers North" }));
    expect(api.calls("PUT /api/crews/3").map(({ body }) => body)).toEqual([
      { is_archived: true },
      { is_archived: false },
    ]);
  });

  it("saves the settings of links", async () => {
    const settings = {
      ask_code: false,
      end_days: 30,
      digest_hour: 7,
      time_zone: "Asia/Riyadh",
      has_sms: false,
      can: { edit: true },
    };
    const { user, api } = await open({
      ...answers(),
      "GET /api/projects/7/crew-settings": () => ok(settings),
      "PUT /api/projects/7/crew-settings": () => ok(settings),
    });
    await user.click(await screen.findByRole("button", { name: t("crews.screens.settings.title") }));
    await user.click(await screen.findByRole("switch", { name: t("crews.screens.settings.ask_code") }));
    await user.click(screen.getByRole("button", { name: t("crews.screens.save") }));
    await screen.findByText(t("crews.screens.settings.saved"));
    expect(api.calls("PUT /api/projects/7/crew-settings")[0]?.body).toEqual({ ask_code: true });
  });

  it("offers nothing to change to a reader", async () => {
    const reader = { ...tilers, can: { view: true } };
    await open({
      ...answers([reader], [{ ...link, can: {} }]),
      ...projectAnswers([aProject({ id: 7, name: "Tower B", can: { ...project.can, manage_team: false } })]),
    });
    const row = await showPeople();
    expect(row.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: t("crews.screens.add") })).toBeNull();
    expect(screen.queryByRole("button", { name: t("crews.screens.person.add") })).toBeNull();
  });
});

describe("the state of a link", () => {
  const t = says("en");
  const format = createFormatter("en");
  const state = (change: Partial<CrewLink>) => stateOf({ ...link, ...change }, t, format).text;
  const day = "2026-11-20T08:00:00.000Z";
  const later = "2026-11-21T08:00:00.000Z";

  test("is the last thing that is known of it", () => {
    const sent = { sent_at: day, seen_at: null, answered_at: null, failed_at: null };
    expect(state(sent)).toBe(t("crews.screens.states.sent", { ago: format.ago(day) }));
    expect(state({ ...sent, seen_at: later })).toBe(
      t("crews.screens.states.seen", { ago: format.ago(later) }),
    );
    expect(state({ ...sent, seen_at: day, answered_at: later })).toBe(
      t("crews.screens.states.answered", { ago: format.ago(later) }),
    );
    expect(state({ ...sent, failed_at: later })).toBe(t("crews.screens.states.failed"));
    expect(state({ ...sent, failed_at: day, sent_at: later })).not.toBe(t("crews.screens.states.failed"));
    expect(state({ state: "revoked" })).toBe(t("crews.screens.states.revoked"));
    expect(state({ state: "none", sent_at: null })).toBe(t("crews.screens.states.none"));
  });
});
