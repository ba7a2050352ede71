import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync } from "node:fs";
import { join } from "node:path";
import type { WebkitPaths } from "./webkit-engine.ts";

/** Packages that each engine needs, by Debian's names. */
const packages = {
  chromium: ["chromium"],
  firefox: ["firefox-esr", "xvfb"],
  // libav and bad: without them WebKitGTK has no H.264.
  webkit: ["webkit2gtk-driver", "xvfb", "gstreamer1.0-libav", "gstreamer1.0-plugins-bad"],
} as const;

export type EngineName = keyof typeof packages;
export const engineNames = Object.keys(packages) as EngineName[];

const onPath = (...names: string[]): string | undefined => {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const findXvfb = () => onPath("Xvfb");

export function findChromium(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") return given;
  return onPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

export const findFirefox = () => onPath("firefox-esr", "firefox");

export function findWebkit(): WebkitPaths | undefined {
  const driver = onPath("WebKitWebDriver");
  const [browser] = globSync("/usr/{lib,libexec}{/*,}/webkit2gtk-4.{1,0}/MiniBrowser");
  return driver === undefined || browser === undefined ? undefined : { driver, browser };
}

const isThere: Readonly<Record<EngineName, () => boolean>> = {
  chromium: () => findChromium() !== undefined,
  firefox: () => findFirefox() !== undefined && findXvfb() !== undefined,
  webkit: () =>
    findWebkit() !== undefined &&
    findXvfb() !== undefined &&
    globSync("/usr/lib/*/gstreamer-1.0/libgstlibav.so").length > 0 &&
    globSync("/usr/lib/*/gstreamer-1.0/libgstvideoparsersbad.so").length > 0,
};

/**
 * Installs missing engine packages with apt-get: as root, in CI or on request. Returns one line for each engine that
 * still lacks something, with the packages that would provide it.
 */
export function installMissing(wanted: readonly EngineName[], isAsked: boolean): string[] {
  const lacking = () => wanted.filter((name) => !isThere[name]());
  const isRoot = process.getuid?.() === 0;
  const mayInstall = isRoot && existsSync("/usr/bin/apt-get") && (isAsked || process.env["CI"] !== undefined);
  const before = lacking();
  if (before.length > 0 && mayInstall) {
    const names = [...new Set(before.flatMap((name) => [...packages[name]]))];
    console.log(`Installing ${names.join(", ")} (apt-get) …`);
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, encoding: "utf8" } as const;
    spawnSync("apt-get", ["update", "-qq"], options);
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...names];
    const { status, stderr } = spawnSync("apt-get", install, options);
    if (status !== 0) console.log(stderr.trim().split("\n").slice(-4).join("\n"));
  }
  return lacking().map((name) => `${name}: not complete here, needs ${packages[name].join(", ")}`);
}
