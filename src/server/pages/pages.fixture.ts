import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { Showcase } from "#contract/showcase.ts";
import type { ScannedSpot } from "#contract/spot-codes.ts";
import type { PublicProfile } from "#contract/users.ts";
import type { ViewerVisit } from "#contract/viewer.ts";
import { AppError } from "#server/platform/errors.ts";
import { createCodeLookups } from "#server/platform/http/code-lookups.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { hashToken } from "#server/platform/session.ts";
import { somebody } from "#test/people.ts";
import { freshSettings } from "#test/settings.ts";
import { pages } from "./index.ts";
import { parsePage } from "./parsed-page.ts";
import { noReports } from "./reports.fixture.ts";

/** A malicious name. */
export const attack = `</script><img src=x onerror="alert(1)">`;
/** A built file. */
export const script = "console.log('viewer');".repeat(200);
const token = "t".repeat(43);
/** Headers of `site.person`. */
export const signedIn = { cookie: `sitewalk_session=${token}` };

const index = `<html lang="%LANG%" dir="%DIR%" data-theme="%THEME%"><head><meta name="csrf-token" content="%CSRF_TOKEN%">
<title>%TITLE%</title><script type="application/json" id="boot">%BOOT%</script>%HEAD%</head><body><noscript>%PLAIN%</noscript></body></html>`;
const viewer = `<html lang="%LANG%" dir="%DIR%"><head><meta name="csrf-token" content="%CSRF_TOKEN%"><title>%TITLE%</title>%HEAD%</head>
<body>%POSTER%<p>%LOADING%</p><script type="application/json" id="boot">%BOOT%</script></body></html>`;

const picture = (id: number): ViewerVisit["rooms"][number]["picture"] => ({
  state: "ready",
  problem: null,
  width: 4096,
  height: 2048,
  tile_size: 512,
  levels: [{ width: 4096, height: 2048 }],
  area: null,
  pose: null,
  tiles: `/media/${id}/t/{level}/{col}_{row}.jpeg`,
  base: `/media/${id}/base.webp`,
  thumbnail: `/media/${id}/thumb.webp`,
  poster: `/media/${id}/poster.webp`,
  card: `/media/${id}/card.webp`,
});

const room = (id: number, name: string) => ({
  id,
  id_room: id,
  id_visit: 1,
  name,
  order: -id,
  north: 0,
  has_north: false,
  captured_at: null,
  file: "",
  picture: picture(id),
});

export const visit: ViewerVisit = {
  code: "k3x9wt72pq",
  id_visit: null,
  id_project: null,
  sheets: [],
  has_history: false,
  has_walk: false,
  can: {},
  name: attack,
  description: "",
  project: `Harbour "Tower"`,
  visit_date: "2026-08-21T09:30:00Z",
  rooms: [room(11, "Lobby"), room(12, "Roof"), { ...room(13, "Cellar"), order: 0 }],
};

export const showcase: Showcase = {
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
      cover_card: "/media/5/card.webp",
    },
  ],
  updated_at: "2026-08-21T09:30:00Z",
};

export const profile: PublicProfile = {
  code: "person4site",
  name: "Site Office",
  company: "Cedar Formwork",
  avatar: null,
  cover_image: null,
  member_since: "2026-01-01T00:00:00Z",
  tours: [],
};

/** Players have their own tests. */
const nothing = {
  open: () => Promise.reject(new AppError("NOT_FOUND")),
  unlock: () => Promise.reject(new AppError("NOT_FOUND")),
};

/** State that tests change; reset after each of them. */
interface Circumstances {
  /** Settings changed by an administrator. */
  chosen: Partial<PublicSettings>;
  closed: IsClosed;
  /** The guard that keeps guests from the visit. */
  guarded: "VISIT_PASSWORD" | "VISIT_EXPIRED" | undefined;
  /** The signed-in user. */
  person: CurrentUser;
  /** Public spots that guests open, by their codes. */
  spots: ReadonlyMap<string, { readonly spot: ScannedSpot }>;
}

const usual = (): Circumstances => ({
  chosen: {},
  closed: () => false,
  guarded: undefined,
  person: { ...somebody, language: "ar" },
  spots: new Map(),
});

/** The pages of a build, with one visit, one showcase and one profile page; opened and closed with the file. */
export function servePages() {
  let webRoot: string;
  let server: FastifyInstance;
  const site = {
    ...usual(),
    inject: (options: InjectOptions) => server.inject(options),
    get: (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers }),
  };

  beforeAll(async () => {
    webRoot = await writeBuild();
    server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
    await server.register(pagesOf(site, webRoot));
    await server.ready();
  });
  afterEach(() => void Object.assign(site, usual()));
  afterAll(async () => {
    await server.close();
    await rm(webRoot, { recursive: true });
  });
  return site;
}

async function writeBuild(): Promise<string> {
  const webRoot = await mkdtemp(join(tmpdir(), "sitewalk-pages-"));
  await mkdir(join(webRoot, "assets"));
  const files = {
    "index.html": index,
    "door.html": index.replace("<html", '<html data-page="door"'),
    "viewer.html": viewer,
    "assets/viewer-abc123.js": script,
    "assets/viewer-abc123.js.br": brotliCompressSync(script),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(webRoot, name), content);
  return webRoot;
}

function pagesOf(site: Circumstances, webRoot: string) {
  const settings = () => ({ ...freshSettings(), version: "1.2.3", ...site.chosen });
  return pages({
    webRoot,
    config: { PUBLIC_URL: "https://site.example/" },
    key: createAppKey("k".repeat(40)),
    lookups: createCodeLookups(new RateLimiter(Date.now), 1000),
    settings,
    realtime: () => ({ key: "realtime-key" }),
    domains: {
      sessions: {
        async find(hash) {
          if (!hash.equals(hashToken(token))) return undefined;
          const { super_admin } = site.person;
          return { id: 1, user: { id: 7, role: "user", super_admin, is_demo: false, language: "ar" } };
        },
      },
      currentUser: async (id) => (id === 7 ? site.person : null),
      settingsOf: ({ id }) => ({ ...settings(), enable_wizard: id === 7 }),
      async sharedVisit(code) {
        if (site.guarded !== undefined) throw new AppError(site.guarded);
        return code === visit.code ? visit : undefined;
      },
      async unlockVisit(_code, given) {
        if (given !== "gate 7") throw new AppError("VISIT_PASSWORD_WRONG");
        site.guarded = undefined;
      },
      reportPages: noReports,
      scannedSpot: async (code, user) => (user === null ? site.spots.get(code) : undefined),
      players: { video: nothing, live: nothing, cctv: nothing },
      openAnswers: () => Promise.reject(new AppError("NOT_FOUND")),
      showcase: async (code) => (code === showcase.project_code ? showcase : undefined),
      publicProfile: async (code) => (code === profile.code ? profile : undefined),
      isClosed: (part, visitor) => site.closed(part, visitor),
    },
    media: {
      async read(address) {
        if (address.startsWith("/media/13/")) throw new Error("the disk is gone");
        return Buffer.from(`bytes of ${address}`);
      },
    },
  });
}

/** The boot data that a page passes to its script. */
export const bootOf = (body: string) =>
  JSON.parse(parsePage(body).querySelector("#boot")?.textContent ?? "") as Record<string, unknown>;
