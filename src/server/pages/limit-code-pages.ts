import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Code } from "#contract/common.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CodeLookups } from "#server/platform/http/code-lookups.ts";
import type { SessionReader } from "#server/platform/session.ts";
import { pageLanguage } from "./languages.ts";
import { waitPage } from "./message-page.ts";
import { findPageUser } from "./page-visitor.ts";

export interface CodePagesOptions {
  readonly lookups: CodeLookups;
  readonly sessions: SessionReader;
  readonly settings: () => { readonly website_name: string; readonly languages_enabled: boolean };
}

/** Pages that open by a code in their address. */
const byCode = /^\/+(?:viewer|video|live|cctv|showcase|user|report|q|answer)\/([^/?]+)/;

/**
 * Counts pages by codes that do not exist together with calls by code, and refuses both with a page or message that
 * says so.
 */
export function limitCodePages(server: FastifyInstance, options: CodePagesOptions): void {
  const { lookups, sessions, settings } = options;
  const isByCode = ({ url }: FastifyRequest) => Code.safeParse(byCode.exec(url)?.[1]).success;
  const callerOf = async (request: FastifyRequest) => ({
    user: await findPageUser(request, sessions),
    ip: request.ip,
  });

  server.addHook("preHandler", async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isByCode(request)) return;
    try {
      lookups.check(await callerOf(request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const seconds = Number(error.values["seconds"] ?? 60);
      const { website_name: site, languages_enabled: hasLanguages } = settings();
      const input = { lang: pageLanguage(request), site, address: request.url, hasLanguages };
      return reply
        .status(429)
        .header("retry-after", String(seconds))
        .header("cache-control", "no-store")
        .header("x-robots-tag", "noindex")
        .type("text/html; charset=utf-8")
        .send(waitPage(input));
    }
  });
  server.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode !== 404 || !isByCode(request)) return;
    // The page has been sent; the next one is refused.
    await lookups.miss(await callerOf(request)).catch(() => undefined);
  });
}
