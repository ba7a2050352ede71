import {
  Bell,
  Blocks,
  Construction,
  IdCard,
  KeyRound,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Palette,
  PhoneCall,
  RadioTower,
  ReceiptText,
  Scale,
  SlidersHorizontal,
  UserPlus,
} from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { OutsideService } from "#contract/settings.ts";
import type settings from "#i18n/en/installation/settings.json";
import { on, promptChoices, provider, secret, text, tiles } from "./field-builders.ts";
import type { FieldKey } from "./form-values.ts";

export type GroupId = keyof typeof settings.groups;

/** The parts of the outside services group: each with the source of its keys, and the addresses to enter there. */
export type OutsidePart = keyof typeof settings.outside;

interface Shown {
  readonly key: FieldKey;
  /** Shown, and searchable, only while this other one is on. */
  readonly needs?: FieldKey;
}

/** Editor of one setting. Its texts are in `settings.json` under its key: a label, perhaps a hint. */
export type Field =
  | (Shown & { readonly kind: "switch" | "color" | "lines" | "secret" | "currency" | "percent" })
  | (Shown & { readonly kind: "text"; readonly max: number; readonly isCode?: boolean })
  | (Shown & { readonly kind: "area"; readonly max: number; readonly rows: number })
  | (Shown & { readonly kind: "number"; readonly min: number; readonly max: number })
  | (Shown & { readonly kind: "choice"; readonly choices: readonly string[] })
  | (Shown & { readonly kind: "several"; readonly choices: readonly string[] });

/** An element beside the fields of a group with an immediate effect. */
export type Extra =
  | "brand-pictures"
  | "profile-fields"
  | "test-mail"
  | `test-${OutsideService}`
  | `callback-${OutsideService}`
  | `part-${OutsidePart}`
  | `return-${OutsidePart}`;

export interface Group {
  readonly id: GroupId;
  readonly icon: LucideIcon;
  readonly parts: readonly (Field | Extra)[];
}

/** The settings by group, in the order of the screen. */
export const groups: readonly Group[] = [
  {
    id: "branding",
    icon: Palette,
    parts: [
      text("website_name", 60),
      { key: "theme_color", kind: "color" },
      { key: "font_provider", kind: "choice", choices: ["google", "system"] },
      text("font", 60, { isCode: true }),
      ...on("dark_mode"),
      "brand-pictures",
    ],
  },
  {
    id: "general",
    icon: SlidersHorizontal,
    parts: [
      { key: "announce_msg", kind: "area", max: 500, rows: 2 },
      ...on("languages_enabled", "enable_wizard"),
      {
        key: "share_providers",
        kind: "several",
        choices: ["email", "whatsapp", "telegram", "copy", "facebook", "twitter", "linkedin"],
      },
      { key: "furl_blacklist", kind: "lines" },
      text("connectivity_url", 500, { isCode: true }),
    ],
  },
  {
    id: "access",
    icon: UserPlus,
    parts: [
      ...on(
        "enable_registration",
        "validate_email",
        "captcha_login",
        "captcha_register",
        "2fa_enable",
        "users_create_projects",
        "approve_projects",
      ),
      { key: "inactivity_minutes", kind: "number", min: 0, max: limits.inactivity.most },
      { key: "keep_activity_days", kind: "number", min: 0, max: limits.audit.activity.max },
      { key: "keep_views_days", kind: "number", ...limits.audit.views },
      { key: "visit_image_mb", kind: "number", min: 1, max: limits.visitMost.megabytes },
      { key: "visit_files", kind: "number", min: 1, max: limits.visitMost.files },
      { key: "video_mb", kind: "number", min: 1, max: limits.video.most.megabytes },
      { key: "video_seconds", kind: "number", min: 1, max: limits.video.most.seconds },
      text("live_host", 253, { isCode: true }),
      { key: "camera_networks", kind: "lines" },
    ],
  },
  { id: "profile", icon: IdCard, parts: ["profile-fields"] },
  {
    id: "social",
    icon: KeyRound,
    parts: [
      ...provider("google"),
      ...provider("facebook"),
      ...provider("twitter"),
      ...on("openid_enable"),
      text("openid_name", 40, { needs: "openid_enable" }),
      text("openid_issuer", 500, { isCode: true, needs: "openid_enable" }),
      text("openid_id", 200, { isCode: true, needs: "openid_enable" }),
      secret("openid_secret", "openid_enable"),
      text("openid_scopes", 200, { isCode: true, needs: "openid_enable" }),
      { key: "openid_prompt", kind: "choice", choices: promptChoices, needs: "openid_enable" },
      "callback-openid",
      "test-openid",
    ],
  },
  {
    id: "mail",
    icon: Mail,
    parts: [
      text("smtp_host", 253, { isCode: true }),
      { key: "smtp_port", kind: "number", min: 1, max: 65_535 },
      { key: "smtp_security", kind: "choice", choices: ["starttls", "tls", "none"] },
      text("smtp_user", 200, { isCode: true }),
      secret("smtp_password"),
      text("smtp_from_name", 200),
      text("smtp_from_email", 254, { isCode: true }),
      "test-mail",
    ],
  },
  {
    id: "notify",
    icon: Bell,
    parts: on(
      "notify_registrations",
      "notify_useradd",
      "notify_project_create",
      "notify_vt_create",
      "notify_plan_expiring",
      "notify_plan_expires",
      "notify_plan_changes",
      "notify_plan_cancels",
    ),
  },
  {
    id: "billing",
    icon: ReceiptText,
    parts: [
      { key: "currency", kind: "currency" },
      text("tax_name", 200),
      { key: "tax_rate", kind: "percent" },
      text("invoice_seller", 200),
      { key: "invoice_address", kind: "area", max: 500, rows: 3 },
      text("invoice_tax_id", 200, { isCode: true }),
      text("invoice_email", 254, { isCode: true }),
      text("invoice_prefix", 12, { isCode: true }),
      { key: "invoice_note", kind: "area", max: 1000, rows: 3 },
    ],
  },
  {
    id: "maps",
    icon: MapIcon,
    parts: [
      ...tiles("basemap"),
      ...tiles("satellite"),
      text("geocoder_url", 500, { isCode: true }),
      "test-geocoder",
      text("weather_url", 500, { isCode: true }),
      "test-weather",
    ],
  },
  {
    id: "calls",
    icon: PhoneCall,
    parts: [
      text("peerjs_host", 253, { isCode: true }),
      { key: "peerjs_port", kind: "number", min: 1, max: 65_535 },
      text("peerjs_path", 100, { isCode: true }),
      "test-peerjs",
      text("turn_host", 253, { isCode: true }),
      { key: "turn_port", kind: "number", min: 1, max: 65_535 },
      text("turn_username", 200, { isCode: true }),
      secret("turn_password"),
      "test-turn",
      text("jitsi_domain", 253, { isCode: true }),
      "test-jitsi",
    ],
  },
  {
    id: "push",
    icon: RadioTower,
    parts: [
      { key: "push_driver", kind: "choice", choices: ["embedded", "hosted"] },
      text("push_app_id", 200, { isCode: true }),
      text("push_key", 200, { isCode: true }),
      secret("push_secret"),
      text("push_cluster", 20, { isCode: true }),
      text("push_host", 253, { isCode: true }),
      { key: "push_port", kind: "number", min: 1, max: 65_535 },
      ...on("push_tls"),
      "test-push",
    ],
  },
  {
    id: "integrations",
    icon: Blocks,
    parts: [
      "part-autodesk",
      ...on("adsk_enable"),
      text("adsk_client_id", 255, { isCode: true, needs: "adsk_enable" }),
      secret("adsk_client_secret", "adsk_enable"),
      "return-autodesk",
      "part-trello",
      ...on("trello_enabled"),
      text("trello_key", 255, { isCode: true, needs: "trello_enabled" }),
      secret("trello_secret", "trello_enabled"),
      text("trello_client_id", 255, { isCode: true, needs: "trello_enabled" }),
      secret("trello_client_secret", "trello_enabled"),
      "return-trello",
      "part-monday",
      ...on("monday_enabled"),
      text("monday_client_id", 255, { isCode: true, needs: "monday_enabled" }),
      secret("monday_client_secret", "monday_enabled"),
      secret("monday_signing_secret", "monday_enabled"),
      "return-monday",
      "part-clickup",
      ...on("clickup_enabled"),
      text("clickup_client_id", 255, { isCode: true, needs: "clickup_enabled" }),
      secret("clickup_client_secret", "clickup_enabled"),
      "return-clickup",
      "part-ms_project",
      ...on("ms_project_enabled"),
      "part-transcription",
      text("transcription_url", 500, { isCode: true }),
      secret("transcription_token"),
      text("transcription_language", 20, { isCode: true }),
      "test-transcription",
      "part-sms",
      text("sms_url", 500, { isCode: true }),
      secret("sms_token"),
      "test-sms",
      "part-webhooks",
      { key: "webhook_networks", kind: "lines" },
    ],
  },
  {
    id: "legal",
    icon: Scale,
    parts: [
      { key: "terms_and_conditions", kind: "area", max: 20_000, rows: 5 },
      { key: "privacy_policy", kind: "area", max: 20_000, rows: 5 },
      ...on("cookie_consent"),
      text("footer_value_1", 200),
      text("footer_link_1", 500, { isCode: true }),
      text("footer_value_2", 200),
      text("footer_link_2", 500, { isCode: true }),
      text("footer_value_3", 200),
      text("footer_link_3", 500, { isCode: true }),
    ],
  },
  {
    id: "maintenance",
    icon: Construction,
    parts: [...on("maintenance_backend", "maintenance_viewer"), { key: "maintenance_ip", kind: "lines" }],
  },
];

export const isField = (part: Field | Extra): part is Field => typeof part !== "string";
