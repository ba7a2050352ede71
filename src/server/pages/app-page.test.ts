import { describe, expect, it } from "vitest";
import { bootOf, servePages, signedIn } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("application page", () => {
  it("serves the sign-in pages for their addresses and to a guest at the front page; the application for everything else", async () => {
    const pageOf = async (path: string, headers = {}) =>
      parsePage((await site.get(path, headers)).body).documentElement.dataset["page"] ?? "application";
    for (const path of ["/", "/login", "/login/?a=b", "/2fa", "/activate/abc", "/forgot-password", "/setup"])
      expect(await pageOf(path), path).toBe("door");
    for (const path of ["/home", "/showcase/abcd", "/user/abcd", "/user/abcd/"]) {
      expect(await pageOf(path), path).toBe("door");
      expect(await pageOf(path, signedIn), path).toBe("application");
    }
    for (const path of ["/dashboard", "/user", "/users", "/showcases/a", "/loginx", "/logout"])
      expect(await pageOf(path), path).toBe("application");
    expect(await pageOf("/", signedIn)).toBe("application");
    expect(await pageOf("/setup-password", signedIn)).toBe("door");
  });

  it.each(["/", "/login", "/projects/4/visits?sort=name", "/no/such/page"])(
    "answers %s for its router",
    async (path) => {
      const reply = await site.get(path);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["x-frame-options"]).toBe("SAMEORIGIN");
      expect(bootOf(reply.body)).toMatchObject({ user: null, lang: "en", realtime: { key: "realtime-key" } });
    },
  );

  it("knows the signed-in user, and prefers the account's language to the browser's", async () => {
    const { body } = await site.get("/projects", { ...signedIn, "accept-language": "en" });
    expect(bootOf(body)).toMatchObject({ user: { id: 7, username: "site" }, lang: "ar" });
    expect(parsePage(body).documentElement.dir).toBe("rtl");
  });

  it("holds the settings that the user may know, and for a guest the public ones", async () => {
    const { body } = await site.get("/projects", signedIn);
    expect(bootOf(body)["settings"]).toHaveProperty("enable_wizard", true);
    expect(bootOf((await site.get("/login")).body)["settings"]).not.toHaveProperty("enable_wizard");
  });

  it("treats an invalid session as a guest", async () => {
    const { body } = await site.get("/", { cookie: `sitewalk_session=${"x".repeat(43)}` });
    expect(bootOf(body)["user"]).toBeNull();
  });

  it("gives every browser an anti-forgery token of its own and the cookie that goes with it", async () => {
    const [one, two] = [await site.get("/login"), await site.get("/login")];
    const tokenOf = (body: string) =>
      parsePage(body).querySelector("meta[name=csrf-token]")?.getAttribute("content");
    expect(tokenOf(one.body)).toHaveLength(43);
    expect(tokenOf(one.body)).not.toBe(tokenOf(two.body));
    expect(one.cookies.map(({ name }) => name)).toContain("sitewalk_browser");
  });

  it("uses the theme that is set on this platform", async () => {
    const themeOf = async (cookie: string) =>
      parsePage((await site.get("/", { cookie })).body).documentElement.dataset["theme"];
    expect(await themeOf("app-theme=dark")).toBe("dark");
    expect(await themeOf("app-theme=light; device-theme=dark")).toBe("light");
    expect(await themeOf("app-theme=bogus")).toBe("light");
    expect(await themeOf("device-theme=dark"), "no choice of one's own").toBe("dark");
  });

  it.each(["/api/nope", "/media/x/y.webp", "/assets/gone.js", "/app/key", "/favicon.ico", "/api"])(
    "is not served for %s, which is a call or a file that does not exist",
    async (path) => {
      const reply = await site.get(path);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ status: "error", code: "NOT_FOUND" });
    },
  );
});
