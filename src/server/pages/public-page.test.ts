import { describe, expect, it } from "vitest";
import { attack, bootOf, profile, servePages, showcase, visit } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("public page", () => {
  const told = (body: string, name: string) =>
    parsePage(body).querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");

  it("comes with its content, and gives messengers and search engines a preview with absolute addresses", async () => {
    const { statusCode, body, headers } = await site.get("/showcase/open7courts");
    expect(statusCode).toBe(200);
    expect(bootOf(body)["content"]).toEqual({ showcase });
    const document = parsePage(body);
    expect(document.title).toBe(`${attack} | Sitewalk`);
    expect(told(body, "title")).toBe(attack);
    expect(told(body, "description")).toBe(`Corniche "4" · Twelve flats around a court.`);
    expect(told(body, "image")).toBe("https://site.example/media/5/poster.webp");
    const link = (rel: string) => document.querySelector(`link[rel=${rel}]`)?.getAttribute("href");
    expect(link("canonical")).toBe("https://site.example/showcase/open7courts");
    expect(link("alternate")).toBe("https://site.example/showcase/open7courts?lang=en");
    expect(headers["x-robots-tag"], "it is made to be found").toBeUndefined();
  });

  it("can be read without a script, and escapes every name", async () => {
    const { body } = await site.get("/showcase/open7courts", { "accept-language": "ar" });
    const document = parsePage(body);
    expect(document.querySelectorAll("script").length).toBe(1);
    expect(document.querySelector("[onerror]")).toBeNull();
    expect(/<noscript>(.*)<\/noscript>/s.exec(body)?.[1]).toContain(`<a href="/viewer/${visit.code}">`);
  });

  it("is refused without a reason where a project is not public", async () => {
    for (const code of ["private4court", "x", "..%2f.."]) {
      const { statusCode, body, headers } = await site.get(`/showcase/${code}`);
      expect(statusCode).toBe(403);
      expect(bootOf(body)).not.toHaveProperty("content");
      expect(parsePage(body).title).toBe("Sitewalk");
      expect(told(body, "title")).toBeUndefined();
      expect(headers["x-robots-tag"]).toBe("noindex");
    }
  });

  it("of a user is for people with its link: no search engine may index it", async () => {
    const { statusCode, body, headers } = await site.get("/user/person4site");
    expect(statusCode).toBe(200);
    expect(bootOf(body)["content"]).toEqual({ profile });
    expect(told(body, "title")).toBe("Site Office");
    expect(told(body, "description")).toBe("Cedar Formwork");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(await site.get("/user/nobody4here")).toMatchObject({ statusCode: 404 });
  });

  it("at the front describes the product, in the language of the reader, and may be indexed", async () => {
    const { statusCode, body, headers } = await site.get("/", { "accept-language": "ar" });
    expect(statusCode).toBe(200);
    expect(told(body, "title")).toBe("Sitewalk");
    expect(told(body, "description")).toMatch(/[\u0600-\u06FF]/);
    expect(headers["x-robots-tag"]).toBeUndefined();
  });

  it("of licences is titled in the language of the reader and kept from search engines", async () => {
    const { statusCode, body, headers } = await site.get("/licences/", { "accept-language": "ar" });
    expect(statusCode).toBe(200);
    expect(parsePage(body).title).toBe("التراخيص | Sitewalk");
    expect(headers["x-robots-tag"]).toBe("noindex");
  });

  it("closes with the viewer pages when it is a project; with the application otherwise", async () => {
    site.closed = (part) => part === "viewer";
    expect((await site.get("/showcase/open7courts")).statusCode).toBe(503);
    expect((await site.get("/user/person4site")).statusCode).toBe(200);
    site.closed = (part) => part === "app";
    expect((await site.get("/showcase/open7courts")).statusCode).toBe(200);
    expect((await site.get("/user/person4site")).statusCode).toBe(503);
    expect((await site.get("/")).statusCode).toBe(503);
  });
});
