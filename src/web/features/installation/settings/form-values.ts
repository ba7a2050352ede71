import type { ProfileField } from "#contract/profile.ts";
import type { SecretSetting, SettingKey, Settings, SettingValues } from "#contract/settings.ts";

/** As the form holds them: flat, so that a reverted change is recognised as none. */
export type FormKey = Exclude<SettingKey, "fonts"> | SecretSetting | "font_provider" | "font";

/** Keys with a field of their own; the flags of the profile are in a table. */
export type FieldKey = Exclude<FormKey, `${ProfileField}_${"enable" | "mandatory"}`>;

/** Lists are held as text, one entry per line. A secret is empty until one is typed, and null to remove the stored one. */
export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<FormKey, FormValue>>;

type ListKey = { [K in SettingKey]: SettingValues[K] extends readonly string[] ? K : never }[SettingKey];
const lists: readonly ListKey[] = [
  "share_providers",
  "furl_blacklist",
  "maintenance_ip",
  "camera_networks",
  "webhook_networks",
];
const secrets: readonly SecretSetting[] = [
  "smtp_password",
  "google_secret",
  "facebook_secret",
  "twitter_secret",
  "openid_secret",
  "turn_password",
  "push_secret",
  "adsk_client_secret",
  "trello_secret",
  "trello_client_secret",
  "monday_client_secret",
  "monday_signing_secret",
  "clickup_client_secret",
];
const isList = (key: string): key is ListKey => lists.includes(key as ListKey);

export function formValues({ fonts, ...settings }: Settings): FormValues {
  const flat = Object.entries(settings).map(([key, value]) => [
    key,
    isList(key) ? (value as readonly string[]).join("\n") : value,
  ]);
  return {
    ...(Object.fromEntries(flat) as Omit<FormValues, SecretSetting | "font_provider" | "font">),
    font_provider: fonts.provider,
    font: fonts.font,
    ...(Object.fromEntries(secrets.map((key) => [key, ""])) as Record<SecretSetting, string>),
  };
}

export const linesOf = (text: FormValue) =>
  String(text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The changed values as sent to the server. */
export function changedSettings(changes: Partial<FormValues>, values: FormValues): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(changes)) {
    if (key === "font" || key === "font_provider")
      sent["fonts"] = { provider: values.font_provider, font: String(values.font).trim() };
    else sent[key] = isList(key) ? linesOf(value) : value;
  }
  return sent;
}

/** The field of the form that a refusal of the server belongs to. */
export function formKeyOf(path: string): FormKey {
  if (path === "fonts.provider") return "font_provider";
  if (path.startsWith("fonts")) return "font";
  return (path.split(".")[0] ?? path) as FormKey;
}
