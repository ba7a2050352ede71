import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
let admin: TestClient;
let fresh: Record<string, unknown>;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  admin = await app.as(await app.user({ role: "super_admin" }));
  fresh = await admin.call("GET /api/settings");
});
afterAll(() => app.close());

const those = (pattern: RegExp) => Object.keys(fresh).filter((key) => pattern.test(key));
const offered = ["first_name", "last_name", "street", "city", "postal_code", "province", "country", "tel"];

describe("a fresh installation", () => {
  it("requires a captcha, no second factor and no confirmed address, and offers only Google", () => {
    expect(fresh).toMatchObject({
      captcha_login: true,
      captcha_register: true,
      "2fa_enable": false,
      validate_email: false,
      google_enable: true,
      facebook_enable: false,
      twitter_enable: false,
      openid_enable: false,
    });
  });

  it("requires first and last name and offers the rest, except company and tax number", () => {
    const fields = ["company", "tax_id", ...offered];
    expect(those(/^(?!2fa|google|facebook|twitter|openid|adsk).*_enable$/).toSorted()).toEqual(
      fields.map((field) => `${field}_enable`).toSorted(),
    );
    for (const field of fields) {
      expect(fresh[`${field}_enable`], field).toBe(offered.includes(field));
      expect(fresh[`${field}_mandatory`], field).toBe(field === "first_name" || field === "last_name");
    }
  });

  it("reserves the twelve words that are used in addresses", () => {
    expect(fresh["furl_blacklist"]).toEqual(
      "ajax content css gallery icons js maps media object360 panoramas products vendor".split(" "),
    );
  });

  it("has maps that zoom to 18 and 19, from public servers", () => {
    expect(fresh).toMatchObject({ basemap_max_zoom: 18, satellite_max_zoom: 19 });
    for (const url of [fresh["basemap_url"], fresh["satellite_url"]])
      expect(url).toMatch(/^https:\/\/\S+\{z\}\S+$/);
  });

  it("has registration, email, consent, maintenance, announcement and custom links switched off", () => {
    expect(fresh).toMatchObject({
      enable_registration: false,
      smtp_valid: false,
      smtp_host: "",
      cookie_consent: false,
      announce_msg: "",
      terms_and_conditions: "",
      privacy_policy: "",
      maintenance_backend: false,
      maintenance_viewer: false,
      maintenance_ip: [],
    });
    for (const key of those(/^footer_(link|value)_[123]$/)) expect(fresh[key], key).toBe("");
    expect(those(/^footer_/)).toHaveLength(6);
  });

  it("has the default ports of peer and relay servers, and the wizard off", () => {
    expect(fresh).toMatchObject({
      peerjs_port: 9000,
      peerjs_path: "/peerjs",
      turn_port: 3478,
      enable_wizard: false,
    });
  });

  it("has design software switched on, and the other project tools off", () => {
    expect(fresh).toMatchObject({
      adsk_enable: true,
      trello_enabled: false,
      monday_enabled: false,
      ms_project_enabled: false,
      clickup_enabled: false,
    });
  });

  it("notifies of everything: all eight kinds of messages are on", () => {
    const kinds = those(/^notify_/);
    expect(kinds).toHaveLength(8);
    for (const kind of kinds) expect(fresh[kind], kind).toBe(true);
  });
});

describe("an outside service", () => {
  it("is stored as sent and shown to its users: maps to everyone, the rest to signed-in users", async () => {
    const maps = {
      basemap_url: "https://{s}.tiles.example/{z}/{x}/{y}.png",
      basemap_subdomains: "xyz",
      basemap_max_zoom: 20,
      satellite_url: "https://sky.example/{z}/{y}/{x}.jpg",
      satellite_subdomains: "12",
      satellite_max_zoom: 17,
    };
    const talks = {
      peerjs_host: "peer.example",
      peerjs_port: 443,
      peerjs_path: "/talk",
      turn_host: "relay.example",
      turn_port: 5349,
      jitsi_domain: "meet.example",
      enable_wizard: true,
      adsk_enable: false,
    };
    await admin.call("PUT /api/settings", { body: { ...maps, ...talks } });
    const guest = await app.guest().call("GET /api/settings");
    expect(guest).toMatchObject(maps);
    for (const key of Object.keys(talks)) expect(guest).not.toHaveProperty([key]);
    const member = await app.as(await app.user());
    expect(await member.call("GET /api/settings")).toMatchObject({ ...maps, ...talks });
  });
});
