import type { NamedProvider } from "#contract/social.ts";
import type { FieldKey } from "./form-values.ts";

export const on = (...keys: FieldKey[]) => keys.map((key) => ({ key, kind: "switch" }) as const);
export const text = (key: FieldKey, max: number, more: { isCode?: boolean; needs?: FieldKey } = {}) =>
  ({ key, kind: "text", max, ...more }) as const;
export const secret = (key: FieldKey, needs?: FieldKey) =>
  ({ key, kind: "secret", ...(needs !== undefined && { needs }) }) as const;

export const promptChoices = ["select_account", "login", "consent", "off"] as const;

export const provider = (name: NamedProvider) => {
  const needs = `${name}_enable` as const;
  return [
    ...on(needs),
    text(`${name}_id`, 200, { isCode: true, needs }),
    secret(`${name}_secret`, needs),
    ...(name === "google"
      ? [{ key: "google_prompt", kind: "choice", choices: promptChoices, needs } as const]
      : []),
    ...(name === "facebook" ? [text("facebook_version", 6, { isCode: true, needs })] : []),
    `callback-${name}`,
    `test-${name}`,
  ] as const;
};

export const tiles = (name: "basemap" | "satellite") =>
  [
    text(`${name}_url`, 500, { isCode: true }),
    text(`${name}_subdomains`, 200, { isCode: true }),
    { key: `${name}_max_zoom`, kind: "number", min: 1, max: 24 },
    `test-${name}`,
  ] as const;
