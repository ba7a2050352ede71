import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const aHook = (id: number, more: Partial<Webhook> = {}): Webhook => ({
  id,
  url: `https://hooks.example/sitewalk/${id}`,
  description: "",
  events: ["snag.created", "snag.changed"],
  id_project: null,
  project: "",
  is_active: true,
  state: "ok",
  failing_since: null,
  last_delivery_at: "2026-11-20T08:00:00Z",
  created_at: "2026-11-01T08:00:00Z",
  can: { edit: true, delete: true },
  ...more,
});

const aDelivery = (id: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  event: "snag.created",
  state: "delivered",
  attempts: 1,
  status: 204,
  answer: "",
  milliseconds: 41,
  body: '{"type":"snag.created"}',
  created_at: "2026-11-20T08:00:00Z",
  next_try_at: null,
  ...more,
});

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const server = (more: Answers = {}): Answers => ({
  "GET /api/webhooks": () =>
    ok({ items: [aHook(1), aHook(2, { state: "stopped", is_active: false })], is_on: true }),
  "POST /api/webhooks": ({ body }) => ok({ ...aHook(3), ...body, secret }),
  "PUT /api/webhooks/{id}": ({ body }) => ok({ ...aHook(1), ...body }),
  "DELETE /api/webhooks/{id}": () => ok({}),
  "POST /api/webhooks/{id}/secret": () => ok({ secret }),
  "POST /api/webhooks/{id}/ping": () => ok(aDelivery(9, { event: "ping" })),
  "GET /api/webhooks/{id}/deliveries": () =>
    ok({
      items: [
        aDelivery(1),
        aDelivery(2, { state: "failed", status: 500, attempts: 10, answer: "database is away" }),
      ],
      total: 2,
      page: 1,
      per_page: 20,
    }),
  "POST /api/webhooks/{id}/deliveries/{delivery}/again": () => ok(aDelivery(2)),
  ...projectAnswers([aProject()]),
  ...more,
});

const wordsIn = (language: Language) => {
  const t = says(language);
  const name = "hooks.example";
  return {
    add: t("webhooks.add"),
    dialog: t("webhooks.new"),
    create: t("webhooks.create"),
    noAddress: t("webhooks.url_required"),
    noEvents: t("webhooks.events_required"),
    address: saying(language)("webhooks.url"),
    snags: t("webhooks.groups.snags"),
    pinned: t("webhooks.events.snag_created"),
    secretTitle: t("webhooks.secret_title"),
    kept: t("webhooks.secret_kept"),
    stopped: t("webhooks.states.stopped"),
    more: t("webhooks.more_of", { name }),
    ping: t("webhooks.ping"),
    pinged: t("webhooks.pinged", { name }),
    notPinged: t("webhooks.ping_failed", { name }),
    renew: t("webhooks.renew"),
    renewDo: t("webhooks.renew_do"),
    off: t("webhooks.switch_off"),
    remove: t("webhooks.delete"),
    question: t("webhooks.delete_title", { name }),
    log: t("webhooks.log"),
    logTitle: t("webhooks.log_title", { name }),
    again: t("webhooks.again"),
    none: t("webhooks.none_title"),
    closed: t("webhooks.off"),
  };
};

describe.each(["en", "ar"] as const)("webhooks in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (answers: Answers = server()) => {
    opened = await openScreen("/developers/webhooks", language, answers);
    return opened;
  };
  it("are added with their events, selected one by one or a group at once, and show their secret once", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.add }));
    const dialog = within(await screen.findByRole("dialog", { name: text.dialog }));
    await user.click(dialog.getByRole("button", { name: text.create }));
    expect(await dialog.findByText(text.noAddress)).toBeTruthy();
    expect(dialog.getByText(text.noEvents)).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: text.address }), "https://hooks.example/new");
    await user.click(dialog.getByRole("checkbox", { name: text.snags }));
    await user.click(dialog.getByRole("checkbox", { name: text.pinned }));
    await user.click(dialog.getByRole("button", { name: text.create }));
    const told = within(await screen.findByRole("dialog", { name: text.secretTitle }));
    expect(told.getByText(secret)).toBeTruthy();
    expect(api.calls("POST /api/webhooks").map(({ body }) => body)).toEqual([
      {
        url: "https://hooks.example/new",
        description: "",
        events: ["snag.changed", "snag.commented", "snag.answered", "snag.voice_added", "snag.deleted"],
        id_project: null,
      },
    ]);
    await user.click(told.getByRole("button", { name: text.kept }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it("show their status, are tested, disabled, given a new secret and deleted after a confirmation", async () => {
    const { user, api } = await open();
    expect(await screen.findByText(text.stopped)).toBeTruthy();
    const act = async (name: string) => {
      const [menu] = screen.getAllByRole("button", { name: text.more });
      if (menu === undefined) throw new Error("A webhook has a menu.");
      await user.click(menu);
      await user.click(await screen.findByRole("menuitem", { name }));
    };
    await act(text.ping);
    expect(await screen.findByText(text.pinged)).toBeTruthy();
    await act(text.off);
    await waitFor(() =>
      expect(api.calls("PUT /api/webhooks/{id}").map(({ body }) => body)).toEqual([{ is_active: false }]),
    );
    await act(text.renew);
    await user.click(await screen.findByRole("button", { name: text.renewDo }));
    await user.click(await screen.findByRole("button", { name: text.kept }));
    await act(text.remove);
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(api.calls("DELETE /api/webhooks/{id}")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.remove }));
    await waitFor(() => expect(api.calls("DELETE /api/webhooks/{id}")).toHaveLength(1));
  });

  it("show the response to a test that failed", async () => {
    const failed = () => ok(aDelivery(9, { event: "ping", state: "waiting", status: 500 }));
    const { user } = await open(server({ "POST /api/webhooks/{id}/ping": failed }));
    const [menu] = await screen.findAllByRole("button", { name: text.more });
    if (menu === undefined) throw new Error("A webhook has a menu.");
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: text.ping }));
    expect(await screen.findByText(text.notPinged)).toBeTruthy();
  });

  it("keep a log, in which each delivery can be read and resent", async () => {
    const { user, api } = await open();
    const [log] = await screen.findAllByRole("button", { name: text.log });
    if (log === undefined) throw new Error("A webhook has a log.");
    await user.click(log);
    const dialog = within(await screen.findByRole("dialog", { name: text.logTitle }));
    const failed = (await dialog.findAllByRole("listitem"))[1];
    if (failed === undefined) throw new Error("Two deliveries were told of.");
    await user.click(within(failed).getByText("500"));
    expect(within(failed).getByText("database is away")).toBeTruthy();
    await user.click(within(failed).getByRole("button", { name: text.again }));
    await waitFor(() =>
      expect(api.calls("POST /api/webhooks/{id}/deliveries/{delivery}/again")).toHaveLength(1),
    );
  });

  it("explain their purpose while there are none, and why none can be added", async () => {
    await open(server({ "GET /api/webhooks": () => ok({ items: [], is_on: false }) }));
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect(screen.getByText(text.closed)).toBeTruthy();
    expect(screen.queryByRole("button", { name: text.add })).toBeNull();
  });

  it("keep the input when the server refuses the address", async () => {
    const refused = () => refuse(422, "WEBHOOK_FORBIDDEN", "No.");
    const { user } = await open(server({ "POST /api/webhooks": refused }));
    await user.click(await screen.findByRole("button", { name: text.add }));
    const dialog = within(await screen.findByRole("dialog", { name: text.dialog }));
    const address = dialog.getByRole<HTMLInputElement>("textbox", { name: text.address });
    await user.type(address, "http://10.0.0.7/");
    await user.click(dialog.getByRole("checkbox", { name: text.pinned }));
    await user.click(dialog.getByRole("button", { name: text.create }));
    expect(await dialog.findByRole("alert")).toBeTruthy();
    expect(address.value).toBe("http://10.0.0.7/");
  });
});
