import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answer, type Answers, ok, refuse } from "#test/web/api-server.ts";
import { localeOf } from "#web/lib/format.ts";
import { durationText } from "#web/lib/use-countdown.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function wordsIn(language: Language) {
  const t = says(language);
  return {
    action: t("team.join.action"),
    none: t("projects.empty_title"),
    code: new RegExp(`^${t("team.join.code")}`),
    continue: t("team.join.check"),
    unknown: t("errors.code.JOIN_CODE_UNKNOWN"),
    wait: t("team.join.too_often", { time: durationText(250, localeOf(language)) }),
    required: t("team.code_required"),
    ask: t("team.join.ask"),
    message: new RegExp(`^${t("team.join.message")}`),
    pending: t("team.join.pending_title"),
    cancel: t("team.join.cancel"),
    declined: t("team.join.declined_title"),
    joinNow: t("team.join.join_now"),
    open: t("team.join.open"),
    other: t("team.join.other_code"),
    closed: t("errors.code.PROJECT_CLOSED"),
    visitor: t("team.join.visitor"),
    sent: t("team.join.sent"),
  };
}

const check = "GET /api/join-requests/check-join-status";
const send = "POST /api/join-requests/send";
const project = { id_project: 7, project_code: "prj2345678", name: "Harbour Hall" };
const standing = (status: string, since: string | null = null) => ({ status, project, since });
const list = { "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }) };

async function open(language: Language, more: Answers) {
  const text = wordsIn(language);
  opened = await openScreen("/projects", language, { ...list, ...more });
  const { user } = opened;
  // While the list loads the button is in the heading; a press begun there would end on a removed button.
  await screen.findByText(text.none);
  await user.click(screen.getByRole("button", { name: text.action }));
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByRole<HTMLInputElement>("textbox", { name: text.code });
  const go = () => user.click(dialog.getByRole("button", { name: text.continue }));
  return { ...opened, text, dialog, field, go };
}

describe.each(["en", "ar"] as const)("joining with a code in %s", (language) => {
  const it = inTurns(language);

  it("extracts the code from a pasted link, shows the project, sends a request, and withdraws it", async () => {
    let now = standing("none");
    const { user, api, text, dialog, field, go } = await open(language, {
      [check]: () => ok(now),
      [send]: (): Answer => {
        now = standing("pending", new Date().toISOString());
        return { status: 201, body: { data: now } };
      },
      "DELETE /api/join-requests/cancel": () => {
        now = standing("none");
        return ok({});
      },
    });
    await user.click(field);
    await user.paste("https://site.example/showcase/prj2345678?lang=ar");
    await go();
    expect(await dialog.findByText("Harbour Hall")).toBeDefined();
    expect(api.calls(check)[0]?.query.get("project_code")).toBe("prj2345678");
    await user.type(dialog.getByRole("textbox", { name: text.message }), "Crane crew");
    await user.click(dialog.getByRole("button", { name: text.ask }));
    expect(await dialog.findByText(text.pending)).toBeDefined();
    expect(api.calls(send).map(({ body }) => body)).toEqual([
      { project_code: "prj2345678", message: "Crane crew" },
    ]);
    await user.click(dialog.getByRole("button", { name: text.cancel }));
    expect(await dialog.findByRole("button", { name: text.ask })).toBeDefined();
    expect(api.calls("DELETE /api/join-requests/cancel")[0]?.body).toEqual({ project_code: "prj2345678" });
  });

  it("says at the field that a code is wrong, and keeps it", async () => {
    const { user, text, dialog, field, go } = await open(language, {
      [check]: ({ query }) =>
        (query.get("project_code") ?? "").length < 4
          ? refuse(422, "VALIDATION", "", { project_code: ["Invalid"] })
          : refuse(404, "JOIN_CODE_UNKNOWN", ""),
    });
    await go();
    expect(dialog.getByText(text.required)).toBeDefined();
    for (const code of ["nosuchcode", "x"]) {
      await user.clear(field);
      await user.type(field, code);
      expect(field.value).toBe(code);
      await go();
      expect(await dialog.findByText(text.unknown)).toBeDefined();
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expect(field.value).toBe(code);
    }
  });

  it("says how long to wait after too many tries, and sends nothing until then", async () => {
    const tooOften = { status: 429, body: { code: "RATE_LIMITED", message: "", values: { seconds: 250 } } };
    const { user, api, text, dialog, field, go } = await open(language, { [check]: () => tooOften });
    await user.type(field, "nosuchcode");
    await go();
    expect(await dialog.findByText(text.wait)).toBeDefined();
    await user.type(field, "{Enter}");
    expect(api.calls(check)).toHaveLength(1);
    expect(dialog.getByRole("button", { name: text.continue }).hasAttribute("disabled")).toBe(true);
    expect(field.value).toBe("nosuchcode");
  });

  it("admits an invited user at once, and opens the project", async () => {
    let now = standing("invited");
    const { user, text, dialog, field, go, path } = await open(language, {
      [check]: () => ok(now),
      [send]: (): Answer => {
        now = standing("member");
        return { status: 201, body: { data: now } };
      },
      "GET /api/projects/{id}": () => ok(aProject({ id: 7, id_project: 7, name: "Harbour Hall" })),
    });
    await user.type(field, "prj2345678");
    await go();
    await user.click(await dialog.findByRole("button", { name: text.joinNow }));
    await user.click(await dialog.findByRole("button", { name: text.open }));
    await waitFor(() => expect(path()).toBe("/project/7"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows a declined request, and allows another code", async () => {
    const { user, text, dialog, field, go } = await open(language, {
      [check]: () => ok(standing("declined")),
    });
    await user.type(field, "prj2345678");
    await go();
    expect(await dialog.findByText(text.declined)).toBeDefined();
    expect(dialog.queryByRole("button", { name: text.ask })).toBeNull();
    await user.click(dialog.getByRole("button", { name: text.other }));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: text.code }).value).toBe("prj2345678");
  });

  it("keeps the message when the request is refused", async () => {
    const { user, text, dialog, field, go } = await open(language, {
      [check]: () => ok(standing("none")),
      [send]: () => refuse(422, "PROJECT_CLOSED", ""),
    });
    await user.type(field, "prj2345678");
    await go();
    const message = await dialog.findByRole("textbox", { name: text.message });
    await user.type(message, "Crane crew");
    await user.click(dialog.getByRole("button", { name: text.ask }));
    expect(await dialog.findByText(text.closed)).toBeDefined();
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: text.message }).value).toBe("Crane crew");
  });

  it("is offered on a public project's page to users who are not members, with the request's status", async () => {
    const text = wordsIn(language);
    let now = standing("none");
    const can = { view: true };
    opened = await openScreen("/project/7", language, {
      "GET /api/projects/{id}": () =>
        ok(aProject({ id: 7, id_project: 7, name: "Harbour Hall", role: null, is_public: true, can })),
      [check]: () => ok(now),
      [send]: (): Answer => {
        now = standing("pending", new Date().toISOString());
        return { status: 201, body: { data: now } };
      },
    });
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: text.visitor }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: text.ask }));
    expect(await dialog.findByText(text.pending)).toBeDefined();
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: text.sent })).toBeDefined();
  });

  it("is offered where a link with the code leads to a project without access", async () => {
    const text = wordsIn(language);
    opened = await openScreen("/project/prj2345678", language, {
      "GET /api/projects/{id}": () => refuse(403, "PROJECT_NOT_PUBLIC", ""),
      [check]: () => ok(standing("none")),
    });
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: text.ask }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("Harbour Hall")).toBeDefined();
  });
});
