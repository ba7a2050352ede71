import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { textsOf } from "#web/lib/all-texts.ts";
import { ApiError } from "#web/lib/client.ts";
import { isIgnoredError } from "#web/lib/ignored-errors.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { say, says } from "#web/testing/say.ts";
import { EditLoadFailure } from "./edit-load-failure.tsx";
import { boundaryText, ErrorScreen } from "./error-screen.tsx";
import { clearFatal, useFatal, watchErrors } from "./fatal.ts";
import { LoadFailure } from "./load-failure.tsx";

const t = createTranslate("en", await textsOf("en"));

describe("the sentence of the error screen", () => {
  it.each([
    ["Failed to fetch", "Network connection error. Please check your internet connection and try again."],
    [
      "Network request failed",
      "Network connection error. Please check your internet connection and try again.",
    ],
    ["connection lost", "Network connection error. Please check your internet connection and try again."],
    ["Status 401", "You are not authorized to access this resource. Please log in again."],
    ["Unauthorized", "You are not authorized to access this resource. Please log in again."],
    ["404", "The requested resource was not found. It may have been moved or deleted."],
    ["Chunk not found", "The requested resource was not found. It may have been moved or deleted."],
    ["500", "A server error occurred. Please try again later or contact support if the problem persists."],
    [
      "Internal Server Error",
      "A server error occurred. Please try again later or contact support if the problem persists.",
    ],
    ["timeout of 5 s", "The request timed out. Please try again."],
    ["the promise broke", "An asynchronous operation failed. Please try again."],
    ["async work failed", "An asynchronous operation failed. Please try again."],
    [
      "x is undefined",
      "An unexpected error occurred. Please try again or contact support if the problem persists.",
    ],
  ])("for '%s' is '%s'", (message, sentence) => {
    expect(boundaryText(new Error(message), t)).toBe(sentence);
  });

  it.each([
    "error loading dynamically imported module: http://site.example:40141/assets/project-401unauthorized.js",
    "Failed to fetch dynamically imported module: https://site.example/assets/cards-404a.js",
    "Importing a module script failed.",
  ])("for '%s' is that of the connection, whatever the URL contains", (message) => {
    expect(boundaryText(new TypeError(message), t)).toBe(
      "Network connection error. Please check your internet connection and try again.",
    );
  });

  it("for a server refusal is the refusal's own message", () => {
    expect(boundaryText(new ApiError(403, "PROJECT_NOT_PUBLIC", ""), t)).toBe("Project is not public");
    expect(boundaryText(new ApiError(401, "UNAUTHENTICATED", ""), t)).toBe(
      "You are not authorized to access this resource. Please log in again.",
    );
  });
});

describe("the error screen", () => {
  it("is titled Application Error and offers a retry", async () => {
    const retry = vi.fn<() => void>();
    await renderIn("en", <ErrorScreen error={new Error("x is undefined")} onRetry={retry} />);
    expect(screen.getByRole("heading", { name: "Application Error" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: say("common.retry") }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe("an uncaught error", () => {
  function Page() {
    const error = useFatal();
    return error === null ? <p>All is well</p> : <ErrorScreen error={error} onRetry={clearFatal} />;
  }
  beforeAll(watchErrors);
  const rejected = (reason: unknown) => Object.assign(new Event("unhandledrejection"), { reason });

  it("shows the error screen, whether thrown or rejected, until the user retries", async () => {
    await renderIn("en", <Page />);
    for (const event of [
      new ErrorEvent("error", { error: new Error("x is undefined") }),
      rejected(new Error("it broke")),
      rejected(undefined),
    ]) {
      act(() => void dispatchEvent(event));
      await userEvent.click(await screen.findByRole("button", { name: say("common.retry") }));
      expect(await screen.findByText("All is well")).toBeDefined();
    }
  });

  it("does not when it breaks nothing", () => {
    render(<Page />);
    for (const reason of [
      new DOMException("The user aborted a request.", "AbortError"),
      new Error("ResizeObserver loop completed with undelivered notifications."),
      new DOMException("The play() request was interrupted by a call to pause().", "AbortError"),
      new ApiError(422, "VALIDATION", ""),
    ]) {
      expect(isIgnoredError(reason)).toBe(true);
      act(() => void dispatchEvent(rejected(reason)));
    }
    // An image that fails to load raises an error event without an error.
    act(() => void dispatchEvent(new ErrorEvent("error")));
    expect(screen.getByText("All is well")).toBeDefined();
  });
});

describe("in place of data that failed to load", () => {
  it.each([
    [
      new ApiError(403, "FORBIDDEN", ""),
      "Unauthorized Access",
      "You do not have permission to access this resource.",
    ],
    [
      new ApiError(401, "UNAUTHENTICATED", ""),
      "Unauthorized Access",
      "You do not have permission to access this resource.",
    ],
    [
      new ApiError(404, "NOT_FOUND", ""),
      "Resource Not Found",
      "The requested resource was not found. It may have been moved or deleted.",
    ],
    [
      new Error("bad shape"),
      "Something went wrong",
      "An error occurred while loading the data. Please try again.",
    ],
    [new ApiError(503, "UNAVAILABLE", ""), "Something went wrong", "The service is temporarily unavailable."],
  ])("shows for %s '%s'", async (error, title, text) => {
    await renderIn("en", <LoadFailure error={error} />);
    expect(screen.getByRole("alert").textContent).toContain(title);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByRole("link", { name: say("common.go_home") }).getAttribute("href")).toBe("/dashboard");
  });

  it("can be retried and dismissed", async () => {
    const [retry, dismiss] = [vi.fn<() => void>(), vi.fn<() => void>()];
    await renderIn("en", <LoadFailure error={new Error()} onRetry={retry} onDismiss={dismiss} />);
    await userEvent.click(screen.getByRole("button", { name: say("common.retry") }));
    await userEvent.click(screen.getByRole("button", { name: say("common.dismiss") }));
    expect([retry, dismiss].map((each) => each.mock.calls.length)).toEqual([1, 1]);
  });

  it.each(["en", "ar"] as const)(
    "shows in %s a reference to quote after a server failure, and nowhere else",
    async (language) => {
      const t = says(language);
      const failed = (status: number) =>
        new ApiError(status, "SERVER", "", { reference: "k7q29xmb4tzp-and-more-of-a-proxy" });
      const { unmount } = await renderIn(language, <LoadFailure error={failed(500)} />);
      expect(screen.getByRole("alert").textContent).toContain(`${t("errors.reference")} k7q29xmb4tzp`);
      const user = userEvent.setup();
      await user.click(screen.getByRole("button", { name: t("errors.copy_reference") }));
      expect(await screen.findByText(t("common.copied"))).toBeDefined();
      expect(await navigator.clipboard.readText()).toBe("k7q29xmb4tzp");
      unmount();
      await renderIn(language, <LoadFailure error={failed(404)} />);
      expect(screen.getByRole("alert").textContent).not.toContain("k7q29xmb4tzp");
    },
  );

  it("names the record that was to be edited", async () => {
    const retry = vi.fn<() => void>();
    const error = new ApiError(500, "SERVER", "");
    await renderIn(
      "en",
      <EditLoadFailure error={error} entity="Project" screen="edit_project" onRetry={retry} />,
    );
    expect(screen.getByRole("alert").textContent).toContain("Error loading Project data");
    await userEvent.click(screen.getByRole("button", { name: say("common.retry") }));
    expect(retry).toHaveBeenCalledOnce();
  });
});
