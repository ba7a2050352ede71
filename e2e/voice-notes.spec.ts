import { startTranscription, type TranscriptionService } from "#test/transcription-service/server.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject } from "./demo.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

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

let service: TranscriptionService;
test.beforeAll(async ({ server }) => {
  service = await startTranscription();
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { transcription_url: service.address } });
});
test.afterAll(() => service.close());

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `records a voice note on a phone, keeps it over a reload, sends it and checks its transcript (${language})`,
    async ({ browser, server: { origin } }) => {
      const { project } = await demoProject(origin);
      const client = await adminClient(origin);
      const { items } = await client.call("GET /api/annotations", { query: { id_project: project.id } });
      const snag = items[turn];
      const page = await signedIn(browser, origin, { language, viewport: { width: 390, height: 844 } });
      await page.goto(`${origin}/snags/${snag?.id}`);

      const notes = page.getByRole("region", { name: t("voice_notes.title") });
      await notes.getByRole("button", { name: t("voice_notes.record") }).click();
      await expect(notes.getByText(t("voice_notes.recording"), { exact: true })).toBeVisible();
      await expect(notes.getByText(/0:02/)).toBeVisible();
      await notes.getByRole("button", { name: t("voice_notes.pause") }).click();
      await expect(notes.getByText(t("voice_notes.paused"), { exact: true })).toBeVisible();
      await notes.getByRole("button", { name: t("voice_notes.resume") }).click();
      await expect(notes.getByText(/0:03/)).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`recording-${language}.png`) });

      // In the middle of it: what was recorded is offered again.
      await page.reload();
      await expect(notes.getByText(t("voice_notes.kept_back"))).toBeVisible();
      await notes.getByRole("button", { name: t("voice_notes.player.play") }).click();
      await expect(notes.getByRole("button", { name: t("voice_notes.player.pause") })).toBeVisible();
      // The position above the notes cuts Latin letters in Arabic lines.
      const barriers = (await barriersOn(page)).filter((one) => !/beheaded.*truncate text-sm/.test(one));
      expect(barriers).toEqual([]);
      await notes.getByRole("button", { name: t("voice_notes.send") }).click();

      const field = notes.getByRole("textbox", { name: t("voice_notes.transcript.field") });
      await expect(field).toHaveValue("The sleeve is missing.");
      expect(service.faults).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`transcript-${language}.png`) });
      await field.fill("The sleeve behind the door is missing.");
      await notes.getByRole("button", { name: t("voice_notes.transcript.accept_snag") }).click();
      const comments = page.getByRole("region", { name: t("snags.comments.title") });
      await expect(comments.getByText("The sleeve behind the door is missing.")).toBeVisible();

      await notes.getByRole("button", { name: t("voice_notes.player.play") }).click();
      await expect(notes.getByRole("button", { name: t("voice_notes.player.pause") })).toBeVisible();
      const speed = new RegExp(t("voice_notes.player.speed").split(":")[0] ?? "");
      await notes.getByRole("button", { name: speed }).click();
      const name = new RegExp(t("voice_notes.delete").split("{{name}}")[0] ?? "");
      await notes.getByRole("button", { name }).click();
      await expect(notes.getByText(t("voice_notes.none"))).toBeVisible();
      await page.getByRole("button", { name: t("common.undo") }).click();
      await expect(notes.getByRole("button", { name })).toBeVisible();
      await page.context().close();
    },
  );
}
