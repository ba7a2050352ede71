import puppeteer, { type Browser, type KeyInput, type Page } from "puppeteer-core";
import type { Engine, Launch, PointerStep, Size, TabDriver } from "./engine.ts";

const isRoot = process.getuid?.() === 0;

/** Launches Chromium by its own protocol. */
export async function launchChromium(path: string, { display, hasWebgl }: Launch): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "chrome",
    executablePath: path,
    headless: true,
    env: { ...process.env, DISPLAY: display },
    args: [
      hasWebgl ? "--enable-unsafe-swiftshader" : "--disable-3d-apis",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // Chromium's sandbox does not run as root.
      ...(isRoot ? ["--no-sandbox"] : []),
    ],
  });
  return engineOf("Chromium", browser);
}

/** Launches Firefox as packaged, by WebDriver BiDi. Needs a display: without one it has no WebGL. */
export async function launchFirefox(path: string, { display, hasWebgl }: Launch): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: path,
    headless: false,
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" },
    extraPrefsFirefox: { "webgl.disabled": !hasWebgl },
  });
  return engineOf("Firefox", browser);
}

async function engineOf(name: string, browser: Browser): Promise<Engine> {
  const version = (await browser.version()).split("/")[1] ?? "";
  return {
    name,
    version,
    async open(size: Size) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(size);
      return { driver: driverOf(page), close: () => context.close() };
    },
    end: () => browser.close(),
  };
}

function driverOf(page: Page): TabDriver {
  return {
    goto: async (address) =>
      void (await page.goto(address, { waitUntil: "domcontentloaded", timeout: 60_000 })),
    reload: async () => void (await page.reload({ waitUntil: "domcontentloaded", timeout: 60_000 })),
    address: async () => page.url(),
    run: async (script) => void (await page.evaluate(script)),
    call: (fn, given) => page.evaluate(`(${fn})(${JSON.stringify(given) ?? "undefined"})`),
    pointer: (steps) => move(page, steps),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key as KeyInput),
    async choose(selector, paths) {
      const input = await page.$(selector);
      if (input === null) throw new Error(`No input at ${selector}.`);
      await (input as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(...paths);
    },
    screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
  };
}

async function move(page: Page, steps: readonly PointerStep[]): Promise<void> {
  for (const step of steps) {
    if (step === "down") await page.mouse.down();
    else if (step === "up") await page.mouse.up();
    else if ("wait" in step) await new Promise((resume) => setTimeout(resume, step.wait));
    else await page.mouse.move(step.x, step.y);
  }
}
