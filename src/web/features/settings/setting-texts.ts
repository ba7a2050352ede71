import type settings from "#i18n/en/settings.json";
import type { Translate } from "#web/lib/use-text.ts";
import type { FieldKey } from "./form-values.ts";

type Hints = typeof settings.hints;

/** Every setting has a label: a missing one does not compile. */
export const labelOf = (key: FieldKey, t: Translate): string => t(`settings.labels.${key}`);

export function hintOf(key: string, t: Translate, hints: ReadonlySet<string>): string | undefined {
  return hints.has(key) ? t(`settings.hints.${key as keyof Hints}`) : undefined;
}

/** The settings that need more than their name. */
export const hinted: ReadonlySet<string> = new Set<keyof Hints>([
  "announce_msg",
  "basemap_subdomains",
  "basemap_url",
  "captcha_login",
  "captcha_register",
  "connectivity_url",
  "cookie_consent",
  "dark_mode",
  "enable_registration",
  "facebook_version",
  "font",
  "font_provider",
  "footer_link_1",
  "furl_blacklist",
  "google_enable",
  "google_prompt",
  "jitsi_domain",
  "maintenance_backend",
  "maintenance_ip",
  "maintenance_viewer",
  "peerjs_host",
  "privacy_policy",
  "push_driver",
  "push_host",
  "satellite_url",
  "share_providers",
  "smtp_from_email",
  "smtp_security",
  "terms_and_conditions",
  "theme_color",
  "turn_host",
  "twitter_enable",
  "users_create_projects",
  "approve_projects",
  "geocoder_url",
  "validate_email",
  "2fa_enable",
  "inactivity_minutes",
  "visit_image_mb",
  "visit_files",
  "video_mb",
  "video_seconds",
  "live_host",
  "camera_networks",
  "currency",
  "tax_name",
  "tax_rate",
  "invoice_prefix",
  "invoice_seller",
  "invoice_note",
  "adsk_client_id",
  "adsk_client_secret",
  "adsk_enable",
  "trello_key",
  "trello_secret",
  "trello_client_id",
  "monday_client_id",
  "monday_signing_secret",
  "clickup_client_id",
  "trello_enabled",
  "monday_enabled",
  "clickup_enabled",
  "ms_project_enabled",
  "webhook_networks",
]);
