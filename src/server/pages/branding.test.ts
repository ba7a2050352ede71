import { describe, expect, it } from "vitest";
import type { PublicSettings } from "#contract/settings.ts";
import { bootOf, servePages, signedIn } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("branding", () => {
  const policyOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers["content-security-policy"]);
  const styleOf = async (path: string) =>
    parsePage((await site.get(path)).body).querySelector("style")?.textContent ?? "";

  it("is in every page before any script: the colour and the font of the settings", async () => {
    for (const path of ["/login", "/viewer/k3x9wt72pq"])
      expect(await styleOf(path)).toContain("--brand: #2987f2; --typeface: var(--typeface-own);");
    site.chosen = { theme_color: "#aa3300", fonts: { provider: "system", font: "Roboto" } };
    for (const path of ["/login", "/viewer/k3x9wt72pq"])
      expect(await styleOf(path)).toContain("--brand: #aa3300; --typeface: var(--typeface-system);");
  });

  it("requests nothing from outside until another font is set, then two hosts for that alone", async () => {
    const fresh = await site.get("/login");
    expect(fresh.body).not.toContain("googleapis");
    expect(policyOf(fresh)).not.toContain("https:");
    site.chosen = { fonts: { provider: "google", font: "Open Sans" } };
    for (const path of ["/login", "/viewer/k3x9wt72pq"]) {
      const reply = await site.get(path);
      const sheet = parsePage(reply.body).querySelector("#branding-font")?.getAttribute("href");
      expect(sheet).toMatch(/^https:\/\/fonts\.googleapis\.com\/css\?family=Open%20Sans:/);
      expect(await styleOf(path)).toContain(`--typeface: "Open Sans", var(--typeface-own);`);
      expect(policyOf(reply).match(/https:[^ ;]*/g)).toEqual([
        "https://fonts.googleapis.com",
        "https://fonts.gstatic.com",
      ]);
      expect(policyOf(reply)).toMatch(/style-src https:\/\/fonts\.googleapis\.com 'self'/);
      expect(policyOf(reply)).toMatch(/font-src https:\/\/fonts\.gstatic\.com 'self'/);
    }
    site.chosen = { fonts: { provider: "system", font: "Open Sans" } };
    expect((await site.get("/login")).body).not.toContain("googleapis");
  });

  it("lets only a super admin fetch a font that they are trying out", async () => {
    expect(policyOf(await site.get("/settings", signedIn))).not.toContain("gstatic");
    site.person = { ...site.person, super_admin: true };
    expect(policyOf(await site.get("/settings", signedIn))).toContain("gstatic");
  });

  it("gives a guest one picture of several, the same all day, and a member all of them", async () => {
    const backgrounds = ["/media/a.webp", "/media/b.webp", "/media/c.webp"];
    site.chosen = { backgrounds };
    const [seen = ""] = (bootOf((await site.get("/login")).body)["settings"] as PublicSettings).backgrounds;
    expect(backgrounds).toContain(seen);
    expect(bootOf((await site.get("/login")).body)["settings"]).toMatchObject({ backgrounds: [seen] });
    const { body } = await site.get("/projects", signedIn);
    expect(bootOf(body)["settings"]).toMatchObject({ backgrounds });
  });
});
