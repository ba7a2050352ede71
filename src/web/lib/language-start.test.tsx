import { afterEach, describe, expect, it, vi } from "vitest";
import { says } from "#web/testing/say.ts";
import { textsOf } from "./all-texts.ts";
import { startLanguage } from "./language.ts";
import type { TextKey } from "./use-text.ts";
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

describe("a page that begins with the texts of the first screens", () => {
  /** A page of its own: what is loaded is kept by the module. */
  async function freshPage() {
    vi.resetModules();
    const [language, i18n, words] = await Promise.all([
      import("./language.ts"),
      import("./i18n.ts"),
      import("./words-on-screen.ts"),
    ]);
    return { ...language, ...i18n, t: words.translate };
  }

  function serve(parts: Readonly<Record<string, object>>) {
    return vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const address = input instanceof Request ? input.url : input;
      const part = new URL(address, location.href).searchParams.get("part") ?? "all";
      const data = parts[part];
      if (data === undefined) return Response.json({ code: "NOT_FOUND", message: "" }, { status: 404 });
      return Response.json({ status: "success", success: true, message: "", data });
    });
  }

  it("shows nothing for a text that has not arrived, and the text once it has", async () => {
    const asked = serve({
      start: { common: { save: "S" } },
      rest: { common: { more: "M" }, map: { title: "T" } },
    });
    const page = await freshPage();
    page.beginWithFirstTexts();
    await page.startLanguage();
    expect([page.t.get()("common.save"), page.t.get()("map.title" as TextKey)]).toEqual(["S", ""]);
    await page.whenAllTexts();
    expect([page.t.get()("common.save"), page.t.get()("map.title" as TextKey)]).toEqual(["S", "T"]);
    // A key that is still missing has no text at all, and is shown as it is.
    expect(page.t.get()("map.none" as TextKey)).toBe("map.none");
    await page.whenAllTexts();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("loads another language whole", async () => {
    const asked = serve({ start: { common: { save: "S" } }, all: { common: { save: "A" } } });
    const page = await freshPage();
    page.beginWithFirstTexts();
    await page.startLanguage();
    await page.changeLanguage("ar");
    expect(page.t.get()("common.save")).toBe("A");
    expect(asked.mock.calls.map(([input]) => input)).toEqual([
      "/api/translations/en?part=start",
      "/api/translations/ar",
    ]);
  });

  it("takes the rest from the build when the server does not have it", async () => {
    serve({ start: { common: { save: "S" } } });
    const page = await freshPage();
    page.beginWithFirstTexts();
    await page.startLanguage();
    await page.whenAllTexts();
    expect(page.t.get()("visits.title")).toBe(says("en")("visits.title"));
  });
});
