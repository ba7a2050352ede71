import type { Engine, Launch } from "./engine.ts";
import { type EngineName, findChromium, findFirefox, findWebkit } from "./install.ts";
import { launchChromium, launchFirefox } from "./puppeteer-engine.ts";
import { launchWebkit } from "./webkit-engine.ts";

/** Starts an installed engine. */
export async function launchEngine(name: EngineName, how: Launch): Promise<Engine> {
  if (name === "chromium") return launchChromium(found(name, findChromium()), how);
  if (name === "firefox") return launchFirefox(found(name, findFirefox()), how);
  return launchWebkit(found(name, findWebkit()), how);
}

function found<T>(name: EngineName, path: T | undefined): T {
  if (path === undefined) throw new Error(`There is no ${name} here.`);
  return path;
}
