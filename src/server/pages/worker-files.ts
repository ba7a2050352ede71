import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ShellBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { AppError } from "#server/platform/errors.ts";
import { appStyles } from "./app-preloads.ts";
import { allowConnectivityCheck, allowOutsideFonts, branding, needsOutsideFont } from "./branding.ts";
import { fill, html, json } from "./html.ts";
import { installLinks } from "./install-files.ts";
import { directionOf, loadingTexts, pageLanguage } from "./languages.ts";
import { offlinePage } from "./offline-page.ts";
import type { Templates } from "./templates.ts";
import { pageTheme } from "./theme.ts";

export interface WorkerFilesOptions {
  readonly webRoot: string;
  readonly templates: Templates;
  readonly settings: () => PublicSettings;
  readonly realtime: () => ShellBoot["realtime"];
}

/**
 * The service worker, and the page it caches for when there is no connection: the application without a user. A build
 * without a worker has no /sw.js; pages that find it missing unregister theirs.
 */
export function workerFiles({ webRoot, templates, settings, realtime }: WorkerFilesOptions) {
  return (server: FastifyInstance): void => {
    server.get("/sw.js", async (_request, reply) => {
      const script = await readFile(join(webRoot, "sw.js")).catch(() => {
        throw new AppError("NOT_FOUND");
      });
      return reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script);
    });

    server.get("/shell/door", async (request, reply) => {
      const open = settings();
      asKeptPage(reply, open);
      const [lang, theme] = [pageLanguage(request), pageTheme(request, open)];
      return offlinePage({ lang, theme, settings: open, styles: await appStyles(templates) });
    });

    server.get("/shell", async (request, reply) => {
      const open = settings();
      const lang = pageLanguage(request);
      const boot: ShellBoot = { settings: { ...open, backgrounds: [] }, realtime: realtime() };
      asKeptPage(reply, open);
      return fill(await templates.read("index.html"), {
        LANG: html`${lang}`,
        DIR: html`${directionOf(lang)}`,
        THEME: html`${pageTheme(request, open)}`,
        CSRF_TOKEN: html``,
        TITLE: html`${open.website_name}`,
        HEAD: html`${[...branding(open), ...installLinks(open, lang)]}`,
        LOADING: html`${loadingTexts[lang]}`,
        BOOT: json(boot),
      });
    });
  };
}

/** Contains nothing personal; the worker, which caches it, checks whether there is a newer one. */
function asKeptPage(reply: FastifyReply, settings: PublicSettings): void {
  void reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("x-robots-tag", "noindex");
  if (needsOutsideFont(settings)) allowOutsideFonts(reply);
  allowConnectivityCheck(reply, settings);
}
