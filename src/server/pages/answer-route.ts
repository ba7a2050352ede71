import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { crewLanguages } from "#contract/choices.ts";
import { Code, Id } from "#contract/common.ts";
import type { AnswerPage } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { AppError } from "#server/platform/errors.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import { answerPage } from "./answer-page.ts";
import { preferredLanguages } from "./languages.ts";
import type { Reporting } from "./reporting.ts";
import type { Templates } from "./templates.ts";
import { pageTheme } from "./theme.ts";

/**
 * The content of a link on this device. Throws NOT_FOUND for an unknown link and ANSWER_ENDED for one that was revoked or has
 * ended. Changes nothing: programs that check emails open links.
 */
export type OpenAnswers = (code: string, request: FastifyRequest) => Promise<AnswerPage>;

export interface AnswerRouteOptions {
  readonly templates: Templates;
  readonly reporting: Reporting;
  readonly settings: () => PublicSettings;
  readonly domains: { readonly openAnswers: OpenAnswers; readonly isClosed: IsClosed };
  /** The page shown while the site is under maintenance. */
  readonly closed: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
}

/** `/answer/{code}`: the snags of a crew, for one of its people. A link that opens nothing gets the same page as ever. */
export function answerRoute({ templates, reporting, settings, domains, closed }: AnswerRouteOptions) {
  const view = async (request: FastifyRequest, reply: FastifyReply) => {
    // Private to the recipient of the link, and never inside another page, whose visitor could be made to press buttons.
    void reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header("x-robots-tag", "noindex, nofollow");
    if (domains.isClosed("viewer", { user: null, address: request.ip })) return closed(request, reply);
    const { page, status } = await find(request);
    const lang = page?.language ?? languageOf(request);
    return reply.status(status).send(
      await answerPage({
        templates,
        page,
        lang,
        snag: Id.safeParse((request.query as { snag?: unknown }).snag).data ?? null,
        theme: pageTheme(request, settings()),
        settings: settings(),
        ...reporting(reply, settings()),
        now: new Date(),
      }),
    );
  };

  async function find(request: FastifyRequest): Promise<{ page: AnswerPage | null; status: number }> {
    const { data: code } = Code.safeParse((request.params as { code?: string }).code);
    if (code === undefined) return { page: null, status: 404 };
    try {
      return { page: await domains.openAnswers(code, request), status: 200 };
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== "NOT_FOUND" && error.code !== "ANSWER_ENDED"))
        throw error;
      return { page: null, status: error.status };
    }
  }

  return (server: FastifyInstance): void => {
    server.get("/answer/:code", view);
    server.get("/answer/:code/", view);
  };
}

/** The device's own language: without a person there is no other. */
const languageOf = (request: FastifyRequest): CrewLanguage =>
  preferredLanguages(request.headers)
    .map((tag) => crewLanguages.find((one) => one === tag))
    .find((one) => one !== undefined) ?? "en";
