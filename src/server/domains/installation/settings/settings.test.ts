import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errors } from "#contract/errors.ts";
import {
  adminSettings,
  memberSettings,
  publicSettings,
  secretSettings,
  settingDefaults,
} from "#contract/settings.ts";
import { startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { forge } from "../audit/audit.fixture.ts";

const APP_KEY = "k".repeat(40);
let app: TestApp;
let admin: TestClient;
let adminId: number;
let member: TestClient;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web", APP_KEY } });
  const person = await app.user({ role: "super_admin" });
  adminId = person.id;
  admin = await app.as(person);
  member = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const put = (body: Record<string, unknown>, client = admin) => client.raw("PUT /api/settings", { body });
const refusedFields = async (body: Record<string, unknown>) => {
  const reply = await put(body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(422);
  return (reply.body as { errors: Record<string, string[]> }).errors;
};

describe("audiences", () => {
  const secrets = Object.fromEntries(secretSettings.map((key) => [key, `${key}: hush hush`]));

  it("a guest of a fresh installation reads what /login and the viewers need, with its defaults", async () => {
    const data = await app.guest().call("GET /api/settings");
    expect(data).toMatchObject({
      website_name: "Sitewalk",
      theme_color: "#2987f2",
      dark_mode: true,
      fonts: { provider: "google", font: "Roboto" },
      basemap_max_zoom: 18,
      satellite_max_zoom: 19,
      languages_enabled: true,
      demo_enabled: false,
      enable_registration: false,
      smtp_valid: false,
      cookie_consent: false,
      announce_msg: "",
      logo: null,
      small_logo: null,
      backgrounds: [],
      share_providers: ["email", "whatsapp", "telegram", "copy", "facebook", "twitter", "linkedin"],
      limits: { visit_image_megabytes: 20, visit_files: 10, video_megabytes: 500, video_seconds: 60 },
    });
    const flags = Object.keys(data).filter((key) => /_(enable|mandatory)$/.test(key));
    expect(flags.filter((key) => !/^(2fa|google|facebook|twitter|openid)_/.test(key))).toHaveLength(20);
  });

  it("guests and members never read a secret, nor anything of email, relay credentials or maintenance", async () => {
    const values = { turn_username: "relay-user", smtp_user: "mail-user", smtp_host: "mail.example.org" };
    expect((await put({ ...secrets, ...values })).status).toBe(200);
    for (const client of [app.guest(), member]) {
      const reply = await client.raw("GET /api/settings");
      const { data } = reply.body as { data: Record<string, unknown> };
      const text = JSON.stringify(data);
      for (const key of [...secretSettings, ...Object.keys(adminSettings), "secrets_set"])
        expect(data, `${key} is nobody's business`).not.toHaveProperty([key]);
      for (const value of [...Object.values(secrets), ...Object.values(values)])
        expect(text).not.toContain(value);
    }
    const guest = await app.guest().call("GET /api/settings");
    for (const key of Object.keys(memberSettings)) expect(guest).not.toHaveProperty([key]);
  });

  it("members read theirs besides, a super admin everything but the secrets, of which only whether they are set", async () => {
    const { data } = (await member.raw("GET /api/settings")).body as { data: object };
    for (const key of Object.keys(memberSettings)) expect(data).toHaveProperty([key]);
    const seen = await admin.call("GET /api/settings");
    for (const key of Object.keys({ ...publicSettings, ...memberSettings, ...adminSettings }))
      expect(seen).toHaveProperty([key]);
    expect(seen.secrets_set).toEqual([...secretSettings]);
    for (const value of Object.values(secrets)) expect(JSON.stringify(seen)).not.toContain(value);
    expect(seen.furl_blacklist).toEqual(settingDefaults.furl_blacklist);
  });

  it("secrets are unreadable in the table, and null deletes one", async () => {
    const { rows } = await sql<{ row: string }>`select settings::text as row from settings`.execute(
      app.database.db,
    );
    const table = rows.map(({ row }) => row).join("\n");
    expect(table).toContain("smtp_password");
    for (const value of Object.values(secrets)) expect(table).not.toContain(value);
    expect(table).not.toContain("hush");
    const after = await admin.call("PUT /api/settings", { body: { google_secret: null } });
    expect(after.secrets_set).toEqual(secretSettings.filter((key) => key !== "google_secret"));
  });
});

describe("changing settings", () => {
  it("is for super admins only", async () => {
    expect(await put({ theme_color: "#112233" }, member)).toMatchObject({ status: 403 });
    expect(await put({ theme_color: "#112233" }, app.guest())).toMatchObject({ status: 401 });
  });

  it("keeps omitted values, ignores unknown ones, and returns the settings now in effect", async () => {
    const before = await admin.call("GET /api/settings");
    const { status, body } = await put({ announce_msg: "Roof closed today", no_such_key: 1, version: "9.9" });
    expect(status).toBe(200);
    expect((body as { data: unknown }).data).toEqual({ ...before, announce_msg: "Roof closed today" });
    expect((await app.guest().call("GET /api/settings")).announce_msg).toBe("Roof closed today");
  });

  it("refuses to switch the demo, which the configuration decides, and accepts its present value", async () => {
    const refused = await put({ demo_enabled: true });
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.body)).toContain("demo_enabled");
    expect((await put({ demo_enabled: false })).status).toBe(200);
  });

  it("accepts every key with a valid value and returns it", async () => {
    const values = {
      website_name: "Harbour Works",
      theme_color: "#AA3300",
      dark_mode: false,
      fonts: { provider: "system", font: "Cairo" },
      share_providers: ["email"],
      footer_link_1: "https://site.example/help",
      footer_value_1: "Help",
      terms_and_conditions: "# Terms\n\nBe careful.",
      maintenance_ip: ["10.0.0.0/8", "2001:db8::1"],
      furl_blacklist: ["Gallery"],
      notify_useradd: false,
      facebook_version: "v25.0",
      company_enable: true,
      company_mandatory: true,
    };
    const after = await admin.call("PUT /api/settings", { body: values as never });
    expect(after).toMatchObject({ ...values, furl_blacklist: ["gallery"] });
    expect(await admin.call("GET /api/settings")).toEqual(after);
    await admin.call("PUT /api/settings", { body: { maintenance_ip: [], company_mandatory: false } });
  });

  it.each([
    [{ theme_color: "blue" }, { theme_color: ["settings.color_invalid"] }],
    [{ website_name: "  " }, { website_name: ["settings.name_required"] }],
    [{ smtp_host: "mail server" }, { smtp_host: ["settings.host_invalid"] }],
    [{ footer_link_1: "javascript:alert(1)" }, { footer_link_1: expect.any(Array) as unknown }],
    [{ footer_link_2: "//evil.example" }, { footer_link_2: expect.any(Array) as unknown }],
    [{ footer_link_3: "/\\evil.example" }, { footer_link_3: expect.any(Array) as unknown }],
    [{ facebook_version: "26" }, { facebook_version: ["settings.version_invalid"] }],
    [{ openid_issuer: "http://id.example.org" }, { openid_issuer: ["settings.issuer_invalid"] }],
    [{ openid_issuer: "https://id.example.org/?tenant=1" }, { openid_issuer: ["settings.issuer_invalid"] }],
    [{ openid_issuer: "https://a:b@id.example.org" }, { openid_issuer: ["settings.issuer_invalid"] }],
    [{ openid_issuer: "id.example.org" }, { openid_issuer: ["settings.issuer_invalid"] }],
    [{ openid_scopes: "email profile" }, { openid_scopes: ["settings.scopes_invalid"] }],
    [{ openid_scopes: 'openid "email"' }, { openid_scopes: ["settings.scopes_invalid"] }],
    [{ openid_scopes: "openid  email" }, { openid_scopes: ["settings.scopes_invalid"] }],
    [{ satellite_url: "https://tiles.example/{z}/{x}" }, { satellite_url: ["settings.tiles_invalid"] }],
    [{ basemap_subdomains: "" }, { basemap_subdomains: ["settings.subdomains_required"] }],
    [{ tax_id_mandatory: true }, { tax_id_mandatory: ["settings.mandatory_needs_enable"] }],
    [{ first_name_enable: false }, { first_name_enable: ["settings.mandatory_needs_enable"] }],
    [{ maintenance_ip: ["10.0.0.1", "10.0.0.0/33"] }, { "maintenance_ip.1": ["settings.ip_invalid"] }],
    [{ maintenance_ip: ["my-office"] }, { "maintenance_ip.0": ["settings.ip_invalid"] }],
    [{ smtp_port: 0 }, { smtp_port: expect.any(Array) as unknown }],
  ])("refuses %j at its field and changes nothing", async (body, fields) => {
    const before = await admin.call("GET /api/settings");
    expect(await refusedFields({ ...body, announce_msg: "must not be kept" })).toEqual(fields);
    expect(await admin.call("GET /api/settings")).toEqual(before);
  });

  it("logs who changed which keys, never the values, and nothing when nothing is changed", async () => {
    const { db } = app.database;
    await forge(db, sql`delete from activity`);
    await put({ announce_msg: "Crane moves at noon", smtp_password: "s3cret" });
    await put({ announce_msg: "Crane moves at noon", smtp_password: "s3cret" });
    const rows = await db.selectFrom("activity").selectAll().execute();
    expect(rows).toMatchObject([
      { id_user: adminId, action: "settings.changed", changed: ["announce_msg", "smtp_password"] },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/noon|s3cret/);
  });

  it("of email invalidates its test; of anything else does not", async () => {
    const tried = () =>
      sql`insert into settings (key, value) values ('smtp_valid', 'true')
        on conflict (key) do update set value = 'true'`.execute(app.database.db);
    await tried();
    expect((await admin.call("PUT /api/settings", { body: { dark_mode: true } })).smtp_valid).toBe(true);
    const body = { smtp_host: "other.example.org" };
    expect((await admin.call("PUT /api/settings", { body })).smtp_valid).toBe(false);
    await tried();
    expect((await admin.call("PUT /api/settings", { body })).smtp_valid, "the same host again").toBe(true);
    const password = { smtp_password: "another one" };
    expect((await admin.call("PUT /api/settings", { body: password })).smtp_valid).toBe(false);
  });

  it("by two users at the same time is checked and written one after the other", async () => {
    await put({ tax_id_enable: true, tax_id_mandatory: false });
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([put({ tax_id_mandatory: true }), put({ tax_id_enable: false })]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
      await put({ tax_id_enable: true, tax_id_mandatory: false });
    }
  });
});

describe("another process on the same database", () => {
  it("receives a change, including secrets", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-data-"));
    const config = readConfig({
      PORT: "0",
      HOST: "127.0.0.1",
      DEMO: "off",
      ROLE: "web",
      APP_KEY,
      DATA_DIR: dataDir,
      MEDIA_WORKERS: "1",
    });
    const other = await startApp({ config, log: createLog("silent"), connection: app.database.connection });
    try {
      const there = new TestClient(other.origin);
      const seen = async () => (await there.call("GET /api/settings")).theme_color;
      await put({
        theme_color: "#123456",
        twitter_id: "client",
        twitter_secret: "new",
        twitter_enable: true,
      });
      await soon(async () => expect(await seen()).toBe("#123456"));
      expect((await there.call("GET /api/settings")).social_providers).toContain("twitter");
      await put({ theme_color: "#654321", twitter_secret: null });
      await soon(async () => expect(await seen()).toBe("#654321"));
      expect((await there.call("GET /api/settings")).social_providers).not.toContain("twitter");
    } finally {
      await other.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe("brand pictures", () => {
  const picture = async (color: string) =>
    sharp({ create: { width: 900, height: 300, channels: 4, background: color } })
      .png()
      .toBuffer();
  const upload = async (kind: string, bytes: Uint8Array, client = admin) =>
    client.send(
      "POST",
      `${app.origin}/api/settings/pictures/${kind}`,
      (() => {
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(bytes)]), "picture.png");
        return form;
      })(),
      {},
    );
  const settings = () => app.guest().call("GET /api/settings");

  it("are visible to everyone once uploaded, scaled to fit, and can be removed", async () => {
    expect((await upload("logo", await picture("#ff0000"))).status).toBe(200);
    expect((await upload("small_logo", await picture("#00ff00"))).status).toBe(200);
    const { logo, small_logo } = await settings();
    const seen = Buffer.from(await (await fetch(app.origin + String(logo))).arrayBuffer());
    expect(await sharp(seen).metadata()).toMatchObject({ format: "webp", width: 480, height: 160 });
    expect(small_logo).not.toBe(logo);
    await admin.call("DELETE /api/settings/pictures/{picture}", { params: { picture: "logo" } });
    expect(await settings()).toMatchObject({ logo: null, small_logo });
  });

  it("of the sign-in page may be several, each removed by its address", async () => {
    for (const color of ["#111111", "#222222"]) await upload("background", await picture(color));
    const [first = "", second = ""] = (await settings()).backgrounds;
    const params = { picture: "background" as const };
    const remove = (address?: string) =>
      admin.raw("DELETE /api/settings/pictures/{picture}", { params, query: { address } });
    expect((await remove(first)).status).toBe(200);
    expect((await settings()).backgrounds).toEqual([second]);
    expect(await remove(first)).toMatchObject({ status: 404 });
    expect(await remove()).toMatchObject({ status: 422 });
    expect((await remove(second)).status).toBe(200);
  });

  it("must be pictures, and can only be changed by super admins", async () => {
    const reply = await upload("logo", Buffer.from("<svg onload='alert(1)'/>"));
    expect(reply).toMatchObject({ status: errors.IMAGE_TYPE.status, body: { code: "IMAGE_TYPE" } });
    expect((await upload("logo", await picture("#000000"), member)).status).toBe(403);
    expect((await settings()).logo).toBeNull();
  });
});

describe("during maintenance", () => {
  beforeEach(async () => {
    await put({ maintenance_backend: false, maintenance_viewer: false, maintenance_ip: [] });
  });
  afterAll(() => put({ maintenance_backend: false, maintenance_viewer: false, maintenance_ip: [] }));
  const projects = (client: TestClient) => client.raw("GET /api/projects");

  it("signed-in users get 503 with a time to retry; a super admin continues to work", async () => {
    await put({ maintenance_backend: true });
    const reply = await projects(member);
    expect(reply).toMatchObject({ status: 503, body: { code: "MAINTENANCE" } });
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await projects(admin)).status).toBe(200);
    await put({ maintenance_backend: false });
    expect((await projects(member)).status).toBe(200);
  });

  it("sign-in, the settings and the health check stay open, and viewers too", async () => {
    await put({ maintenance_backend: true });
    const { name } = await app.user({ role: "super_admin" });
    expect((await projects(await app.as({ name }))).status).toBe(200);
    const late = await app.as(await app.user());
    expect(await projects(late)).toMatchObject({ status: 503, body: { code: "MAINTENANCE" } });
    expect((await late.raw("POST /api/logout", { body: {} })).status).toBe(200);
    for (const route of ["GET /api/health", "GET /api/settings"] as const)
      expect((await app.guest().raw(route)).status).toBe(200);
    expect(await projects(app.guest()), "a guest is sent to sign in").toMatchObject({ status: 401 });
    const query = { code: "k3x9wt72pq" };
    expect((await app.guest().raw("GET /api/viewer-visit", { query })).status).toBe(404);
  });

  it("listed addresses pass, others do not", async () => {
    await put({ maintenance_backend: true, maintenance_viewer: true, maintenance_ip: ["10.0.0.0/8"] });
    expect((await projects(member)).status).toBe(503);
    await put({ maintenance_ip: ["10.0.0.0/8", "127.0.0.0/8"] });
    expect((await projects(member)).status).toBe(200);
    const query = { code: "k3x9wt72pq" };
    expect((await app.guest().raw("GET /api/viewer-visit", { query })).status).toBe(404);
  });

  it("public viewers are closed by a separate switch, for guests and members, not for a super admin", async () => {
    await put({ maintenance_viewer: true });
    const query = { code: "k3x9wt72pq" };
    for (const client of [app.guest(), member])
      expect(await client.raw("GET /api/viewer-visit", { query })).toMatchObject({
        status: 503,
        body: { code: "MAINTENANCE" },
      });
    expect((await admin.raw("GET /api/viewer-visit", { query })).status).toBe(404);
    expect((await projects(member)).status).toBe(200);
  });
});
