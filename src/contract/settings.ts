import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { limits } from "./limits.ts";
import { Currency } from "./money.ts";
import { Email, profileFields } from "./profile.ts";
import { isSecure } from "./secure-address.ts";
import {
  integrationDefaults,
  integrationKeys,
  integrationSecrets,
  integrationSwitches,
} from "./settings.integrations.ts";
import { SocialProvider } from "./social.ts";

/**
 * Settings that an administrator edits at run time. Every key appears once, in the part of the table for its readers:
 * everyone (as needed by /login and the public viewers), signed-in users, or super admins alone. Secrets are
 * write-only. Each schema reads one value of `PUT /api/settings`.
 */
const line = z.string().trim().max(200);
const long = z.string().trim().max(20_000);
const hostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9.-]*$/, { error: "settings.host_invalid" });
const port = z.number().int().min(1).max(65_535);
/** Empty, a path on this installation, or a full address. */
const address = z.union([
  z.literal(""),
  z
    .string()
    .trim()
    .max(500)
    // A second slash, or a backslash that browsers read as one, would start another host.
    .regex(/^(https?:\/\/|\/(?![/\\]))\S+$/, { error: "settings.address_invalid" }),
]);
/** Empty, or a full address with TLS: without it a man in the middle could answer in its stead. */
const outside = z.union([
  z.literal(""),
  z
    .string()
    .trim()
    .max(500)
    .regex(/^https:\/\/[^\s/?#]+\S*$/, { error: "settings.outside_invalid" }),
]);
/** Empty, or a full address: a self-hosted service may be in the site's network, without TLS. */
const service = z.union([
  z.literal(""),
  z
    .string()
    .trim()
    .max(500)
    .refine((text) => /^https?:\/\/[^\s/?#]+\S*$/.test(text) && URL.canParse(text), {
      error: "settings.service_invalid",
    }),
]);
/** Empty, or the issuer of an OpenID Connect provider, exactly: https, or http on this machine. */
const issuer = z.union([
  z.literal(""),
  z.string().trim().max(500).refine(isIssuer, { error: "settings.issuer_invalid" }),
]);
/** Names separated by single spaces (RFC 6749, 3.3), with `openid` among them. */
const scopes = z
  .string()
  .trim()
  .max(200)
  .refine(
    (text) => /^(?:(?:^| )[\x21\x23-\x5B\x5D-\x7E]+)+$/.test(text) && text.split(" ").includes("openid"),
    {
      error: "settings.scopes_invalid",
    },
  );
/** `prompt` of OpenID Connect; `off` sends none, so that the provider decides. */
const prompt = z.enum(["select_account", "login", "consent", "off"]);
const tiles = z.union([
  z.literal(""),
  z
    .string()
    .trim()
    .max(500)
    .regex(/^https?:\/\/\S*\{z\}\S*$/, { error: "settings.tiles_invalid" }),
]);

/** No query and no fragment (OpenID Connect Discovery 1.0, 3), and no name or password of a user. */
function isIssuer(text: string): boolean {
  return !/[\s?#@]/.test(text) && URL.canParse(text) && isSecure(new URL(text));
}

export const shareProviders = [
  "email",
  "whatsapp",
  "telegram",
  "copy",
  "facebook",
  "twitter",
  "linkedin",
] as const;

type ProfileFlag = `${(typeof profileFields)[number]}_${"enable" | "mandatory"}`;
const profileFlags = Object.fromEntries(
  profileFields.flatMap((field) => [
    [`${field}_enable`, z.boolean()],
    [`${field}_mandatory`, z.boolean()],
  ]),
) as Record<ProfileFlag, z.ZodBoolean>;

/** Readable by everyone. */
export const publicSettings = {
  website_name: z.string().trim().min(1, { error: "settings.name_required" }).max(60),
  theme_color: z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: "settings.color_invalid" }),
  dark_mode: z.boolean(),
  /** `google` loads any font but the bundled Roboto from Google's servers; `system` uses the device's own. */
  fonts: z.object({
    provider: z.enum(["google", "system"]),
    font: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^[A-Za-z0-9 ]+$/),
  }),
  languages_enabled: z.boolean(),
  share_providers: z.array(z.enum(shareProviders)),
  enable_registration: z.boolean(),
  validate_email: z.boolean(),
  captcha_login: z.boolean(),
  captcha_register: z.boolean(),
  "2fa_enable": z.boolean(),
  google_enable: z.boolean(),
  facebook_enable: z.boolean(),
  twitter_enable: z.boolean(),
  openid_enable: z.boolean(),
  /** Name of the provider on its button; empty: "Single sign-on" in the user's language. */
  openid_name: z.string().trim().max(40),
  /** The page's own text, or the address of an external one. */
  terms_and_conditions: long,
  privacy_policy: long,
  cookie_consent: z.boolean(),
  footer_link_1: address,
  footer_value_1: line,
  footer_link_2: address,
  footer_value_2: line,
  footer_link_3: address,
  footer_value_3: line,
  announce_msg: z.string().trim().max(500),
  /** Checked for connectivity in addition to our own server; if empty, no external one is. */
  connectivity_url: outside,
  basemap_url: tiles,
  basemap_subdomains: line,
  basemap_max_zoom: z.number().int().min(1).max(24),
  satellite_url: tiles,
  satellite_subdomains: line,
  satellite_max_zoom: z.number().int().min(1).max(24),
  ...profileFlags,
} as const;

/** Readable by signed-in users. */
export const memberSettings = {
  enable_wizard: z.boolean(),
  furl_blacklist: z.array(z.string().trim().toLowerCase().min(1).max(50)).max(200),
  peerjs_host: hostName,
  peerjs_port: port,
  peerjs_path: z.string().trim().max(100),
  turn_host: hostName,
  turn_port: port,
  jitsi_domain: hostName,
  ...integrationSwitches,
  /** Currency of prices and invoices; changing it converts nothing. */
  currency: Currency,
} as const;

/** External services named by a setting whose availability can be tested. */
export const outsideServices = [
  "google",
  "facebook",
  "twitter",
  "openid",
  "basemap",
  "satellite",
  "turn",
  "peerjs",
  "jitsi",
  "push",
  "geocoder",
  "weather",
  "transcription",
  "sms",
] as const;
export type OutsideService = (typeof outsideServices)[number];

/** Readable by super admins. */
export const adminSettings = {
  users_create_projects: z.boolean(),
  /** New projects wait for a super admin's approval, except those of super admins. */
  approve_projects: z.boolean(),
  /** Minutes of inactivity after which users who have set none are signed out; 0 for never. */
  inactivity_minutes: z
    .number({ error: "settings.inactivity_range" })
    .int({ error: "settings.inactivity_range" })
    .min(0, { error: "settings.inactivity_range" })
    .max(limits.inactivity.most, { error: "settings.inactivity_range" }),
  /** Days after which entries of the activity log are deleted; 0 for never. */
  keep_activity_days: z
    .number({ error: "settings.keep_activity_range" })
    .int({ error: "settings.keep_activity_range" })
    .max(limits.audit.activity.max, { error: "settings.keep_activity_range" })
    .refine((days) => days === 0 || days >= limits.audit.activity.min, {
      error: "settings.keep_activity_range",
    }),
  /** Days after which entries of the log of views are deleted. */
  keep_views_days: z
    .number({ error: "settings.keep_views_range" })
    .int({ error: "settings.keep_views_range" })
    .min(limits.audit.views.min, { error: "settings.keep_views_range" })
    .max(limits.audit.views.max, { error: "settings.keep_views_range" }),
  /** Size limit of a visit's picture and maximum number per visit; sent to everyone as `limits`. */
  visit_image_mb: z
    .number({ error: "settings.picture_megabytes" })
    .int({ error: "settings.picture_megabytes" })
    .min(1, { error: "settings.picture_megabytes" })
    .max(limits.visitMost.megabytes, { error: "settings.picture_megabytes" }),
  visit_files: z
    .number({ error: "settings.picture_files" })
    .int({ error: "settings.picture_files" })
    .min(1, { error: "settings.picture_files" })
    .max(limits.visitMost.files, { error: "settings.picture_files" }),
  /** Size limit and maximum length of a 360 video; sent to everyone as `limits`. */
  video_mb: z
    .number({ error: "settings.video_megabytes" })
    .int({ error: "settings.video_megabytes" })
    .min(1, { error: "settings.video_megabytes" })
    .max(limits.video.most.megabytes, { error: "settings.video_megabytes" }),
  video_seconds: z
    .number({ error: "settings.video_length" })
    .int({ error: "settings.video_length" })
    .min(1, { error: "settings.video_length" })
    .max(limits.video.most.seconds, { error: "settings.video_length" }),
  /** Public host name that cameras connect to; empty: the installation's own name. */
  live_host: hostName,
  /** Private network ranges in which cameras may be (`192.168.0.0/16`); public addresses are always allowed. */
  camera_networks: z.array(z.string().trim().min(2).max(50)).max(100),
  /** Tax added to every invoice: its name, such as VAT, and hundredths of a percent. None at 0. */
  tax_name: line,
  tax_rate: z
    .number({ error: "settings.tax_range" })
    .int({ error: "settings.tax_range" })
    .min(0, { error: "settings.tax_range" })
    .max(10_000, { error: "settings.tax_range" }),
  /** Issuer of the invoices, and the footer of each: where to pay. */
  invoice_prefix: z
    .string()
    .trim()
    .max(12)
    .regex(/^[A-Za-z0-9-]*$/, { error: "settings.prefix_invalid" }),
  invoice_seller: line,
  invoice_address: z.string().trim().max(500),
  invoice_tax_id: line,
  invoice_email: z.union([z.literal(""), Email]),
  invoice_note: z.string().trim().max(1000),
  /** Of a Nominatim server, such as `https://nominatim.example.org`; empty: no external service is used for addresses. */
  geocoder_url: service,
  /**
   * Of an Open-Meteo server, such as `https://api.open-meteo.com`; empty: the weather of the site diary is entered by
   * hand.
   */
  weather_url: service,
  /** Of the operator's own transcription service for voice notes; empty: no recording leaves this server. */
  transcription_url: service,
  /** Language hint for it, such as `ar` or `en`; empty: it detects the language. */
  transcription_language: z
    .string()
    .trim()
    .max(20)
    .regex(/^(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?$/, { error: "settings.language_invalid" }),
  /** Of the operator's own gateway for text messages to crews; empty: they are shared by hand. */
  sms_url: service,
  smtp_host: hostName,
  smtp_port: port,
  smtp_security: z.enum(["starttls", "tls", "none"]),
  smtp_user: line,
  smtp_from_name: line,
  smtp_from_email: z.union([z.literal(""), Email]),
  google_id: line,
  google_prompt: prompt,
  facebook_id: line,
  /** Version of Facebook's Graph API, as in `v26.0`. */
  facebook_version: z.string().regex(/^v\d{1,2}\.\d$/, { error: "settings.version_invalid" }),
  twitter_id: line,
  openid_issuer: issuer,
  openid_id: line,
  openid_prompt: prompt,
  openid_scopes: scopes,
  ...integrationKeys,
  turn_username: line,
  notify_registrations: z.boolean(),
  notify_useradd: z.boolean(),
  notify_plan_expires: z.boolean(),
  notify_plan_expiring: z.boolean(),
  notify_plan_changes: z.boolean(),
  notify_plan_cancels: z.boolean(),
  notify_vt_create: z.boolean(),
  notify_project_create: z.boolean(),
  /** `hosted`: Pusher Channels, or another server that speaks its protocol, delivers messages to browsers. */
  push_driver: z.enum(["embedded", "hosted"]),
  push_app_id: line,
  push_key: line,
  push_cluster: z
    .string()
    .trim()
    .max(20)
    .regex(/^[a-z0-9-]*$/, { error: "settings.host_invalid" }),
  /** Replaces the cluster's host; `push_port` and `push_tls` apply only to it. */
  push_host: hostName,
  push_port: port,
  push_tls: z.boolean(),
  maintenance_backend: z.boolean(),
  maintenance_viewer: z.boolean(),
  /** Addresses and ranges (`10.0.0.0/8`) with access during maintenance. */
  maintenance_ip: z.array(z.string().trim().min(2).max(50)).max(100),
} as const;

/** Write-only, encrypted at rest. `null` removes one. */
export const secretSettings = [
  "smtp_password",
  "google_secret",
  "facebook_secret",
  "twitter_secret",
  "openid_secret",
  "turn_password",
  "push_secret",
  /** Bearer token of the transcription service. */
  "transcription_token",
  /** Bearer token of the gateway for text messages. */
  "sms_token",
  ...integrationSecrets,
] as const;
export type SecretSetting = (typeof secretSettings)[number];
const secrets = Object.fromEntries(
  secretSettings.map((key) => [key, z.string().min(1).max(1000).nullable()]),
) as Record<SecretSetting, z.ZodNullable<z.ZodString>>;

/** Pictures of the brand; each is replaced by its own upload. */
export const brandPictures = ["logo", "small_logo", "background"] as const;
export type BrandPicture = (typeof brandPictures)[number];

/** Every value that is not a secret, with the defaults of a fresh installation. */
const Values = z.object({ ...publicSettings, ...memberSettings, ...adminSettings });
export type SettingValues = z.output<typeof Values>;
export type SettingKey = keyof SettingValues;

const profileDefaults = Object.fromEntries(
  profileFields.flatMap((field) => {
    const isName = field === "first_name" || field === "last_name";
    return [
      [`${field}_enable`, field !== "company" && field !== "tax_id"],
      [`${field}_mandatory`, isName],
    ];
  }),
) as Record<ProfileFlag, boolean>;

export const settingDefaults: SettingValues = {
  website_name: "Sitewalk",
  theme_color: "#2987f2",
  dark_mode: true,
  fonts: { provider: "google", font: "Roboto" },
  languages_enabled: true,
  share_providers: [...shareProviders],
  enable_registration: false,
  validate_email: false,
  captcha_login: true,
  captcha_register: true,
  "2fa_enable": false,
  google_enable: true,
  facebook_enable: false,
  twitter_enable: false,
  openid_enable: false,
  openid_name: "",
  terms_and_conditions: "",
  privacy_policy: "",
  cookie_consent: false,
  footer_link_1: "",
  footer_value_1: "",
  footer_link_2: "",
  footer_value_2: "",
  footer_link_3: "",
  footer_value_3: "",
  announce_msg: "",
  connectivity_url: "",
  basemap_url: "https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png",
  basemap_subdomains: "abc",
  basemap_max_zoom: 18,
  satellite_url:
    "https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}",
  satellite_subdomains: "",
  satellite_max_zoom: 19,
  ...profileDefaults,
  enable_wizard: false,
  furl_blacklist: [
    "ajax",
    "content",
    "css",
    "gallery",
    "icons",
    "js",
    "maps",
    "media",
    "object360",
    "panoramas",
    "products",
    "vendor",
  ],
  peerjs_host: "",
  peerjs_port: 9000,
  peerjs_path: "/peerjs",
  turn_host: "",
  turn_port: 3478,
  jitsi_domain: "",
  ...integrationDefaults,
  currency: "USD",
  tax_name: "",
  tax_rate: 0,
  invoice_prefix: "INV-",
  invoice_seller: "",
  invoice_address: "",
  invoice_tax_id: "",
  invoice_email: "",
  invoice_note: "",
  users_create_projects: false,
  approve_projects: false,
  visit_image_mb: limits.visit.image.megabytes,
  inactivity_minutes: limits.inactivity.initial,
  keep_activity_days: 0,
  keep_views_days: limits.audit.seenDays,
  visit_files: limits.visit.files,
  video_mb: limits.video.megabytes,
  video_seconds: limits.video.seconds,
  live_host: "",
  camera_networks: [],
  geocoder_url: "",
  weather_url: "",
  transcription_url: "",
  transcription_language: "",
  sms_url: "",
  smtp_host: "",
  smtp_port: 587,
  smtp_security: "starttls",
  smtp_user: "",
  smtp_from_name: "",
  smtp_from_email: "",
  google_id: "",
  google_prompt: "select_account",
  facebook_id: "",
  facebook_version: "v26.0",
  twitter_id: "",
  openid_issuer: "",
  openid_id: "",
  openid_prompt: "off",
  openid_scopes: "openid email profile",
  turn_username: "",
  push_driver: "embedded",
  push_app_id: "",
  push_key: "",
  push_cluster: "mt1",
  push_host: "",
  push_port: 443,
  push_tls: true,
  notify_registrations: true,
  notify_useradd: true,
  notify_plan_expires: true,
  notify_plan_expiring: true,
  notify_plan_changes: true,
  notify_plan_cancels: true,
  notify_vt_create: true,
  notify_project_create: true,
  maintenance_backend: false,
  maintenance_viewer: false,
  maintenance_ip: [],
};

/** Settings for everyone, signed in or not: enough for /login and the public viewers, nothing secret. */
export const PublicSettings = z.object({
  ...publicSettings,
  /**
   * Version of this program for the footer; only for signed-in users, since it would reveal which vulnerabilities to
   * try.
   */
  version: z.string().optional(),
  logo: z.string().nullable(),
  small_logo: z.string().nullable(),
  backgrounds: z.array(z.string()),
  /** Email has been tested and works: passwords can be recovered. */
  smtp_valid: z.boolean(),
  /** Providers that are enabled and have their keys. */
  social_providers: z.array(SocialProvider),
  /** Whether the sign-in page offers the demo account. */
  demo_enabled: z.boolean(),
  limits: z.object({
    visit_image_megabytes: z.number(),
    visit_files: z.number(),
    video_megabytes: z.number(),
    video_seconds: z.number(),
  }),
});
export type PublicSettings = z.output<typeof PublicSettings>;

/** The same call returns more to callers with more rights. */
export const Settings = z.object({
  ...PublicSettings.shape,
  ...z.object({ ...memberSettings, ...adminSettings }).partial().shape,
  /** Base address to which sign-in providers redirect, without the path; for super admins. */
  site_address: z.string().optional(),
  /** Which secrets are set; for super admins. */
  secrets_set: z.array(z.enum(secretSettings)).optional(),
});
export type Settings = z.output<typeof Settings>;

export const settingsApi = defineApi({
  "GET /api/settings": endpoint({
    access: "public",
    summary: "Get the settings of this installation that the caller may see.",
    response: Settings,
  }),
  "PUT /api/settings": endpoint({
    access: "super_admin",
    summary: "Change settings; omitted ones stay unchanged. Secrets are write-only; null removes one.",
    body: z.object({
      ...Values.partial().shape,
      ...z.object(secrets).partial().shape,
      /** Set by the server's configuration (DEMO): rejected if it differs from the current value. */
      demo_enabled: z.boolean().optional(),
    }),
    response: Settings,
  }),
  "POST /api/settings/test-mail": endpoint({
    access: "super_admin",
    summary:
      "Send a test email with the saved settings. Once it is accepted, password recovery by email is available.",
    body: z.object({ to: Email }),
    response: z.object({ message_id: z.string() }),
    perMinute: 10,
  }),
  "POST /api/settings/test-connection": endpoint({
    access: "super_admin",
    summary: "Test the connection to an external service named in the settings.",
    body: z.object({
      service: z.enum(outsideServices),
      /** Of `detail`; default is the account's. */
      lang: Language.optional(),
    }),
    response: z.object({
      ok: z.boolean(),
      /** A sentence about the response or the error. */
      detail: z.string(),
      milliseconds: z.number(),
    }),
    perMinute: 20,
  }),
  "POST /api/settings/pictures/{picture}": endpoint({
    access: "super_admin",
    summary: "Replace the logo or the small logo, or add a sign-in page background.",
    params: z.object({ picture: z.enum(brandPictures) }),
    upload: {
      file: {
        maxBytes: limits.portrait.bytes,
        tooLarge: "IMAGE_TOO_LARGE",
        accept: ["image/jpeg", "image/png", "image/webp"],
      },
    },
    response: Settings,
  }),
  "DELETE /api/settings/pictures/{picture}": endpoint({
    access: "super_admin",
    summary: "Restore the default image; for a background, `address` selects which one to remove.",
    params: z.object({ picture: z.enum(brandPictures) }),
    query: z.object({ address: z.string().max(500).optional() }),
    response: Settings,
  }),
});
