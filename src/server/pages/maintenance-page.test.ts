import { describe, expect, it } from "vitest";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import { servePages, signedIn } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("during maintenance", () => {
  const only =
    (part: string): IsClosed =>
    (closing, { user }) =>
      closing === part && user?.super_admin !== true;

  it("the application is replaced by a page that says so in both languages, with 503", async () => {
    site.closed = only("app");
    site.chosen = { announce_msg: "Back at six." };
    for (const path of ["/", "/projects/4", "/register"]) {
      const reply = await site.get(path, { ...signedIn, "accept-language": "ar" });
      expect(reply.statusCode).toBe(503);
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect(reply.headers["refresh"], "it looks again by itself").toBe(reply.headers["retry-after"]);
      const page = parsePage(reply.body);
      expect(page.documentElement.dir).toBe("rtl");
      expect(page.querySelector("h1")?.textContent).toBe("المنصة قيد الصيانة");
      expect(page.querySelector(".other")?.textContent).toContain("Under maintenance");
      expect(page.body.textContent).toContain("Back at six.");
      expect(page.querySelectorAll("script").length).toBe(0);
    }
  });

  it("the sign-in pages and the texts stay, a super admin is let through, and links still open", async () => {
    site.closed = only("app");
    site.chosen = { terms_and_conditions: "Be careful." };
    for (const path of ["/login", "/login?logged_out=true", "/2fa", "/setup", "/recover", "/terms"])
      expect((await site.get(path)).statusCode, path).toBe(200);
    expect((await site.get("/viewer/k3x9wt72pq")).statusCode).toBe(200);
    site.person = { ...site.person, super_admin: true };
    expect((await site.get("/projects", signedIn)).statusCode).toBe(200);
  });

  it("links close separately, without a sign-in option, and no page says that a link is wrong", async () => {
    site.closed = only("viewer");
    for (const path of ["/viewer/k3x9wt72pq", "/viewer/wrongcode1", "/viewer"]) {
      const reply = await site.get(path);
      expect(reply.statusCode).toBe(503);
      expect(reply.headers["content-security-policy"]).toContain("frame-ancestors *");
      expect(parsePage(reply.body).querySelector(`a[href="/login"]`)).toBeNull();
    }
    expect((await site.get("/projects")).statusCode).toBe(200);
  });

  it("the retry link stays on this site, whatever was requested", async () => {
    site.closed = only("app");
    const page = parsePage((await site.get("//evil.example/x")).body);
    expect(page.querySelector(".button")?.getAttribute("href")).toBe("/evil.example/x");
  });
});
