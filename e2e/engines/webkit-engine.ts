import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, stopGently } from "#test/chaos/server-process.ts";
import { descendantsOf, isAlive } from "../../scripts/lib/process-tree.ts";
import type { Engine, Launch, OpenTab, PointerStep, Size, TabDriver } from "./engine.ts";

/** Names of keys in WebDriver (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keys: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Backspace: "\uE003",
  Home: "\uE011",
  End: "\uE010",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/** Key of an element reference in WebDriver's JSON. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => Promise<unknown>;

/** Paths of the two programs of Debian's webkit2gtk-driver. */
export interface WebkitPaths {
  readonly driver: string;
  readonly browser: string;
}

/**
 * Launches WebKitGTK by its own WebDriver. It has one profile per driver, so each tab gets a driver and a browser of
 * its own.
 */
export async function launchWebkit(paths: WebkitPaths, launch: Launch): Promise<Engine> {
  const first = await startSession(paths, launch);
  await first.end();
  return {
    name: "WebKitGTK",
    version: first.version,
    async open(size): Promise<OpenTab> {
      const session = await startSession(paths, launch);
      await resize(session.call, size);
      return { driver: driverOf(session.call), close: session.end };
    },
    end: async () => undefined,
  };
}

/** MiniBrowser occasionally hangs at its start, before it has a page: then another one is started. */
async function startSession(paths: WebkitPaths, launch: Launch) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await trySession(paths, launch);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function trySession({ driver, browser }: WebkitPaths, { display, hasWebgl }: Launch) {
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: "ignore",
  });
  const ask = asker(`http://127.0.0.1:${port}`);
  const args = ["--automation", ...(hasWebgl ? [] : ["--enable-webgl=false"])];
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args } } };
  const begun = await begin(ask, child, { capabilities }).catch(async (error: unknown) => {
    await endAll(child);
    throw error;
  });
  const call: Call = (method, path, body) => ask(method, `/session/${begun.sessionId}${path}`, body);
  await call("POST", "/timeouts", { script: 60_000, pageLoad: 60_000 });
  return {
    version: begun.capabilities.browserVersion,
    call,
    async end() {
      await call("DELETE", "").catch(() => undefined);
      await endAll(child);
    },
  };
}

/** Ends the driver, and the browser that it leaves behind when it is ended before it has a session. */
async function endAll(child: ChildProcess): Promise<void> {
  const below = child.pid === undefined ? [] : descendantsOf(child.pid);
  await stopGently(child);
  for (const pid of below.filter(isAlive)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Already ended.
    }
  }
}

interface Begun {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

/** The first call, repeated until the driver listens. */
async function begin(ask: Call, child: ChildProcess, body: unknown): Promise<Begun> {
  for (let tries = 0; ; tries += 1) {
    try {
      return (await ask("POST", "/session", body)) as Begun;
    } catch (error) {
      if (!(error instanceof TypeError) || tries > 100 || child.exitCode !== null) throw error;
      await sleep(100);
    }
  }
}

const asker =
  (origin: string): Call =>
  async (method, path, body) => {
    const reply = await fetch(origin + path, {
      method,
      signal: AbortSignal.timeout(path === "/session" ? 20_000 : 90_000),
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`WebKitWebDriver, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

/**
 * MiniBrowser's bars take space from its window, and its toolbar keeps the window from being narrower than about 450
 * pixels.
 */
async function resize(call: Call, { width, height }: Size): Promise<void> {
  const inner = async () =>
    (await call("POST", "/execute/sync", { script: "return [innerWidth, innerHeight]", args: [] })) as [
      number,
      number,
    ];
  await call("POST", "/window/rect", { width, height });
  const [, shown] = await inner();
  await call("POST", "/window/rect", { width, height: height + (height - shown) });
}

function driverOf(call: Call): TabDriver {
  const keyActions = (actions: readonly object[]) =>
    call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  const stroke = (value: string) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];
  return {
    goto: async (url) => void (await call("POST", "/url", { url })),
    reload: async () => void (await call("POST", "/refresh")),
    address: async () => String(await call("GET", "/url")),
    run: async (script) => void (await call("POST", "/execute/sync", { script, args: [] })),
    async call(fn, given) {
      const script = `const done = arguments[arguments.length - 1];
        new Promise((resolve) => resolve((${fn})(arguments[0])))
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = (await call("POST", "/execute/async", { script, args: [given ?? null] })) as {
        value?: unknown;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    async pointer(steps) {
      const actions = steps.map(pointerAction);
      const parameters = { pointerType: "mouse" };
      await call("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", parameters, actions }] });
    },
    type: async (text) => void (await keyActions(Array.from(text).flatMap(stroke))),
    press: async (key) => void (await keyActions(stroke(keys[key] ?? key))),
    async choose(selector, paths) {
      const found = (await call("POST", "/element", { using: "css selector", value: selector })) as Record<
        string,
        string
      >;
      await call("POST", `/element/${found[elementKey]}/value`, { text: paths.join("\n") });
    },
    screenshot: async () => Buffer.from(String(await call("GET", "/screenshot")), "base64"),
  };
}

function pointerAction(step: PointerStep): object {
  if (step === "down") return { type: "pointerDown", button: 0 };
  if (step === "up") return { type: "pointerUp", button: 0 };
  if ("wait" in step) return { type: "pause", duration: step.wait };
  return {
    type: "pointerMove",
    x: Math.round(step.x),
    y: Math.round(step.y),
    duration: 0,
    origin: "viewport",
  };
}
