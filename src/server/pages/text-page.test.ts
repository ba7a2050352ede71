import { describe, expect, it } from "vitest";
import { attack, bootOf, servePages } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("terms and privacy", () => {
  it("are pages of their own, without a script, for everyone, in the language of the reader", async () => {
    site.chosen = {
      terms_and_conditions: "Be careful.\n\nWear a helmet.",
      privacy_policy: "# Our policy\n\n- one\n- two",
    };
    const terms = await site.get("/terms", { "accept-language": "ar" });
    expect(terms.statusCode).toBe(200);
    const page = parsePage(terms.body);
    expect(page.documentElement.dir).toBe("rtl");
    expect(page.querySelector("h1")?.textContent).toBe("الشروط والأحكام");
    expect([...page.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      "Be careful.",
      "Wear a helmet.",
    ]);
    expect(page.querySelectorAll("script").length).toBe(0);
    expect(page.querySelector("a[lang=en]")?.getAttribute("href")).toBe("/terms?lang=en");
    const privacy = parsePage((await site.get("/privacy/")).body);
    expect([...privacy.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual(["Our policy"]);
    expect(privacy.querySelectorAll("li").length).toBe(2);
    expect(privacy.title).toBe("Privacy Policy | Sitewalk");
  });

  it("escape their text", async () => {
    site.chosen = {
      terms_and_conditions: `${attack}\n\n- ${attack}\n\n# ${attack}\n\nhttps://x.example/"onmouseover=alert(1)`,
    };
    const page = parsePage((await site.get("/terms")).body);
    expect(page.querySelectorAll("script").length).toBe(0);
    expect(page.querySelectorAll("img").length).toBe(0);
    for (const link of page.querySelectorAll("a"))
      expect(link.getAttributeNames()).not.toContain("onmouseover");
  });

  it("redirect when the setting holds an address, and do not exist when it is empty", async () => {
    site.chosen = { privacy_policy: "https://legal.example/privacy" };
    const reply = await site.get("/privacy");
    expect([reply.statusCode, reply.headers.location]).toEqual([302, "https://legal.example/privacy"]);
    expect(bootOf((await site.get("/terms")).body)).toMatchObject({ lang: "en" });
  });
});
