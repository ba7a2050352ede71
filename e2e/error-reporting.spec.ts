import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/chaos/server-process.ts";
import { type ErrorService, startErrorService } from "#test/error-service/index.ts";
import { startDemo } from "./demo-server.ts";
import { expect, test as plain } from "./server.ts";
import { words } from "./words.ts";

const t = words("en");

interface Fixtures {
  service: ErrorService;
  /** The product, configured to report errors to `service`. */
  reporting: ServerProcess;
}

const test = plain.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
  service: async ({}, give) => {
    const service = await startErrorService();
    await give(service);
    await service.close();
  },
  reporting: async ({ service }, give) => {
    const server = await startDemo({ ERROR_REPORTING_DSN: service.dsn });
    await give(server);
    await server.end();
  },
});

/** Throws in the page as a bug would; `early` before any script of ours has finished. */
const fail = (page: Page, words: string) =>
  page.evaluate(
    (text) =>
      void setTimeout(() => {
        throw new TypeError(text);
      }),
    words,
  );

// Thrown by the journeys; an invented token is not valid.
test.use({
  expectedErrors: [
    /TypeError: (?:nobody hears this|at \/|in the viewer|a drawing of)|RangeError: before|^GET 422 \S+\/check-invitation-token/,
  ],
});

const messages = (service: ErrorService) =>
  service
    .items("event")
    .map(
      ({ payload }) => (payload as { exception: { values: { value: string }[] } }).exception.values[0]?.value,
    );

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: t("auth.demo") }).click();
  await page.waitForURL("**/dashboard");
}

test("reports errors to the configured service, from the first script on, with a replay that shows shapes only", async ({
  page,
  service,
  reporting,
}) => {
  await page.addInitScript(() => {
    // Takes every measurement, not one in ten.
    Math.random = () => 0.01;
    if (location.hash === "#early")
      document.addEventListener("DOMContentLoaded", () => {
        throw new RangeError("before the reporter is there");
      });
  });
  await page.goto(`${reporting.origin}/login#early`);
  await expect(page.getByRole("heading", { name: t("errors.application") })).toBeVisible();
  await expect.poll(() => messages(service)).toEqual(["before the reporter is there"]);
  await enter(page, reporting.origin);
  await page.goto(`${reporting.origin}/projects`);
  await expect(page.getByRole("heading", { name: t("projects.title"), level: 1 })).toBeVisible();
  await fail(page, "a drawing of https://site.example/viewer/k3x9wt72pq?yaw=3 for foreman@example.org");
  await expect.poll(() => messages(service)).toContain("a drawing of https://site.example/viewer/* for *@*");
  await expect.poll(() => service.items("replay_recording").length).toBeGreaterThan(0);
  expect(service.violations).toEqual([]);

  // Guests do not receive the version, so the first event has none.
  const event = service.items("event").at(-1);
  expect(event?.payload).toMatchObject({
    release: expect.stringMatching(/^sitewalk@\d+\.\d+$/),
    environment: "production",
  });
  const sent = service.raw.join("\n");
  // Content of the screen, the signed-in user, and data of their session.
  for (const secret of ["Palm Court", "demo@example.org", "sitewalk_session", "k3x9wt72pq"])
    expect(sent.includes(secret), secret).toBe(false);
  expect(/\/media\/[^*]/.test(sent), "addresses of pictures are signed").toBe(false);
});

test("sends neither a token nor a share code of an address, on the sign-in pages and in the viewer", async ({
  page,
  service,
  reporting,
}) => {
  await page.addInitScript(() => (Math.random = () => 0.01));
  const secret = "s3cr3t-t0ken-of-a-mail";
  for (const path of [
    `/recover?token=${secret}`,
    `/activate/${secret}`,
    `/login?token=${secret}#${secret}`,
  ]) {
    const before = messages(service).length;
    await page.goto(reporting.origin + path);
    await page.locator("input").first().fill("typed-by-hand");
    await fail(page, `at ${path}`);
    await expect.poll(() => messages(service).length).toBeGreaterThan(before);
  }
  await enter(page, reporting.origin);
  await page.goto(`${reporting.origin}/visits`);
  const visit = await page.locator('a[href^="/viewer/"]').first().getAttribute("href");
  const code = visit?.split("/")[2] ?? "";
  expect(code).not.toBe("");
  await page.goto(`${reporting.origin}${visit}`);
  const before = messages(service).length;
  await fail(page, "in the viewer");
  await expect.poll(() => messages(service).length).toBeGreaterThan(before);
  await expect.poll(() => service.items("replay_recording").length).toBeGreaterThan(0);
  expect(service.violations).toEqual([]);
  const sent = service.raw.join("\n");
  for (const word of [secret, code, "typed-by-hand"]) expect(sent.includes(word), word).toBe(false);
});

test("loads nothing of it and sends nothing without an address", async ({ page, server }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await enter(page, server.origin);
  await fail(page, "nobody hears this");
  await page.waitForTimeout(6000);
  const elsewhere = asked.filter(
    (url) => !url.startsWith(server.origin) && !url.startsWith("data:") && !url.startsWith("blob:"),
  );
  expect(elsewhere).toEqual([]);
  expect(asked.filter((url) => /\/reporter-/.test(url))).toEqual([]);
  const policy =
    (await page.request.get(`${server.origin}/dashboard`)).headers()["content-security-policy"] ?? "";
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(
    `'self' ws://${new URL(server.origin).host} wss://${new URL(server.origin).host}`,
  );
});
