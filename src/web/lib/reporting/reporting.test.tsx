import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/lib/client.ts";
import { scrubEnvelope } from "./envelope.ts";
import { replayOptions, reporterOptions } from "./reporter.ts";
import { scrubText } from "./scrub.ts";

const where = { dsn: "https://key@errors.example/7", release: "2.1" };
const refusal = new ApiError(403, "FORBIDDEN", "No.");

describe("outgoing data", () => {
  it.each([
    ["https://site.example/recover?token=abc123", "https://site.example/recover"],
    ["/activate/Zk3f-9Qm?x=1#y", "/activate/*"],
    ["/activate/wordonly", "/activate/*"],
    ["https://site.example/viewer/k3x9wt72pq/12?yaw=4", "https://site.example/viewer/*/*"],
    ["/user/letters and /media/9f8e7d/base.webp", "/user/* and /media/*/*"],
    ["GET /api/users/code/abcdef", "GET /api/users/code/*"],
    ["/project/12/visits", "/project/12/visits"],
    [
      "at https://site.example/assets/inside-DJnj8z.js:1:204",
      "at https://site.example/assets/inside-DJnj8z.js:1:204",
    ],
    ["no such person: foreman@site.example.org.", "no such person: *@*."],
    [
      "Cannot read properties of undefined (reading 'name')",
      "Cannot read properties of undefined (reading 'name')",
    ],
  ])("is scrubbed from '%s' to '%s'", (text, left) => expect(scrubText(text)).toBe(left));

  it("is scrubbed at every depth, keeps the service's own address, and holds only the URL of a request", () => {
    const header = { dsn: where.dsn, trace: { transaction: "/viewer/abc" } };
    const event = {
      request: {
        url: "https://s.example/viewer/abc?x=1",
        data: "a body",
        headers: { Referer: "r" },
        cookies: "c",
      },
      user: { email: "foreman@example.org" },
      breadcrumbs: [{ data: { to: "/activate/abc" } }],
    };
    expect(scrubEnvelope([header, [[{ type: "event" }, event]]])).toEqual([
      { dsn: where.dsn, trace: { transaction: "/viewer/*" } },
      [
        [
          { type: "event" },
          { request: { url: "https://s.example/viewer/*" }, breadcrumbs: [{ data: { to: "/activate/*" } }] },
        ],
      ],
    ]);
  });

  it("of a replay is scrubbed, too, with a new length; unreadable data is not sent", () => {
    const recording = (text: string) => [{}, [[{ type: "replay_recording", length: text.length }, text]]];
    const body = '[{"type":4,"data":{"href":"https://s.example/recover?token=ü"}}]';
    const left = '{"segment_id":0}\n[{"type":4,"data":{"href":"https://s.example/recover"}}]';
    expect(scrubEnvelope(recording(`{"segment_id":0}\n${body}`))).toEqual([
      {},
      [[{ type: "replay_recording", length: left.length }, left]],
    ]);
    expect(JSON.stringify(scrubEnvelope(recording('{"segment_id":0}\nsecret')))).not.toContain("secret");
  });
});

describe("the reporter", () => {
  it("records one measurement and one replay in ten, and a replay of every error", () => {
    expect(reporterOptions(where)).toMatchObject({
      dsn: where.dsn,
      release: "sitewalk@2.1",
      tracesSampleRate: 0.1,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
    });
  });

  it("masks replays, stores nothing in the browser, and collects nothing about the user", () => {
    expect(replayOptions).toMatchObject({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      stickySession: false,
    });
    expect(reporterOptions(where).dataCollection).toEqual({
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    });
  });

  it("does not report errors that are not faults of the program", () => {
    const { beforeSend } = reporterOptions(where);
    const judge = (originalException: unknown) => beforeSend?.({ type: undefined }, { originalException });
    expect(judge(refusal)).toBeNull();
    expect(judge(new DOMException("called off", "AbortError"))).toBeNull();
    expect(judge(new TypeError("x is not a function"))).not.toBeNull();
  });
});

describe("a page", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
    document.querySelector("#boot")?.remove();
  });

  /** Runs the page's first script with this boot block; returns the events it listens for. */
  async function begin(boot: object): Promise<readonly string[]> {
    const block = Object.assign(document.createElement("script"), { id: "boot", type: "application/json" });
    block.textContent = JSON.stringify(boot);
    document.head.append(block);
    const listen = vi.spyOn(globalThis, "addEventListener").mockImplementation(() => undefined);
    const frame = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation(() => 0);
    const { startReporting } = await import("./report.ts");
    startReporting();
    const heard = [...listen.mock.calls.map(([name]) => name), ...frame.mock.calls.map(() => "frame")];
    listen.mockRestore();
    frame.mockRestore();
    return heard;
  }

  it("with a reporting address captures errors from then on and loads the reporter after the first paint", async () => {
    vi.stubEnv("DEV", false);
    expect(await begin({ reporting: where })).toEqual(["error", "unhandledrejection", "frame"]);
  });

  it("without one, like every page of the development server, does nothing at all", async () => {
    vi.stubEnv("DEV", false);
    expect(await begin({})).toEqual([]);
    vi.resetModules();
    document.querySelector("#boot")?.remove();
    vi.stubEnv("DEV", true);
    expect(await begin({ reporting: where })).toEqual([]);
  });
});
