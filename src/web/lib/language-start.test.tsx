import { afterEach, expect, it, vi } from "vitest";
import { says } from "#web/testing/say.ts";
import { textsOf } from "./all-texts.ts";
import { startLanguage } from "./language.ts";
import { translate } from "./words-on-screen.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it("has texts in the language of the page before any translations have loaded", async () => {
  const held = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, "fetch").mockReturnValue(held.promise);
  localStorage.setItem("app-language", "ar");
  const started = startLanguage();
  const t = translate.get();
  expect([t("shell.setting_up"), t("shell.setting_up_step", { step: 1, total: 2 })]).toEqual([
    says("ar")("shell.setting_up"),
    expect.stringMatching(/1.*2/),
  ]);
  expect(t("shell.setting_up_step", { step: 1, total: 2 })).not.toContain("setting_up");
  held.resolve(Response.json({ status: "success", success: true, message: "", data: await textsOf("ar") }));
  await started;
});
