import { describe, expect, it } from "vitest";
import { bootOf, servePages } from "./pages.fixture.ts";

const site = servePages();

describe("page language", () => {
  it.each([
    ["?lang=ar", "app-language=en", "en", "ar"],
    ["?lang=xx", "app-language=ar", "en", "ar"],
    ["", "", "fr-FR, ar-QA;q=0.8, en;q=0.5", "ar"],
    ["", "", "ar;q=0.2, en;q=0.9", "en"],
    ["", "", "ar;q=0", "en"],
    ["", "", "de", "en"],
  ])("of %s with cookie '%s' and preference '%s' is %s", async (query, cookie, preference, expected) => {
    const { body } = await site.get(`/login${query}`, { cookie, "accept-language": preference });
    expect(bootOf(body)["lang"]).toBe(expected);
  });
});
