import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { Showcase } from "#contract/showcase.ts";
import type { PublicProfile } from "#contract/users.ts";
import type { ViewerVisit } from "#contract/viewer.ts";
import { AppError } from "#server/platform/errors.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { hashToken } from "#server/platform/session.ts";
import { somebody } from "#test/people.ts";
import { freshSettings } from "#test/settings.ts";
import { pages } from "./index.ts";
import { parsePage } from "./parsed-page.ts";

const attack = `</script><img src=x onerror="alert(1)">`;
const script = "console.log('viewer');".repeat(200);
const token = "t".repeat(43);

const index = `<html lang="%LANG%" dir="%DIR%" data-theme="%THEME%"><head><meta name="csrf-token" content="%CSRF_TOKEN%">
<title>%TITLE%</title><script type="application/json" id="boot">%BOOT%</script>%HEAD%</head><body><noscript>%PLAIN%</noscript></body></html>`;
const viewer = `<html lang="%LANG%" dir="%DIR%"><head><title>%TITLE%</title>%HEAD%</head>
<body>%POSTER%<p>%LOADING%</p><script type="application/json" id="boot">%BOOT%</script></body></html>`;

const picture = (id: number): ViewerVisit["rooms"][number]["picture"] => ({
  state: "ready",
  problem: null,
  width: 4096,
  height: 2048,
  tile_size: 512,
  levels: [{ width: 4096, height: 2048 }],
  tiles: `/media/${id}/t/{level}/{col}_{row}.jpeg`,
  base: `/media/${id}/base.webp`,
  thumbnail: `/media/${id}/thumb.webp`,
  poster: `/media/${id}/poster.webp`,
});

const room = (id: number, name: string) => ({
  id,
  id_room: id,
  id_visit: 1,
  name,
  order: -id,
  north: 0,
  captured_at: null,
  file: "",
  picture: picture(id),
});

const visit: ViewerVisit = {
  code: "k3x9wt72pq",
  id_visit: null,
  id_project: null,
  sheets: [],
  has_history: false,
  can: {},
  name: attack,
  description: "",
  project: `Harbour "Tower"`,
  visit_date: "2026-08-21T09:30:00Z",
  rooms: [room(11, "Lobby"), room(12, "Roof"), { ...room(13, "Cellar"), order: 0 }],
};

const showcase: Showcase = {
  project_code: "open7courts",
  name: attack,
  description: "Twelve flats around a court.",
  status: "Under_Construction",
  location: `Corniche "4"`,
  latitude: 25.2,
  longitude: 55.3,
  year: 2026,
  num_buildings: 1,
  num_floors: 4,
  area: 1850,
  type: null,
  categories: [],
  cover: "/media/5/poster.webp",
  owner: null,
  videos: [],
  visits: [
    {
      code: visit.code,
      name: attack,
      visit_date: visit.visit_date,
      room_count: 3,
      thumbnail: null,
      cover: "/media/5/poster.webp",
    },
  ],
  updated_at: "2026-08-21T09:30:00Z",
};

const profile: PublicProfile = {
  code: "person4site",
  name: "Site Office",
  company: "Cedar Formwork",
  avatar: null,
  cover_image: null,
  member_since: "2026-01-01T00:00:00Z",
  tours: [],
};

/** Players have tests of their own. */
const nothing = {
  open: () => Promise.reject(new AppError("NOT_FOUND")),
  unlock: () => Promise.reject(new AppError("NOT_FOUND")),
};

let webRoot: string;
/** What an administrator has changed. */
let chosen: Partial<PublicSettings> = {};
let closed: IsClosed = () => false;
/** What stands between guests and the visit. */
let guarded: "VISIT_PASSWORD" | "VISIT_EXPIRED" | undefined;
let person: CurrentUser = { ...somebody, language: "ar" };
let server: FastifyInstance;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "sitewalk-pages-"));
  await mkdir(join(webRoot, "assets"));
  await writeFile(join(webRoot, "index.html"), index);
  await writeFile(join(webRoot, "door.html"), index.replace("<html", '<html data-page="door"'));
  await writeFile(join(webRoot, "viewer.html"), viewer);
  await writeFile(join(webRoot, "assets/viewer-abc123.js"), script);
  await writeFile(join(webRoot, "assets/viewer-abc123.js.br"), brotliCompressSync(script));
  server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  await server.register(
    pages({
      webRoot,
      config: { PUBLIC_URL: "https://site.example/" },
      key: createAppKey("k".repeat(40)),
      settings: () => ({ ...freshSettings(), version: "1.2.3", ...chosen }),
      realtime: () => ({ key: "realtime-key" }),
      domains: {
        sessions: {
          find: async (hash) =>
            hash.equals(hashToken(token))
              ? {
                  id: 1,
                  user: {
                    id: 7,
                    role: "user",
                    super_admin: person.super_admin,
                    is_demo: false,
                    language: "ar",
                  },
                }
              : undefined,
        },
        currentUser: async (id) => (id === 7 ? person : null),
        settingsOf: ({ id }) => ({
          ...freshSettings(),
          version: "1.2.3",
          ...chosen,
          enable_wizard: id === 7,
        }),
        sharedVisit: async (code) => {
          if (guarded !== undefined) throw new AppError(guarded);
          return code === visit.code ? visit : undefined;
        },
        unlockVisit: async (_code, given) => {
          if (given !== "gate 7") throw new AppError("VISIT_PASSWORD_WRONG");
          guarded = undefined;
        },
        players: { video: nothing, live: nothing, cctv: nothing },
        showcase: async (code) => (code === showcase.project_code ? showcase : undefined),
        publicProfile: async (code) => (code === profile.code ? profile : undefined),
        isClosed: (part, visitor) => closed(part, visitor),
      },
      media: {
        read: async (address) => {
          if (address.startsWith("/media/13/")) throw new Error("the disk is gone");
          return Buffer.from(`bytes of ${address}`);
        },
      },
    }),
  );
  await server.ready();
});

afterEach(() => {
  chosen = {};
  closed = () => false;
  guarded = undefined;
});

afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const bootOf = (body: string) =>
  JSON.parse(parsePage(body).querySelector("#boot")?.textContent ?? "") as Record<string, unknown>;

describe("the application's page", () => {
  it("gives a door for the address of a door, and to a guest at the front page; the application for everything else", async () => {
    const pageOf = async (path: string, headers = {}) =>
      parsePage((await get(path, headers)).body).documentElement.dataset["page"] ?? "application";
    const cookie = `sitewalk_session=${token}`;
    for (const path of ["/", "/login", "/login/?a=b", "/2fa", "/activate/abc", "/forgot-password", "/setup"])
      expect(await pageOf(path), path).toBe("door");
    for (const path of ["/home", "/showcase/abcd", "/user/abcd", "/user/abcd/"]) {
      expect(await pageOf(path), path).toBe("door");
      expect(await pageOf(path, { cookie }), path).toBe("application");
    }
    for (const path of ["/dashboard", "/user", "/users", "/showcases/a", "/loginx", "/logout"])
      expect(await pageOf(path), path).toBe("application");
    expect(await pageOf("/", { cookie })).toBe("application");
    expect(await pageOf("/setup-password", { cookie })).toBe("door");
  });

  it.each(["/", "/login", "/projects/4/visits?sort=name", "/no/such/page"])(
    "answers %s for its router",
    async (path) => {
      const reply = await get(path);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["x-frame-options"]).toBe("SAMEORIGIN");
      expect(bootOf(reply.body)).toMatchObject({ user: null, lang: "en", realtime: { key: "realtime-key" } });
    },
  );

  it("knows who is signed in, and speaks the account's language before the browser's", async () => {
    const { body } = await get("/projects", { cookie: `sitewalk_session=${token}`, "accept-language": "en" });
    expect(bootOf(body)).toMatchObject({ user: { id: 7, username: "site" }, lang: "ar" });
    expect(parsePage(body).documentElement.dir).toBe("rtl");
  });

  it("holds the settings that the person may know, and for a guest everybody's", async () => {
    const { body } = await get("/projects", { cookie: `sitewalk_session=${token}` });
    expect(bootOf(body)["settings"]).toHaveProperty("enable_wizard", true);
    expect(bootOf((await get("/login")).body)["settings"]).not.toHaveProperty("enable_wizard");
  });

  it("takes a session that is none for a guest", async () => {
    const { body } = await get("/", { cookie: `sitewalk_session=${"x".repeat(43)}` });
    expect(bootOf(body)["user"]).toBeNull();
  });

  it("gives every browser an anti-forgery token of its own and the cookie it belongs to", async () => {
    const [one, two] = [await get("/login"), await get("/login")];
    const tokenOf = (body: string) =>
      parsePage(body).querySelector("meta[name=csrf-token]")?.getAttribute("content");
    expect(tokenOf(one.body)).toHaveLength(43);
    expect(tokenOf(one.body)).not.toBe(tokenOf(two.body));
    expect(one.cookies.map(({ name }) => name)).toContain("sitewalk_browser");
  });

  it("comes in the theme that was chosen here", async () => {
    const themeOf = async (cookie: string) =>
      parsePage((await get("/", { cookie })).body).documentElement.dataset["theme"];
    expect(await themeOf("app-theme=light")).toBe("light");
    expect(await themeOf("app-theme=bogus")).toBe("dark");
  });

  it.each(["/api/nope", "/media/x/y.webp", "/assets/gone.js", "/app/key", "/favicon.ico", "/api"])(
    "is not given for %s, which is a call or a file that does not exist",
    async (path) => {
      const reply = await get(path);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ status: "error", code: "NOT_FOUND" });
    },
  );
});

describe("a public page", () => {
  const told = (body: string, name: string) =>
    parsePage(body).querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");

  it("comes with what it shows, and tells messengers and search machines of it with whole addresses", async () => {
    const { statusCode, body, headers } = await get("/showcase/open7courts");
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

  it("can be read without a script, and lets no name break out of where it stands", async () => {
    const { body } = await get("/showcase/open7courts", { "accept-language": "ar" });
    const document = parsePage(body);
    expect(document.querySelectorAll("script").length).toBe(1);
    expect(document.querySelector("[onerror]")).toBeNull();
    expect(/<noscript>(.*)<\/noscript>/s.exec(body)?.[1]).toContain(`<a href="/viewer/${visit.code}">`);
  });

  it("is refused without a word about why, where a project is not public", async () => {
    for (const code of ["private4court", "x", "..%2f.."]) {
      const { statusCode, body, headers } = await get(`/showcase/${code}`);
      expect(statusCode).toBe(403);
      expect(bootOf(body)).not.toHaveProperty("content");
      expect(parsePage(body).title).toBe("Sitewalk");
      expect(told(body, "title")).toBeUndefined();
      expect(headers["x-robots-tag"]).toBe("noindex");
    }
  });

  it("of a person is for those who have its link: no search machine may keep it", async () => {
    const { statusCode, body, headers } = await get("/user/person4site");
    expect(statusCode).toBe(200);
    expect(bootOf(body)["content"]).toEqual({ profile });
    expect(told(body, "title")).toBe("Site Office");
    expect(told(body, "description")).toBe("Cedar Formwork");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(await get("/user/nobody4here")).toMatchObject({ statusCode: 404 });
  });

  it("at the front says what this is, in the language of the reader, and may be found", async () => {
    const { statusCode, body, headers } = await get("/", { "accept-language": "ar" });
    expect(statusCode).toBe(200);
    expect(told(body, "title")).toBe("Sitewalk");
    expect(told(body, "description")).toMatch(/[\u0600-\u06FF]/);
    expect(headers["x-robots-tag"]).toBeUndefined();
  });

  it("is closed with what guests look at, when it is a project; with the application otherwise", async () => {
    closed = (part) => part === "viewer";
    expect((await get("/showcase/open7courts")).statusCode).toBe(503);
    expect((await get("/user/person4site")).statusCode).toBe(200);
    closed = (part) => part === "app";
    expect((await get("/showcase/open7courts")).statusCode).toBe(200);
    expect((await get("/user/person4site")).statusCode).toBe(503);
    expect((await get("/")).statusCode).toBe(503);
  });
});

describe("the language of a page", () => {
  it.each([
    ["?lang=ar", "app-language=en", "en", "ar"],
    ["?lang=xx", "app-language=ar", "en", "ar"],
    ["", "", "fr-FR, ar-QA;q=0.8, en;q=0.5", "ar"],
    ["", "", "ar;q=0.2, en;q=0.9", "en"],
    ["", "", "ar;q=0", "en"],
    ["", "", "de", "en"],
  ])("of %s with cookie '%s' and preference '%s' is %s", async (query, cookie, preference, expected) => {
    const { body } = await get(`/login${query}`, { cookie, "accept-language": preference });
    expect(bootOf(body)["lang"]).toBe(expected);
  });
});

describe("a built file", () => {
  it("may be kept for ever and is sent as it was compressed by the build", async () => {
    const reply = await get("/assets/viewer-abc123.js", { "accept-encoding": "gzip, br" });
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(reply.headers["content-encoding"]).toBe("br");
    expect(reply.rawPayload.equals(brotliCompressSync(script))).toBe(true);
  });

  it("is sent as it is to those who read no compression", async () => {
    const reply = await get("/assets/viewer-abc123.js", { "accept-encoding": "identity" });
    expect(reply.body).toBe(script);
  });

  it("is the only thing the folder gives: the pages with their unfilled places stay inside", async () => {
    for (const path of [
      "/viewer.html",
      "/index.html",
      "/assets/../viewer.html",
      "/assets/%2e%2e/viewer.html",
    ]) {
      const reply = await get(path);
      expect(reply.body).not.toContain("%BOOT%");
    }
  });
});

describe("the public viewer's page", () => {
  it("begins with the picture of the room that the link names", async () => {
    const { body, statusCode } = await get("/viewer/k3x9wt72pq/11");
    const document = parsePage(body);
    expect(statusCode).toBe(200);
    expect(bootOf(body)).toMatchObject({ room: 11, lang: "en", visit: { code: "k3x9wt72pq" } });
    const poster = document.body.firstElementChild;
    expect(poster?.getAttribute("alt")).toBe("Lobby");
    expect(Buffer.from(poster?.getAttribute("src")?.split(",")[1] ?? "", "base64").toString()).toBe(
      "bytes of /media/11/poster.webp",
    );
    expect(document.querySelector("link[rel=preload]")?.getAttribute("href")).toBe("/media/11/base.webp");
  });

  it("begins with the first room of the walk when the link names none, or one that is not there", async () => {
    for (const path of [
      "/viewer/k3x9wt72pq",
      "/viewer/k3x9wt72pq/",
      "/viewer/k3x9wt72pq/999",
      "/viewer/k3x9wt72pq/x",
    ]) {
      expect(bootOf((await get(path)).body)["room"]).toBe(12);
    }
  });

  it("is delivered without its picture when that cannot be read or made", async () => {
    for (const path of ["/viewer/k3x9wt72pq/13", "/viewer/k3x9wt72pq/11?yaw=90"]) {
      const reply = await get(path);
      expect(reply.statusCode).toBe(200);
      expect(parsePage(reply.body).querySelector("#poster")).toBeNull();
      expect(bootOf(reply.body)["visit"]).toBeDefined();
    }
  });

  it("tells messengers what the link is, with whole addresses", async () => {
    const document = parsePage((await get("/viewer/k3x9wt72pq")).body);
    const told = (name: string) =>
      document.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
    expect(told("title")).toBe(attack);
    expect(told("description")).toBe(`Harbour "Tower" · 21 August 2026`);
    expect(told("image")).toBe("https://site.example/media/12/poster.webp");
    expect(told("url")).toBe("https://site.example/viewer/k3x9wt72pq");
    expect(document.title).toBe(`Roof · ${attack}`);
  });

  it("lets no name break out of where it stands", async () => {
    const document = parsePage((await get("/viewer/k3x9wt72pq")).body);
    expect(document.querySelectorAll("img").length).toBe(1);
    expect(document.querySelectorAll("script").length).toBe(1);
    expect(document.querySelector("[onerror]")).toBeNull();
  });

  it("may stand in other pages, is kept by no cache and by no search machine", async () => {
    const { headers } = await get("/viewer/k3x9wt72pq");
    expect(headers["content-security-policy"]).toContain("frame-ancestors *");
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it.each(["/viewer/wrongcode1", "/viewer", "/viewer/", "/viewer/..%2f.."])(
    "is a page of its own for %s, which opens nothing",
    async (path) => {
      const reply = await get(path, { "accept-language": "ar" });
      expect(reply.statusCode).toBe(404);
      const document = parsePage(reply.body);
      expect(document.documentElement.dir).toBe("rtl");
      expect(document.querySelector("h1")?.textContent).toMatch(/[\u0600-\u06FF]/);
      expect(reply.headers["x-robots-tag"]).toBe("noindex, nofollow");
    },
  );
});

describe("the page of a visit that does not open", () => {
  const address = "/viewer/k3x9wt72pq/12?yaw=12.5";
  const cookiesOf = (reply: { headers: Record<string, unknown> }) =>
    [reply.headers["set-cookie"] ?? []]
      .flat()
      .map((cookie) => (cookie as string).split(";")[0])
      .join("; ");
  const send = (fields: Record<string, string>, cookie: string) =>
    server.inject({
      method: "POST",
      url: address,
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    });

  it("asks for the password and tells nothing of the visit, to nobody", async () => {
    guarded = "VISIT_PASSWORD";
    const reply = await get(address, { "accept-language": "ar" });
    expect(reply.statusCode).toBe(403);
    expect(reply.headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const document = parsePage(reply.body);
    expect(document.documentElement.dir).toBe("rtl");
    for (const secret of ["Harbour", "Lobby", "/media/", "og:", "k3x9wt72pq/poster"])
      expect(reply.body).not.toContain(secret);
    const field = document.querySelector("input[type=password]");
    expect(document.querySelector("label")?.getAttribute("for")).toBe(field?.getAttribute("id"));
    expect(field?.getAttribute("autofocus")).toBe("");
    expect(document.querySelectorAll("script")).toHaveLength(0);
  });

  it("says that a password is wrong at its field, and opens the very same address for the right one", async () => {
    guarded = "VISIT_PASSWORD";
    const asked = await get(address);
    const cookie = cookiesOf(asked);
    const csrf = parsePage(asked.body).querySelector("input[name=csrf]")?.getAttribute("value") ?? "";
    const wrong = await send({ csrf, password: "gate 8" }, cookie);
    expect(wrong.statusCode).toBe(422);
    const page = parsePage(wrong.body);
    const field = page.querySelector("input[type=password]");
    expect(field?.getAttribute("aria-invalid")).toBe("true");
    expect(field?.getAttribute("aria-describedby")).toContain("said");
    expect(page.querySelector("#said[role=alert]")?.textContent).toContain("not the password");
    const right = await send({ csrf, password: "gate 7" }, cookie);
    expect(right.statusCode).toBe(303);
    expect(right.headers.location).toBe(address);
  });

  it("takes no password that another site sent", async () => {
    guarded = "VISIT_PASSWORD";
    const csrf = parsePage((await get(address)).body)
      .querySelector("input[name=csrf]")
      ?.getAttribute("value");
    expect((await send({ csrf: csrf ?? "", password: "gate 7" }, "")).statusCode).toBe(419);
    expect(guarded).toBe("VISIT_PASSWORD");
  });

  it("leads out of a frame, in which no browser would remember the password", async () => {
    guarded = "VISIT_PASSWORD";
    const document = parsePage((await get(address, { "sec-fetch-dest": "iframe" })).body);
    expect(document.querySelector("form")).toBeNull();
    const link = document.querySelector("a[target=_blank]");
    expect(link?.getAttribute("href")).toBe(address);
  });

  it("says that a link is over", async () => {
    guarded = "VISIT_EXPIRED";
    const reply = await get(address);
    expect(reply.statusCode).toBe(410);
    expect(parsePage(reply.body).querySelector("h1")?.textContent).toBe("This link is over");
    expect(reply.body).not.toContain("Harbour");
  });

  it("shows guests the way in, and comes back from there", async () => {
    const missing = "/viewer/nosuchcode";
    const link = parsePage((await get(missing)).body).querySelector("a[href^='/login']");
    expect(link?.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(missing)}`);
    const cookie = `sitewalk_session=${token}`;
    expect(parsePage((await get(missing, { cookie })).body).querySelector("a[href^='/login']")).toBeNull();
  });
});

describe("the look of the site", () => {
  const policyOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers["content-security-policy"]);
  const styleOf = async (path: string) =>
    parsePage((await get(path)).body).querySelector("style")?.textContent ?? "";

  it("is in every page before any script: the colour and the type of the settings", async () => {
    for (const path of ["/login", "/viewer/k3x9wt72pq"])
      expect(await styleOf(path)).toContain("--brand: #2987f2; --typeface: var(--typeface-own);");
    chosen = { theme_color: "#aa3300", fonts: { provider: "system", font: "Roboto" } };
    for (const path of ["/login", "/viewer/k3x9wt72pq"])
      expect(await styleOf(path)).toContain("--brand: #aa3300; --typeface: var(--typeface-system);");
  });

  it("asks nobody outside for anything until another font is chosen, then two hosts for that alone", async () => {
    const fresh = await get("/login");
    expect(fresh.body).not.toContain("googleapis");
    expect(policyOf(fresh)).not.toContain("https:");
    chosen = { fonts: { provider: "google", font: "Open Sans" } };
    for (const path of ["/login", "/viewer/k3x9wt72pq"]) {
      const reply = await get(path);
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
    chosen = { fonts: { provider: "system", font: "Open Sans" } };
    expect((await get("/login")).body).not.toContain("googleapis");
  });

  it("lets a super admin fetch a font he is trying, though nobody else", async () => {
    const cookie = `sitewalk_session=${token}`;
    expect(policyOf(await get("/settings", { cookie }))).not.toContain("gstatic");
    person = { ...person, super_admin: true };
    expect(policyOf(await get("/settings", { cookie }))).toContain("gstatic");
    person = { ...person, super_admin: false };
  });

  it("gives a guest one picture of several, the same all day, and a member all of them", async () => {
    const backgrounds = ["/media/a.webp", "/media/b.webp", "/media/c.webp"];
    chosen = { backgrounds };
    const [seen = ""] = (bootOf((await get("/login")).body)["settings"] as PublicSettings).backgrounds;
    expect(backgrounds).toContain(seen);
    expect(bootOf((await get("/login")).body)["settings"]).toMatchObject({ backgrounds: [seen] });
    const { body } = await get("/projects", { cookie: `sitewalk_session=${token}` });
    expect(bootOf(body)["settings"]).toMatchObject({ backgrounds });
  });
});

describe("terms and privacy", () => {
  it("are pages of their own, without a script, for everybody, in the language of who reads", async () => {
    chosen = {
      terms_and_conditions: "Be careful.\n\nWear a helmet.",
      privacy_policy: "# Our policy\n\n- one\n- two",
    };
    const terms = await get("/terms", { "accept-language": "ar" });
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
    const privacy = parsePage((await get("/privacy/")).body);
    expect([...privacy.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual(["Our policy"]);
    expect(privacy.querySelectorAll("li").length).toBe(2);
    expect(privacy.title).toBe("Privacy Policy | Sitewalk");
  });

  it("let no text break out of where it stands", async () => {
    chosen = {
      terms_and_conditions: `${attack}\n\n- ${attack}\n\n# ${attack}\n\nhttps://x.example/"onmouseover=alert(1)`,
    };
    const page = parsePage((await get("/terms")).body);
    expect(page.querySelectorAll("script").length).toBe(0);
    expect(page.querySelectorAll("img").length).toBe(0);
    for (const link of page.querySelectorAll("a"))
      expect(link.getAttributeNames()).not.toContain("onmouseover");
  });

  it("lead elsewhere when the setting holds an address, and are no pages when it holds nothing", async () => {
    chosen = { privacy_policy: "https://legal.example/privacy" };
    const reply = await get("/privacy");
    expect([reply.statusCode, reply.headers.location]).toEqual([302, "https://legal.example/privacy"]);
    expect(bootOf((await get("/terms")).body)).toMatchObject({ lang: "en" });
  });
});

describe("while the site is maintained", () => {
  const cookie = `sitewalk_session=${token}`;
  const only =
    (part: string): IsClosed =>
    (closing, { user }) =>
      closing === part && user?.super_admin !== true;

  it("the application's place is taken by a page that says so in both languages, with 503", async () => {
    closed = only("app");
    chosen = { announce_msg: "Back at six." };
    for (const path of ["/", "/projects/4", "/register"]) {
      const reply = await get(path, { cookie, "accept-language": "ar" });
      expect(reply.statusCode).toBe(503);
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect(reply.headers["refresh"], "it looks again by itself").toBe(reply.headers["retry-after"]);
      const page = parsePage(reply.body);
      expect(page.documentElement.dir).toBe("rtl");
      expect(page.querySelector("h1")?.textContent).toBe("نعمل على هذا الموقع الآن");
      expect(page.querySelector(".other")?.textContent).toContain("We are working on this site");
      expect(page.body.textContent).toContain("Back at six.");
      expect(page.querySelectorAll("script").length).toBe(0);
    }
  });

  it("the way in and the texts stay, a super admin is let through, and links still open", async () => {
    closed = only("app");
    chosen = { terms_and_conditions: "Be careful." };
    for (const path of ["/login", "/login?logged_out=true", "/2fa", "/setup", "/recover", "/terms"])
      expect((await get(path)).statusCode, path).toBe(200);
    expect((await get("/viewer/k3x9wt72pq")).statusCode).toBe(200);
    person = { ...person, super_admin: true };
    expect((await get("/projects", { cookie })).statusCode).toBe(200);
    person = { ...person, super_admin: false };
  });

  it("links close by themselves, without a way to sign in, and no page says that a link is wrong", async () => {
    closed = only("viewer");
    for (const path of ["/viewer/k3x9wt72pq", "/viewer/wrongcode1", "/viewer"]) {
      const reply = await get(path);
      expect(reply.statusCode).toBe(503);
      expect(reply.headers["content-security-policy"]).toContain("frame-ancestors *");
      expect(parsePage(reply.body).querySelector(`a[href="/login"]`)).toBeNull();
    }
    expect((await get("/projects")).statusCode).toBe(200);
  });

  it("the link to try again stays on this site, whatever was asked for", async () => {
    closed = only("app");
    const page = parsePage((await get("//evil.example/x")).body);
    expect(page.querySelector(".button")?.getAttribute("href")).toBe("/evil.example/x");
  });
});
