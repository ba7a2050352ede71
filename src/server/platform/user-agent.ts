import bowser from "bowser";
import type { SessionInfo } from "#contract/sessions.ts";

export type DeviceInfo = Pick<SessionInfo, "device" | "browser" | "system">;

const kinds: Readonly<Record<string, DeviceInfo["device"]>> = {
  mobile: "phone",
  tablet: "tablet",
  desktop: "desktop",
};

/** Parses a user agent. It may contain anything, so the names are truncated and nothing is decided by them. */
export function readUserAgent(userAgent: string): DeviceInfo {
  if (userAgent.trim() === "") return { device: "other", browser: "", system: "" };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    device: kinds[platform.type ?? ""] ?? "other",
    browser: (browser.name ?? "").slice(0, 40),
    system: (os.name ?? "").slice(0, 40),
  };
}
