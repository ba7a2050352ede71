import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Code } from "#contract/common.ts";
import type { Language } from "#contract/languages.ts";
import { reportLimits } from "#contract/owner-reports.limits.ts";
import ar from "#i18n/ar/work/owner_reports.json" with { type: "json" };
import en from "#i18n/en/work/owner_reports.json" with { type: "json" };
import { AppError } from "#server/platform/errors.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import type { SessionReader } from "#server/platform/session.ts";
import { type FrameInput, framePage } from "./frame-page.ts";
import type { Html } from "./html.ts";
import { pageLanguage } from "./languages.ts";
import { findPageUser } from "./page-visitor.ts";
import {
  type Asked,
  countScript,
  goneContent,
  type ReportPageContent,
  reportContent,
  stopContent,
} from "./report-page.ts";

/** Reports by link, for people without an account. */
export interface ReportPages {
  /** The report; undefined for a link that opens none. Without a language, in that of its recipient. */
  open(
    code: string,
    lang: Language | undefined,
  ): Promise<{ readonly lang: Language; readonly content: ReportPageContent } | undefined>;
  /** The page of a member's copy inside the application; undefined for every other code. */
  memberPage(code: string): Promise<string | undefined>;
  view(code: string): Promise<void>;
  ask(code: string, text: string, address: string): Promise<void>;
  unsubscribe(code: string, address: string): Promise<void>;
}

export interface ReportRouteOptions {
  readonly domains: {
    readonly reportPages: ReportPages;
    readonly isClosed: IsClosed;
    readonly sessions: SessionReader;
  };
  readonly asPage: (reply: FastifyReply) => void;
  /** Shared parts of pages without the application's script. */
  readonly frame: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Omit<FrameInput, "title" | "path" | "content">>;
  readonly closed: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
}

/** Empty for a malformed one. */
const codeOf = (request: FastifyRequest): string =>
  Code.safeParse((request.params as { code?: string }).code).data ?? "";
/** The language that the address names. */
const asked = (request: FastifyRequest): Language | undefined =>
  (request.query as { lang?: unknown }).lang === undefined ? undefined : pageLanguage(request);

/** The demo account may read, and ask nothing. */
const isDemo = async (request: FastifyRequest, sessions: SessionReader): Promise<boolean> =>
  (await findPageUser(request, sessions))?.is_demo === true;

const texts = { en, ar } satisfies Record<Language, object>;

/**
 * `/report/{code}`: a report for a person without an account. Opening it changes nothing; a view is counted by a script
 * once the page was shown for a moment, and emails end by a POST, which mail programs send themselves (RFC 8058). These
 * posts need no session, so there is none that another site could misuse; a visitor of the demo asks nothing here either.
 */
export function reportRoute({ domains, asPage, frame, closed }: ReportRouteOptions) {
  const { reportPages, sessions } = domains;

  const page = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { lang, title, content }: { readonly lang: Language; readonly title: string; readonly content: Html },
  ) => {
    const path = `/report/${codeOf(request)}`;
    return framePage({ ...(await frame(request, reply)), lang, title, path, content });
  };
  const begin = (reply: FastifyReply) => {
    asPage(reply);
    void reply.header("x-robots-tag", "noindex, nofollow").header("referrer-policy", "same-origin");
  };
  const gone = async (request: FastifyRequest, reply: FastifyReply) => {
    const lang = pageLanguage(request);
    const words = texts[lang].page;
    void reply.status(404);
    return page(request, reply, { lang, title: words.missing_title, content: goneContent(words) });
  };
  const isClosed = (request: FastifyRequest) =>
    domains.isClosed("viewer", { user: null, address: request.ip });

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    begin(reply);
    if (isClosed(request)) return closed(request, reply);
    const code = codeOf(request);
    const found = code === "" ? undefined : await reportPages.open(code, asked(request));
    if (found === undefined) {
      const own = code === "" ? undefined : await reportPages.memberPage(code);
      return own === undefined ? gone(request, reply) : reply.redirect(own, 302);
    }
    const { lang } = found;
    const content = { ...found.content, canAsk: found.content.canAsk && !(await isDemo(request, sessions)) };
    const outcome = (request.query as { asked?: unknown }).asked;
    const is = (["sent", "limit", "empty"] as const).find((one) => one === outcome) ?? null;
    const path = `/report/${code}`;
    const body = reportContent(content, { path, lang, asked: is, longest: reportLimits.question });
    return page(request, reply, { lang, title: content.title, content: body });
  };

  const ask = async (request: FastifyRequest, reply: FastifyReply) => {
    begin(reply);
    if (isClosed(request)) return closed(request, reply);
    if (await isDemo(request, sessions)) throw new AppError("DEMO_READ_ONLY");
    const { text } = (request.body ?? {}) as { text?: unknown };
    const given = typeof text === "string" ? text.trim().slice(0, reportLimits.question) : "";
    const to = (outcome: Exclude<Asked, null>) =>
      reply.redirect(
        `/report/${codeOf(request)}?lang=${pageLanguage(request)}&asked=${outcome}#question`,
        303,
      );
    try {
      if (given === "") return to("empty");
      await reportPages.ask(codeOf(request), given, request.ip);
      return to("sent");
    } catch (error) {
      if (error instanceof AppError && error.code === "RATE_LIMITED") return to("limit");
      if (error instanceof AppError && error.code === "NOT_FOUND") return gone(request, reply);
      throw error;
    }
  };

  const stop = async (request: FastifyRequest, reply: FastifyReply) => {
    begin(reply);
    const isDone = request.method === "POST";
    try {
      if (isDone) await reportPages.unsubscribe(codeOf(request), request.ip);
    } catch (error) {
      if (error instanceof AppError && error.code === "NOT_FOUND") return gone(request, reply);
      throw error;
    }
    const lang = pageLanguage(request);
    const words = texts[lang].page;
    const content = stopContent(words, { path: `/report/${codeOf(request)}`, lang, isDone });
    return page(request, reply, { lang, title: words.unsubscribe, content });
  };

  const seen = async (request: FastifyRequest, reply: FastifyReply) => {
    await reportPages.view(codeOf(request)).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
    });
    return reply.status(204).header("cache-control", "no-store").send();
  };

  return (server: FastifyInstance): void => {
    server.get("/report/count.js", (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(countScript),
    );
    server.get("/report/:code", show);
    server.get("/report/:code/unsubscribe", stop);
    server.post("/report/:code/unsubscribe", { bodyLimit: 16 * 1024 }, stop);
    server.post("/report/:code/question", { bodyLimit: 32 * 1024 }, ask);
    server.post("/report/:code/seen", { bodyLimit: 1024 }, seen);
  };
}
