import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { renewWorker, startWorker } from "#web/lib/service-worker.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { UpdateDialog } from "./update-dialog.tsx";
import { refresh } from "./updates.ts";

/** A worker as seen by a page. */
class Worker extends EventTarget {
  state = "installing";
  readonly told: unknown[] = [];

  postMessage(message: unknown): void {
    this.told.push(message);
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  readonly update = vi.fn(async () => this);
  readonly unregister = vi.fn(async () => true);

  /** A new version arrives and is installed a moment later. */
  find(): void {
    const worker = new Worker();
    this.installing = worker;
    act(() => void this.dispatchEvent(new Event("updatefound")));
    worker.state = "installed";
    this.installing = null;
    this.waiting = worker;
    act(() => void worker.dispatchEvent(new Event("statechange")));
  }
}

const container = Object.assign(new EventTarget(), {
  controller: null as object | null,
  register: vi.fn(),
  getRegistrations: vi.fn(),
});
let registration: Registration;
const whole = () => registration as unknown as ServiceWorkerRegistration;
const text = says("en");
const question = text("offline.update.title");

beforeEach(() => {
  registration = new Registration();
  container.controller = {};
  container.register.mockResolvedValue(registration);
  container.getRegistrations.mockResolvedValue([registration]);
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  vi.stubGlobal("caches", {
    keys: async () => ["sitewalk-files", "of others"],
    delete: vi.fn(async () => true),
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const answerWorkerFile = (status: number, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status, headers }));

describe("a new version", () => {
  it.each([
    ["en", question],
    ["ar", says("ar")("offline.update.title")],
  ] as const)("is offered when it is installed (%s)", async (language, title) => {
    await renderIn(language, <UpdateDialog registration={whole()} />);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    registration.find();
    expect(await screen.findByRole("alertdialog", { name: title })).toBeDefined();
  });

  it("that was waiting before is offered at the next start; the very first worker is not", async () => {
    registration.waiting = new Worker();
    container.controller = null;
    const { unmount } = await renderIn("en", <UpdateDialog registration={whole()} />);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    unmount();
    container.controller = {};
    await renderIn("en", <UpdateDialog registration={whole()} />);
    expect(await screen.findByRole("alertdialog", { name: question })).toBeDefined();
  });

  it("needs consent: 'Later' hides the offer, and sends no message to the worker", async () => {
    await renderIn("en", <UpdateDialog registration={whole()} />);
    registration.find();
    const first = registration.waiting;
    await userEvent.click(await screen.findByRole("button", { name: text("offline.update.later") }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    registration.find();
    await new Promise((resume) => setTimeout(resume, 50));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(first?.told).toEqual([]);
  });

  it("waits while uploads are running", async () => {
    vi.useFakeTimers();
    const rest = keepAwake();
    await renderIn("en", <UpdateDialog registration={whole()} />);
    registration.find();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    rest();
    await act(() => vi.advanceTimersByTimeAsync(2100));
    expect(screen.getByRole("alertdialog", { name: question })).toBeDefined();
  });

  it("takes over when the user agrees, and this page reloads after that", () => {
    const reload = vi.fn();
    const waiting = new Worker();
    refresh({ waiting: waiting as unknown as ServiceWorker }, reload);
    expect(waiting.told).toEqual([{ type: "activate" }]);
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("that another tab has already accepted needs only a reload", () => {
    const reload = vi.fn();
    refresh({ waiting: null }, reload);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("service worker", () => {
  it("is registered from /sw.js for the whole site", async () => {
    answerWorkerFile(200);
    expect(await startWorker()).toBe(registration);
    expect(container.register).toHaveBeenCalledExactlyOnceWith("/sw.js", { scope: "/" });
  });

  it("is checked for updates every hour", async () => {
    vi.useFakeTimers();
    answerWorkerFile(200);
    const stop = renewWorker(whole());
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(registration.update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(registration.update).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(registration.update).toHaveBeenCalledTimes(2);
    stop();
  });

  it.each([
    ["a server that has none any more", 404, {}],
    ["one that gives an empty one", 200, { "content-length": "0" }],
  ])("is removed with all its caches by %s", async (_, status, headers) => {
    answerWorkerFile(status, headers);
    expect(await startWorker()).toBeNull();
    expect(registration.unregister).toHaveBeenCalledOnce();
    expect(caches.delete).toHaveBeenCalledExactlyOnceWith("sitewalk-files");
    expect(container.register).not.toHaveBeenCalled();
  });

  it("stays when the server is unreachable", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await startWorker()).toBeNull();
    expect(registration.unregister).not.toHaveBeenCalled();
  });
});
