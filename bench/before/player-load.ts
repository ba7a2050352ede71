import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { openCold } from "./cold-page.ts";

/** One cold load of a page with a player: milliseconds since the navigation, bytes as sent. */
export interface PlayerLoad {
  readonly control: number;
  readonly controlName: string;
  readonly script: number;
  readonly bytesWithoutMedia: number;
}

/** The page is loaded when nothing but media was sent for this long; a page that keeps sending is not waited for. */
const QUIET_MS = 2500;
const PATIENCE_MS = 20_000;

export async function loadPlayer(browser: Browser, address: string): Promise<PlayerLoad> {
  const { context, traffic, go, firstControl } = await openCold(browser);
  try {
    await go(address);
    const control = await firstControl();
    const limit = Date.now() + PATIENCE_MS;
    while (Date.now() < limit && Date.now() - traffic.lastWithoutMediaAt() < QUIET_MS) await sleep(100);
    return {
      control: control.at,
      controlName: control.name,
      script: traffic.bytesBy(Date.now(), "script"),
      bytesWithoutMedia: traffic.bytesBy(Date.now(), "without media"),
    };
  } finally {
    await context.close();
  }
}
