import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Route } from "#contract/index.ts";
import { api } from "#contract/index.ts";
import type { Language } from "#contract/languages.ts";
import arFailures from "#i18n/ar/failures.json" with { type: "json" };
import enFailures from "#i18n/en/failures.json" with { type: "json" };
import { ok, refuse } from "#test/web/api-server.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { callFailureText, fallbackText } from "#web/lib/call-failure.ts";
import { toastCalls } from "#web/lib/call-toasts.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { LoadFailure } from "./load-failure.tsx";
import { type FailureScreen, screenFailureText } from "./screen-failure.ts";

const cases = {
  not_found: new ApiError(404, "NOT_FOUND", ""),
  network: new ApiError(0, "NETWORK", ""),
  permission: new ApiError(403, "FORBIDDEN", ""),
} as const;
const nouns = { en: enFailures.screens, ar: arFailures.screens };
const screens = Object.keys(enFailures.screens) as (keyof typeof enFailures.screens)[];
/** Shown by the screens that edit such a record, and by no other. */
const onlyEdited = new Set(["visit", "user", "member", "sheet", "plan"]);
/** Refusals that say more than that a permission is missing. */
const refusals = new Set(["project permission", "showcase permission"]);
const speaking = async (language: Language) => createTranslate(language, await textsOf(language));

describe("a screen that failed to load its data", () => {
  it.each<Language>(["en", "ar"])("names its content in each case (%s)", async (language) => {
    const t = await speaking(language);
    const said = screens.flatMap((name) => {
      const screen = (onlyEdited.has(name) ? `edit_${name}` : name) as FailureScreen;
      return Object.entries(cases).map(([kind, error]) => {
        const text = screenFailureText(screen, error, t);
        if (!refusals.has(`${name} ${kind}`))
          expect(text, `${name} ${kind}`).toContain(nouns[language][name]);
        return text;
      });
    });
    expect(said).toHaveLength(screens.length * 3);
    expect(new Set(said).size, "none is used twice").toBe(said.length);
  });

  it.each<[FailureScreen, keyof typeof cases, string]>([
    ["project", "not_found", "Could not find the project. The link may be out of date."],
    ["project", "permission", "You are not on the team of this project. Ask a manager to add you."],
    ["visits", "network", "Could not load the visits. Check your connection and try again."],
  ])("shows on %s for %s '%s'", async (name, kind, text) => {
    await renderIn("en", <LoadFailure screen={name} error={cases[kind]} />);
    expect(screen.getByRole("alert").textContent).toContain(text);
  });

  it("shows the server's message for every other case", async () => {
    const t = await speaking("en");
    expect(screenFailureText("project", new ApiError(503, "UNAVAILABLE", ""), t)).toBe(
      "The service is temporarily unavailable.",
    );
  });
});

describe("a project the user has no permission for", () => {
  let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
  afterEach(async () => opened?.close());

  it.each<Language>(["en", "ar"])("is refused with the message of its edit screen (%s)", async (language) => {
    const text = says(language)("failures.cases.edit", { thing: nouns[language].project });
    opened = await openScreen("/editproject/1", language, {
      "GET /api/projects/{id}": () => refuse(403, "FORBIDDEN", ""),
    });
    expect((await screen.findByRole("alert")).textContent).toContain(text);
  });

  it.each<[Language, string]>([
    ["en", "Delete function not available for Project"],
    ["ar", says("ar")("errors.failed.delete_unavailable", { entity: nouns.ar.project })],
  ])("is reported as undeletable where the user lacks permission (%s)", async (language, text) => {
    opened = await openScreen("/editproject/1", language, {
      "GET /api/projects/{id}": () => ok(aProject({ can: { edit: true, delete: false } })),
    });
    expect(await screen.findByText(text)).toBeDefined();
    await opened.close();
    opened = await openScreen("/editproject/1", language, {
      "GET /api/projects/{id}": () => ok(aProject({ can: { edit: true, delete: true } })),
    });
    await screen.findByRole("button", { name: language === "en" ? "Delete project" : /حذف/ });
    expect(screen.queryByText(text)).toBeNull();
  });
});

describe("a call that fails without a message", () => {
  const wordless = new ApiError(500, "UNKNOWN", "");

  it.each<[Route, string, "post" | "put" | "get" | "delete", keyof typeof arFailures.things]>([
    ["POST /api/projects", "Failed to add project", "post", "projects"],
    ["PUT /api/projects/{id}", "Failed to update project", "put", "projects"],
    ["DELETE /api/visits/{id}", "Failed to delete visit", "delete", "visits"],
    ["GET /api/users", "Failed to fetch user", "get", "users"],
    ["POST /api/notifications/delete", "Failed to delete notifications", "delete", "notifications"],
    ["POST /api/two-factor/confirm", "Failed to update two-factor sign-in", "put", "two_factor"],
  ])("%s shows '%s'", async (route, english, verb, thing) => {
    expect(callFailureText(route, wordless, await speaking("en"))).toBe(english);
    const arabic = says("ar")(`failures.calls.${verb}`, { thing: arFailures.things[thing] });
    expect(callFailureText(route, wordless, await speaking("ar"))).toBe(arabic);
  });

  it.each<Language>(["en", "ar"])(
    "names the failed action for every record type that calls change (%s)",
    async (language) => {
      const t = await speaking(language);
      // Sign-in forms have messages of their own.
      const waysIn =
        /login|logout|password|register|activat|verify-2fa|broadcasting|language$|\/setup$|invitation/;
      const silent = (Object.keys(api) as Route[]).filter(
        (route) => !route.startsWith("GET") && !waysIn.test(route) && fallbackText(route, t) === null,
      );
      expect(silent).toEqual([]);
    },
  );

  it("shows the server's message instead, if there is one", async () => {
    const t = await speaking("en");
    expect(
      callFailureText("PUT /api/projects/{id}", new ApiError(500, "UNKNOWN", "The disk is full"), t),
    ).toBe("The disk is full");
    expect(callFailureText("PUT /api/projects/{id}", new ApiError(500, "SERVER", ""), t)).toMatch(
      /^A server error occurred/,
    );
  });

  it("shows the message in its toast", async () => {
    const { ToastRegion } = await import("#web/ui/toast-region.tsx");
    const opened = await openScreen("/projects", "en", {
      "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
      "PUT /api/projects/{id}": () => ({ status: 500, body: {} }),
    });
    render(<ToastRegion />);
    const stop = toastCalls();
    await act(() => call("PUT /api/projects/{id}", { params: { id: 1 }, body: {} }).catch(() => undefined));
    await waitFor(() => expect(screen.getAllByText("Failed to update project").length).toBeGreaterThan(0));
    stop();
    await opened.close();
  });
});
