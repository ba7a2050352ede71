import type { FastifyRequest } from "fastify";
import type { PublicSettings } from "#contract/settings.ts";
import { preference } from "#server/platform/cookies.ts";

/** As the page's script decides it: own choice first, dark where dark is offered. */
export function pageTheme(
  request: FastifyRequest,
  settings: Pick<PublicSettings, "dark_mode">,
): "light" | "dark" {
  if (!settings.dark_mode) return "light";
  return preference(request, "app-theme") === "light" ? "light" : "dark";
}
