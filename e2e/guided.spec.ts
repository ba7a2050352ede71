import { expect, type Page } from "@playwright/test";
import ar from "#i18n/ar/media/viewer.json" with { type: "json" };
import en from "#i18n/en/media/viewer.json" with { type: "json" };
import { readyVisit } from "./demo.ts";
import { outOfReach } from "./reachable-controls.ts";
import { test } from "./server.ts";
import { signIn } from "./sign-in.ts";

const isRoot = process.getuid?.() === 0;
test.use({
  launchOptions: async ({ launchOptions }, give) =>
    give({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
    }),
});

const isSharp = (page: Page) => expect(page.locator("[data-picture=sharp]")).toBeAttached();
const words = (text: string, n: number) => text.replace("{{n}}", String(n));

test("leads a guest through a visit: the guest sees the host's view, hears the host, turns away and follows again", async ({
  browser,
  server: { origin },
}, info) => {
  test.slow();
  const code = await readyVisit(origin);
  const host = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const guest = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    locale: "ar",
  });
  await signIn(host, origin);
  const led = await host.newPage();
  await led.goto(`${origin}/viewer/${code}?lang=en`);
  await isSharp(led);
  await led.getByRole("button", { name: en.guide.begin }).click();
  const panel = led.getByRole("region", { name: en.guide.title });
  await expect(panel).toContainText(words(en.guide.followers, 0));
  const link = await panel.getAttribute("data-link");

  const follower = await guest.newPage();
  await follower.goto(`${link}&lang=ar`);
  await isSharp(follower);
  await follower.screenshot({ path: info.outputPath("invitation-ar.png") });
  await follower.getByRole("button", { name: ar.guide.join }).click();
  await expect(panel).toContainText(words(en.guide.followers, 1));
  const other = follower.getByRole("region", { name: ar.guide.title });
  await expect(other).toContainText(words(ar.guide.people, 1));

  await led.getByRole("button", { name: en.rooms.next }).click();
  await expect.poll(() => new URL(follower.url()).pathname).toBe(new URL(led.url()).pathname);

  // The pointer marks the same spot of the picture, whatever the size of the screen.
  await panel.getByRole("button", { name: en.guide.point }).click();
  await led.mouse.move(640, 400);
  await led.mouse.move(700, 420, { steps: 4 });
  await expect(follower.locator("[data-guide-point]")).toBeVisible();
  await led.screenshot({ path: info.outputPath("host-en.png") });
  await follower.screenshot({ path: info.outputPath("guest-ar.png") });
  await panel.getByRole("button", { name: en.guide.point }).click();
  await expect(follower.locator("[data-guide-point]")).toHaveCount(0);

  // Sound arrives: the guest's browser decodes the host's microphone.
  const heard = follower.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const play = HTMLMediaElement.prototype.play;
        HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
          this.addEventListener("timeupdate", () => resolve(true));
          return play.call(this);
        };
        setTimeout(() => resolve(false), 20_000);
      }),
  );
  await panel.getByRole("button", { name: en.guide.speak }).click();
  await expect(panel.getByRole("button", { name: en.guide.mute })).toBeVisible();
  expect(await heard).toBe(true);

  // A guest who turns the picture is left alone until they follow again.
  await follower
    .locator("canvas")
    .first()
    .click({ position: { x: 200, y: 700 } });
  const again = other.getByRole("button", { name: ar.guide.follow_again });
  await expect(again).toBeVisible();
  const before = follower.url();
  await led.getByRole("button", { name: en.rooms.next }).click();
  await expect.poll(() => new URL(led.url()).pathname).not.toBe(new URL(before).pathname);
  await again.click();
  await expect.poll(() => new URL(follower.url()).pathname).toBe(new URL(led.url()).pathname);

  await panel.getByRole("button", { name: en.guide.end }).click();
  await expect(follower.getByText(ar.guide.over)).toBeVisible();
  await expect(other.filter({ has: follower.getByRole("button", { name: ar.guide.leave }) })).toHaveCount(0);
  // A finished tour offers no way to join.
  await follower.reload();
  await isSharp(follower);
  await expect(follower).not.toHaveURL(/guide=/);
  const late = await guest.newPage();
  await late.goto(`${link}&lang=ar`);
  await expect(late.getByText(ar.guide.absent)).toBeVisible();
  await expect(late.getByRole("button", { name: ar.guide.join })).toHaveCount(0);
});

test("resumes after the host reloads, reports a lost host within ten seconds, and explains the end of a tour", async ({
  browser,
  server: { origin },
}, info) => {
  const code = await readyVisit(origin);
  const host = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await signIn(host, origin);
  const led = await host.newPage();
  await led.goto(`${origin}/viewer/${code}?lang=en`);
  await isSharp(led);
  await led.getByRole("button", { name: en.guide.begin }).click();
  const panel = led.getByRole("region", { name: en.guide.title });
  const link = (await panel.getAttribute("data-link")) ?? "";

  const first = await phone.newPage();
  const second = await desk.newPage();
  const followed = async (page: Page, language: "en" | "ar") => {
    const { guide } = language === "ar" ? ar : en;
    await page.goto(`${link}&lang=${language}`);
    await isSharp(page);
    await page.getByRole("button", { name: guide.join }).click();
    const region = page.getByRole("region", { name: guide.title });
    await expect(region).toHaveAttribute("data-state", "on");
    return region;
  };
  const arabic = await followed(first, "ar");
  const english = await followed(second, "en");
  await expect(panel).toContainText(words(en.guide.followers, 2));
  await first.screenshot({ path: info.outputPath("following-ar.png") });
  expect(await outOfReach(first, { isTouch: true })).toEqual([]);

  // The host returns to their own tour and its followers.
  await led.reload();
  await expect(arabic).toHaveAttribute("data-state", "waiting");
  await expect(panel).toContainText(words(en.guide.followers, 2));
  await expect(panel).toHaveAttribute("data-link", link);
  await expect(arabic).toHaveAttribute("data-state", "on");
  await expect(english).toHaveAttribute("data-state", "on");

  // A follower who disappears without leaving is no longer counted.
  await crash(second);
  await expect(panel).toContainText(words(en.guide.followers, 1));

  // The same for the host: followers are informed soon and do not wait forever.
  await crash(led);
  await expect(arabic).toHaveAttribute("data-state", "waiting");
  const third = await desk.newPage();
  await third.goto(`${link}&lang=en`);
  await isSharp(third);
  await expect(third.getByText(en.guide.absent)).toBeVisible();
  await expect(third.getByRole("button", { name: en.guide.join })).toHaveCount(0);
  await expect(first.getByText(ar.guide.lost)).toBeVisible();
  await first.screenshot({ path: info.outputPath("lost-ar.png") });
  await first.getByRole("button", { name: ar.guide.alone }).click();
  await expect(first).not.toHaveURL(/guide=/);
  await Promise.all([host.close(), phone.close(), desk.close()]);
});

/** Ends the page as on a phone that runs out of power: without a closing message. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The call gets no answer.
  void session.send("Page.crash").catch(() => undefined);
}
