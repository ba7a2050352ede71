import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { completeProfile } from "./complete-profile.ts";
import { words } from "./words.ts";

const admin = { email: "owner@example.org", password: "correct horse battery" };
const password = "a long walk on site";

export interface Studio {
  readonly language: Language;
  readonly isNarrow: boolean;
  open(): Promise<BrowserContext>;
  shoot(page: Page, name: string): Promise<void>;
}

const letters: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "The formwork on level 2 is ready. Can you walk it tomorrow morning?",
    "I will. Leave the east stair free, please: I want the camera on the landing.",
    "Done. Water was found below the ramp again; pictures are in today's visit.",
    "Thank you. Please mark it on the plan.",
  ],
  ar: [
    "شدّة الدور الثاني جاهزة. هل تصوّرها غدًا صباحًا؟",
    "نعم. اترك الدرج الشرقي خاليًا من فضلك، أريد الكاميرا على البسطة.",
    "تم. ظهر ماء أسفل المنحدر مرة أخرى، والصور في زيارة اليوم.",
    "شكرًا. ضع علامة عليها في المخطط من فضلك.",
  ],
};

/** Starts the demo site with two offices that write to its owner, and the tour switched on. */
export async function openShellSite() {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-shell-screens-"));
  const server = await startServer(await freePort(), {
    DATA_DIR: dataDir,
    DEMO: "on",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await completeProfile(server.origin, admin);
  const owner = await enter(server.origin, admin.email, admin.password);
  await owner.call("PUT /api/settings", { body: { enable_wizard: true } });
  const offices = [];
  for (const [username, first_name, last_name] of [
    ["site-office", "Site", "Office"],
    ["survey", "Survey", "Team"],
  ] as const) {
    const email = `${username}@example.org`;
    await owner.call("POST /api/users", { body: { username, email, password, first_name, last_name } });
    offices.push(await enter(server.origin, username, password));
  }
  return {
    origin: server.origin,
    owner,
    offices,
    async close() {
      await stopGently(server.child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type ShellSite = Awaited<ReturnType<typeof openShellSite>>;

async function enter(origin: string, name: string, secret: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: secret } });
  return client;
}

/** Creates the owner's content in one language: notifications and messages. */
async function fill({ owner, offices: [site, survey] }: ShellSite, language: Language): Promise<void> {
  if (site === undefined || survey === undefined) throw new Error("The offices are missing.");
  await owner.call("POST /api/language", { body: { locale: language } });
  await owner.call("PUT /api/messages/mark-all-read");
  const [me, them] = [await owner.call("GET /api/user"), await site.call("GET /api/user")];
  const [ask = "", answer = "", report = "", thanks = ""] = letters[language];
  await site.call("POST /api/messages", { body: { recipient_id: me.id, content: ask } });
  await owner.call("POST /api/messages", { body: { recipient_id: them.id, content: answer } });
  await survey.call("POST /api/messages", { body: { recipient_id: me.id, content: thanks } });
  await site.call("POST /api/messages", { body: { recipient_id: me.id, content: report } });
}

export async function shellScreens(site: ShellSite, studio: Studio): Promise<void> {
  const { language, isNarrow } = studio;
  const t = words(language);
  await fill(site, language);
  const context = await studio.open();
  const page = await context.newPage();
  const see = async (path: string) => {
    await page.goto(`${site.origin}${path}`);
    await page.waitForLoadState("networkidle");
  };
  const escape = async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  };
  await see("/login");
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  await page.locator(".driver-popover").waitFor();
  await studio.shoot(page, "tour");
  await escape();

  await page.getByRole("button", { name: new RegExp(`^${t("notifications.title")}`) }).click();
  await studio.shoot(page, "bell");
  await escape();
  await page.getByRole("button", { name: new RegExp(`^${t("messages.title")}`) }).click();
  await studio.shoot(page, "inbox-panel");
  await escape();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await studio.shoot(page, "palette");
  await escape();
  if (isNarrow) await page.getByRole("button", { name: t("search.open"), exact: true }).click();
  const box = page.getByPlaceholder(t("search.placeholder")).last();
  await box.click();
  await box.pressSequentially("palm");
  await page.getByRole("option").first().waitFor();
  await studio.shoot(page, "search-box");

  await see("/search?q=palm");
  await studio.shoot(page, "search");
  await see("/notifications");
  await studio.shoot(page, "notifications");
  await see("/inbox");
  await studio.shoot(page, "inbox");
  const { items } = await site.owner.call("GET /api/messages/conversations");
  const last = items.find(({ person }) => person?.username === "site-office")?.last;
  await see(`/inbox/${last?.id}`);
  await studio.shoot(page, "conversation");
  await see("/projects");
  // The overlay queries the server first, and must be loaded for the picture.
  await page.waitForTimeout(4_000);
  await context.setOffline(true);
  await page.getByText(t("offline.title")).waitFor();
  await studio.shoot(page, "offline");
  await page.getByRole("button", { name: t("offline.continue") }).click();
  await studio.shoot(page, "offline-continued");
  await context.close();
}
