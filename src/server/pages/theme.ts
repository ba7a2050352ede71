import type { FastifyRequest } from "fastify";
import type { PublicSettings } from "#contract/settings.ts";
import { preference } from "#server/platform/cookies.ts";

/** Decides like the page's script: the user's own choice first, then the device's, as the script last reported it. */
export function pageTheme(
  request: FastifyRequest,
  settings: Pick<PublicSettings, "dark_mode">,
): "light" | "dark" {
  if (!settings.dark_mode) return "light";
  const [own, device] = [preference(request, "app-theme"), preference(request, "device-theme")];
  return own === "dark" || (own !== "light" && device === "dark") ? "dark" : "light";
}
