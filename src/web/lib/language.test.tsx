import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { says } from "#web/testing/say.ts";
import { textsOf } from "./all-texts.ts";
import { changeLanguage, detectLanguage, isLanguage, languages, startLanguage } from "./language.ts";
import { useText } from "./use-text.ts";

function Word() {
  return <p>{useText()("common.save")}</p>;
}

/** Server side of the translations, so that the real client, its URL and its envelope are used. */
function serveTexts() {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const language = (input as string).split("/").at(-1);
    if (!isLanguage(language)) return new Response("{}", { status: 404 });
    return Response.json({ status: "success", success: true, message: "", data: await textsOf(language) });
  });
}

describe("the language", () => {
  beforeEach(() => void serveTexts());
  afterEach(() => void vi.restoreAllMocks());

  it("is the stored choice, else the one the server detected, else the browser's preference, else English", () => {
    expect(detectLanguage("ar", "en", ["en"])).toBe("ar");
    expect(detectLanguage(null, "ar", ["en"])).toBe("ar");
    expect(detectLanguage(null, null, ["fr-FR", "ar-AE", "en"])).toBe("ar");
    expect(detectLanguage("fr", "de", ["fr-FR"])).toBe("en");
  });

  it("is one of two, each with its code, name, flag and direction", () => {
    expect(languages.map(({ code, name, flag, direction }) => [code, name, flag, direction])).toEqual([
      ["en", "English", "🇬🇧", "ltr"],
      ["ar", "العربية", "🇸🇦", "rtl"],
    ]);
  });

  it("changes texts, page language, direction and the remembered choice", async () => {
    render(<Word />);
    await act(() => changeLanguage("ar"));
    expect(screen.getByText(says("ar")("common.save"))).toBeDefined();
    expect(document.documentElement.lang).toBe("ar");
    expect(document.documentElement.dir).toBe("rtl");
    expect(localStorage.getItem("app-language")).toBe("ar");
    expect(localStorage.getItem("app-direction")).toBe("rtl");
    await act(() => changeLanguage("en"));
    expect(screen.getByText(says("en")("common.save"))).toBeDefined();
    expect(document.documentElement.dir).toBe("ltr");
    expect(localStorage.getItem("app-direction")).toBe("ltr");
  });

  it("follows a change made in another tab", async () => {
    render(<Word />);
    await act(() => startLanguage());
    expect(screen.getByText(says("en")("common.save"))).toBeDefined();
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "app-language", newValue: "ar" })));
    await waitFor(() => expect(screen.getByText(says("ar")("common.save"))).toBeDefined());
    expect(document.documentElement.dir).toBe("rtl");
  });
});
