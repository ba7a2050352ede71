import type { FastifyReply, FastifyRequest } from "fastify";
import { type ClosedPart, RETRY_AFTER } from "#server/platform/http/maintenance.ts";
import { appStyles } from "./app-preloads.ts";
import { allowOutsideFonts, needsOutsideFont } from "./branding.ts";
import type { PagesOptions } from "./index.ts";
import { pageLanguage } from "./languages.ts";
import { maintenancePage } from "./maintenance-page.ts";
import { pathOf } from "./path.ts";
import type { createTemplates } from "./templates.ts";
import { pageTheme } from "./theme.ts";

/** Pages without a script, in the site's design. */
export function createPlainPages(
  options: Pick<PagesOptions, "settings">,
  templates: ReturnType<typeof createTemplates>,
) {
  /** Shared parts of pages without a script, in the site's design. */
  const frame = async (request: FastifyRequest, reply: FastifyReply) => {
    const settings = options.settings();
    if (needsOutsideFont(settings)) allowOutsideFonts(reply);
    return {
      lang: pageLanguage(request),
      theme: pageTheme(request, settings),
      settings,
      styles: await appStyles(templates),
    };
  };

  const closed = async (request: FastifyRequest, reply: FastifyReply, part: ClosedPart) => {
    // The page has no script that could retry by itself; the header does.
    void reply
      .status(503)
      .header("retry-after", String(RETRY_AFTER))
      .header("refresh", String(RETRY_AFTER))
      .header("x-robots-tag", "noindex");
    return maintenancePage({ ...(await frame(request, reply)), part, path: pathOf(request) });
  };

  return { frame, closed };
}
