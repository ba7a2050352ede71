import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { textsOf } from "./all-texts.ts";
import { toastCalls } from "./call-toasts.ts";
import { call, quiet } from "./client.ts";
import { serveToasts } from "./toasts.ts";
import { createTranslate } from "./translate.ts";
import { translate } from "./words-on-screen.ts";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const ok = (data: unknown = {}, message = "OK", headers: Record<string, string> = {}) =>
  Response.json({ status: "success", success: true, message, data }, { headers });
const refused = (status: number, code = "UNKNOWN", message = "") =>
  Response.json({ status: "error", success: false, code, message }, { status });

/** The server's answers, in order; the last one repeats. */
let answers: (() => Response | Promise<Response>)[] = [];
let sent: Sent[] = [];
let toasts: (string | undefined)[][] = [];
let stops: (() => void)[] = [];

beforeEach(async () => {
  translate.set(createTranslate("en", await textsOf("en")));
  document.head.innerHTML = '<meta name="csrf-token" content="first-token">';
  sent = [];
  toasts = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init = {}) => {
    sent.push({ url: url as string, init });
    const [answer = () => ok()] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return answer();
  });
  stops = [
    toastCalls(),
    serveToasts(({ title, text }) => toasts.push(text === undefined ? [title] : [title, text])),
  ];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.restoreAllMocks();
});

const rename = () => call("PUT /api/visits/{id}", { params: { id: 3 }, body: { name: "Roof" } });
const header = (one: Sent | undefined, name: string) => new Headers(one?.init.headers).get(name);

describe("a call", () => {
  it("requests the path of the contract with the browser's cookies, and returns the content of data", async () => {
    answers = [() => ok({ id: 3, name: "Roof" })];
    expect(await rename()).toEqual({ id: 3, name: "Roof" });
    expect(sent[0]).toMatchObject({
      url: "/api/visits/3",
      init: { method: "PUT", credentials: "same-origin", body: '{"name":"Roof"}' },
    });
  });

  it("sends the page's anti-forgery token on writes, and not on reads", async () => {
    answers = [() => ok()];
    await rename();
    await call("GET /api/settings");
    expect(header(sent[0], "x-csrf-token")).toBe("first-token");
    expect(header(sent[1], "x-csrf-token")).toBeNull();
  });

  it("stores the new token of an answer", async () => {
    answers = [() => ok({}, "OK", { "x-csrf-token": "second-token" }), () => ok()];
    await rename();
    await rename();
    expect(header(sent[1], "x-csrf-token")).toBe("second-token");
    expect(document.querySelector("meta")?.content).toBe("second-token");
  });

  it("on a page without a token waits for one before its first write, and parallel ones share the request", async () => {
    document.head.innerHTML = '<meta name="csrf-token" content="">';
    answers = [() => ok({ token: "fresh-token" }), () => ok()];
    await Promise.all([rename(), rename()]);
    expect(sent.map(({ url }) => url)).toEqual(["/api/csrf-token", "/api/visits/3", "/api/visits/3"]);
    expect(sent.slice(1).map((each) => header(each, "x-csrf-token"))).toEqual(["fresh-token", "fresh-token"]);
  });

  it("that met a stale token gets a fresh one and is repeated once, silently", async () => {
    answers = [() => refused(419, "CSRF_MISMATCH"), () => ok({ token: "fresh-token" }), () => ok({ id: 3 })];
    expect(await rename()).toEqual({ id: 3 });
    expect(sent.map(({ url }) => url)).toEqual(["/api/visits/3", "/api/csrf-token", "/api/visits/3"]);
    expect(header(sent[2], "x-csrf-token")).toBe("fresh-token");
    expect(toasts).toEqual([["Updated"]]);
  });

  it("that met a stale token twice says that the session has expired, and is not made a third time", async () => {
    answers = [
      () => refused(419, "CSRF_MISMATCH"),
      () => ok({ token: "fresh-token" }),
      () => refused(419, "CSRF_MISMATCH"),
    ];
    await expect(rename()).rejects.toMatchObject({ status: 419 });
    expect(sent).toHaveLength(3);
    expect(toasts).toEqual([["Session Expired", "Please refresh the page and try again."]]);
  });

  it("waits five minutes for its answer", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    answers = [() => ok()];
    await rename();
    expect(timeout).toHaveBeenCalledWith(300_000);
    expect(limits.http.timeout).toBe(300_000);
  });

  it("that timed out or found no server says so", async () => {
    answers = [() => Promise.reject(new DOMException("late", "TimeoutError"))];
    await expect(rename()).rejects.toMatchObject({ code: "TIMEOUT", status: 0 });
    answers = [() => Promise.reject(new TypeError("Failed to fetch"))];
    await expect(rename()).rejects.toMatchObject({ code: "NETWORK", status: 0 });
    expect(toasts).toEqual([
      ["Network Error", "The request timed out. Please try again."],
      ["Network Error", "Network connection error. Please check your internet connection and try again."],
    ]);
  });

  it("that did not reach the server in time counts as timed out, not as refused", async () => {
    answers = [() => new Response(null, { status: 408 })];
    await expect(rename()).rejects.toMatchObject({ status: 0, code: "TIMEOUT" });
  });

  it("that its caller aborted raises nothing", async () => {
    answers = [() => Promise.reject(new DOMException("off", "AbortError"))];
    await expect(rename()).rejects.toThrow("off");
    expect(toasts).toEqual([]);
  });
});

describe("a successful change", () => {
  it("shows Created, Updated or Deleted automatically; a read shows nothing", async () => {
    answers = [() => ok()];
    await call("POST /api/projects", { body: { name: "Tower" } });
    await rename();
    await call("DELETE /api/visits/{id}", { params: { id: 3 } });
    await call("GET /api/visits");
    expect(toasts).toEqual([["Created"], ["Updated"], ["Deleted"]]);
  });

  it("shows nothing about signing in and out, tokens, languages and sockets", async () => {
    answers = [() => ok()];
    await call("POST /api/login", { body: { username_l: "a", password_l: "b" } });
    await call("POST /api/demo-login", {});
    await call("POST /api/logout", {});
    await call("POST /api/language", { body: { locale: "ar" } });
    await call("POST /api/broadcasting/auth", { body: { socket_id: "1.2", channel_name: "private-user-1" } });
    await call("GET /api/csrf-token");
    expect(toasts).toEqual([]);
  });

  it("shows nothing about searches, read markers, and passwords that are only checked", async () => {
    answers = [() => ok()];
    await call("POST /api/search/global", { body: { q: "tower" } });
    await call("POST /api/search/recent", { body: { q: "tower" } });
    await call("PUT /api/notifications/mark-all-read", {});
    await call("PUT /api/messages/mark-read", { body: { message_ids: [1] } });
    await call("POST /api/users/{id}/verify-password", { params: { id: 1 }, body: { password: "secret" } });
    expect(toasts).toEqual([]);
  });

  it("shows nothing when its caller handles the message", async () => {
    answers = [() => ok()];
    await call("POST /api/projects", { body: { name: "Tower" } }, quiet);
    expect(toasts).toEqual([]);
  });

  it("shows its caller's message instead, and only that", async () => {
    answers = [() => ok()];
    await call("POST /api/projects", { body: { name: "Tower" } }, { success: "Project added successfully" });
    expect(toasts).toEqual([["Project added successfully"]]);
  });
});

describe("a refused call", () => {
  it.each([
    [403, "FORBIDDEN", ["Access Denied", "You do not have permission to perform this action."]],
    [
      404,
      "NOT_FOUND",
      ["Not Found", "The requested resource was not found. It may have been moved or deleted."],
    ],
    [422, "VALIDATION", ["Validation Error", "Please check your input and try again."]],
    [429, "RATE_LIMITED", ["Too Many Requests", "Too many requests. Please wait a moment and try again."]],
    [503, "UNAVAILABLE", ["Server Error", "The service is temporarily unavailable."]],
  ])("of %i %s shows it once, under its title", async (status, code, toast) => {
    answers = [() => refused(status, code)];
    await expect(rename()).rejects.toMatchObject({ status, code });
    expect(sent, "a write is never repeated by itself").toHaveLength(1);
    expect(toasts).toEqual([toast]);
  });

  it("of 401 is left to the handlers of the session's end", async () => {
    answers = [() => refused(401, "UNAUTHENTICATED")];
    await expect(rename()).rejects.toMatchObject({ status: 401 });
    expect(toasts).toEqual([]);
  });

  it("shows nothing when its caller shows it itself", async () => {
    answers = [() => refused(500, "SERVER")];
    const project = call("POST /api/projects", { body: { name: "Tower" } }, quiet);
    await expect(project).rejects.toMatchObject({ status: 500 });
    expect(toasts).toEqual([]);
  });

  it("that only reads shows nothing unless it is asked to", async () => {
    answers = [() => refused(500, "SERVER")];
    await expect(call("GET /api/user")).rejects.toMatchObject({ status: 500 });
    expect(toasts).toEqual([]);
    await expect(call("GET /api/user", {}, { toast: true })).rejects.toMatchObject({ status: 500 });
    expect(toasts.map(([title]) => title)).toEqual(["Server Error"]);
  });
});
