import type { FastifyReply } from "fastify";
import type { PublicSettings } from "#contract/settings.ts";
import { cssName, type Html, html } from "./html.ts";

/** The font that is shipped with the product; every other one is fetched from its provider. */
const ownFont = "Roboto";
const fontHosts = { "style-src": "https://fonts.googleapis.com", "font-src": "https://fonts.gstatic.com" };

type Branded = Pick<PublicSettings, "theme_color" | "fonts">;

/** Whether the selected font must be fetched from outside. */
export const needsOutsideFont = ({ fonts }: Branded): boolean =>
  fonts.provider === "google" && fonts.font !== ownFont;

/** Colour and font of the settings, in the page before any script; they override the tokens' own values. */
export function branding(settings: Branded): Html[] {
  const { provider, font } = settings.fonts;
  const isOutside = needsOutsideFont(settings);
  const face = isOutside
    ? html`${cssName(font)}, var(--typeface-own)`
    : provider === "system"
      ? html`var(--typeface-system)`
      : html`var(--typeface-own)`;
  const style = html`<style>html:root { --brand: ${settings.theme_color}; --typeface: ${face}; }</style>`;
  return isOutside
    ? [html`<link id="branding-font" rel="stylesheet" href="${fontSheet(font)}" />`, style]
    : [style];
}

/** The old form of the address: it returns the weights that exist, where the new one refuses if one is missing. */
const fontSheet = (font: string) =>
  `https://fonts.googleapis.com/css?family=${encodeURIComponent(font)}:400,500,600,700&display=swap`;

/** Lets the page fetch fonts from the provider's two hosts, and nothing else from anywhere. */
export function allowOutsideFonts(reply: FastifyReply): void {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  const widened = Object.entries(fontHosts).reduce(
    (text, [directive, host]) => text.replace(`${directive} `, `${directive} ${host} `),
    policy,
  );
  void reply.header("content-security-policy", widened);
}

/** Lets the page check at the configured address whether there is internet. */
export function allowConnectivityCheck(
  reply: FastifyReply,
  { connectivity_url: address }: Pick<PublicSettings, "connectivity_url">,
): void {
  if (address === "" || !URL.canParse(address)) return;
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  const widened = policy.replace("connect-src ", `connect-src ${new URL(address).origin} `);
  void reply.header("content-security-policy", widened);
}

/** One of the sign-in pages' pictures per day, the same for everyone. */
export function pictureOfTheDay(addresses: readonly string[], now = Date.now()): string | undefined {
  return addresses[Math.floor(now / 86_400_000) % Math.max(1, addresses.length)];
}
