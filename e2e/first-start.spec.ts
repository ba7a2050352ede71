import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { freePort } from "#test/chaos/server-process.ts";
import { test } from "./base-test.ts";
import { Guest } from "./guest.ts";
import { cutConnection } from "./page-errors.ts";
import { SiteManager } from "./site-manager.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

const root = join(import.meta.dirname, "..");
/** A real photograph, see NOTICE. */
const photograph = join(root, "test/media/examplepano.jpg");
const account = { email: "owner@example.org", password: "correct horse battery" };

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Runs `npm start` in a folder, in a process group of its own; returns once it reports that it is ready. */
async function npmStart(folder: string, environment: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const deadline = Date.now() + 240_000;
  while (!output.includes("Sitewalk is ready")) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`npm start did not get there.\n${output}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return { child, output: () => output };
}

async function stop({ child }: Started): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill("SIGTERM");
  return gone;
}

interface Variant {
  readonly language: Language;
  readonly width: number;
  readonly height: number;
}

const variants: readonly Variant[] = [
  { language: "en", width: 1280, height: 800 },
  { language: "ar", width: 390, height: 844 },
  { language: "ar", width: 1280, height: 800 },
  { language: "en", width: 390, height: 844 },
];

async function openBrowser(browser: Browser, { language, width, height }: Variant) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === "ar" ? "ar-AE" : "en-GB",
  });
  await context.addInitScript((lang) => localStorage.setItem("app-language", lang), language);
  return context;
}

test("clones the project into an empty folder, starts it, signs in, adds a visit of a real photo and shares it with a guest", async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "first light "));
  const clone = join(folder, "site walk");
  execFileSync("git", ["clone", "--quiet", "--local", root, clone]);
  const environment = {
    PORT: String(await freePort()),
    HOST: "127.0.0.1",
    DEMO: "off",
    DATA_DIR: join(folder, "data"),
  };
  const started = await npmStart(clone, environment);
  const origin = `http://127.0.0.1:${environment.PORT}`;
  try {
    const token = /setup\?token=(\S+)/.exec(started.output())?.[1];
    expect(token, "the one-time link is printed").toBeDefined();
    for (const [index, variant] of variants.entries()) {
      const t = words(variant.language);
      const site = await openBrowser(browser, variant);
      const elsewhere = await openBrowser(browser, variant);
      const manager = new SiteManager(await site.newPage(), t);
      const guest = new Guest(await elsewhere.newPage(), t);
      const name = `${variant.language} ${variant.width}`;

      await test.step(`in ${name}`, async () => {
        if (index === 0) await manager.setUp(`${origin}/setup?token=${token}`, account);
        else await manager.signIn(origin, account);
        await expect(manager.page.locator("html")).toHaveAttribute(
          "dir",
          variant.language === "ar" ? "rtl" : "ltr",
        );
        await manager.addProject(`Harbour house ${index}`);
        await manager.addVisit(`Harbour house ${index}`, `First walk ${index}`, [photograph]);
        const link = await manager.shareLink();
        expect(new URL(link).origin).toBe(origin);

        await guest.open(link);
        expect((await guest.look()).spread, "a photograph, not an empty page").toBeGreaterThan(20);
        const api = await elsewhere.request.get(`${origin}/api/user`);
        expect(api.status(), "the guest has no account").toBe(401);
        await guest.page.screenshot({ path: test.info().outputPath(`viewer ${name}.png`) });
        await manager.page.screenshot({ path: test.info().outputPath(`visit ${name}.png`) });
      });
      await site.close();
      await elsewhere.close();
    }
    expect(await stop(started), "Ctrl-C and SIGTERM end it cleanly").toBe(0);
    const begin = Date.now();
    const again = await npmStart(clone, environment);
    expect(Date.now() - begin, "a second start is quick").toBeLessThan(20_000);
    await stop(again);
  } finally {
    // Gently also after a failure: killing npm outright would leave the server and its database behind.
    await stop(started);
    await rm(folder, { recursive: true, force: true });
  }
});
