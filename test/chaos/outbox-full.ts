import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { words } from "../../e2e/words.ts";
import { signedIn, until } from "./common.ts";
import type { DrillOptions, FaultLine } from "./faults.ts";
import { opened, signedInPage, siteOn, waiting, whenOutbox } from "./outbox-shift.ts";
import type { ServerProcess } from "./server-process.ts";

const t = words("en");
/** Space that the browser leaves for photos, and the size of a photo. */
const space = 12e6;
const size = 2e6;
/** Photos after which the device must have refused one. */
const most = 20;
const patience = 300_000;

interface Options extends Pick<DrillOptions, "say"> {
  readonly server: ServerProcess;
  readonly folder: string;
}

/**
 * Photos are added without a connection until the browser has no space: the next one is refused in words, those that
 * were kept arrive when the connection is back.
 */
export async function onFullDevice({ server: { origin }, folder, say }: Options): Promise<FaultLine> {
  const context = await opened(join(folder, "profile-full"));
  try {
    const site = await siteOn(await signedIn(origin), "Basement 3");
    const page = await signedInPage(context, origin, site.owner);
    await whenOutbox(page);
    await page.goto(`${origin}/photos/${site.project}`);
    const picker = page.locator("input[type=file][multiple]").first();
    await picker.waitFor({ state: "attached" });
    await context.setOffline(true);
    await page.getByRole("button", { name: t("offline.continue") }).click({ timeout: 60_000 });
    await limitTo(page, origin, space);
    const refused = page.getByText(t("offline.waiting.full"));
    let kept = 0;
    while (kept < most && (await refused.count()) === 0) {
      await picker.setInputFiles({ name: `${kept}.jpg`, mimeType: "image/jpeg", buffer: await photo() });
      await until(async () => (await waiting(page)) > kept || (await refused.count()) > 0);
      kept = Math.max(kept, await waiting(page));
    }
    const isRefused = (await refused.count()) > 0;
    say(
      `${kept} photos of ${size / 1e6} MB kept with a quota of ${space / 1e6} MB, the next one ${isRefused ? "refused" : "not refused"}`,
    );
    await context.setOffline(false);
    await until(async () => (await waiting(page)) === 0, patience);
    const params = { id: site.project };
    const { items } = await site.owner.call("GET /api/projects/{id}/photos", { params });
    const files = new Set(items.map(({ file }) => file));
    return {
      fault: `a browser with a quota of ${space / 1e6} MB, filled with photos of ${size / 1e6} MB without a connection`,
      times: 1,
      acknowledged: `${kept} photos`,
      lost: Math.max(0, kept - files.size),
      wrong: {
        "sent twice": items.length - files.size,
        "not refused in words on the full device": isRefused ? 0 : 1,
      },
      backMs: [],
    };
  } finally {
    await context.close();
  }
}

/** Leaves the pages of an origin so many bytes in addition to what they store. */
async function limitTo(page: Page, origin: string, bytes: number): Promise<void> {
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  const browser = await page.context().newCDPSession(page);
  await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + bytes });
}

/** Its end is noise, so that each is another one and none can be compressed. */
async function photo(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: "#789" } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, randomBytes(size)]);
}
