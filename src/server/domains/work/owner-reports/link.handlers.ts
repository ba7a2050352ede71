import type { ownerReportsApi } from "#contract/owner-reports.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { ReportLinks } from "./links.ts";
import type { Reading } from "./reading.ts";
import { type ViewOptions, wireReport } from "./view.ts";
import { reportWords } from "./words.ts";

type Route = Extract<keyof typeof ownerReportsApi, `${string} /api/owner-reports/${string}`>;

/** Calls of people without an account, by the code of their copy. */
export function linkHandlers(options: ViewOptions, links: ReportLinks, reading: Reading): Handlers<Route> {
  return {
    "GET /api/owner-reports/{code}": async ({ params, query }) => {
      const { head, frozen, name, email, language, is_subscribed, expires_at, owner } = await links.open(
        params.code,
      );
      const words = reportWords(query.lang ?? language);
      return {
        ...(await wireReport(options, head, frozen, { words, code: params.code })),
        recipient: { name: name || email, is_subscribed },
        expires_at: expires_at.toISOString(),
        can: { ask: owner !== null },
      };
    },
    "GET /api/owner-reports/{code}/pdf": async ({ params, query }) => {
      const { head, frozen, language } = await links.open(params.code);
      const file = await reading.pdfOf(head, frozen, { language: query.lang ?? language, isByLink: true });
      return { ...file, record: null };
    },
    "GET /api/owner-reports/{code}/pictures/{pair}": async ({ params, query }) => {
      const { head, frozen } = await links.open(params.code);
      const side = frozen.pairs[params.pair - 1]?.[query.side];
      if (side === undefined) throw new AppError("NOT_FOUND");
      return reading.jpegOf(head.id_project, side);
    },
    "POST /api/owner-reports/{code}/views": async ({ params }) => {
      await links.view(params.code);
      return {};
    },
    "POST /api/owner-reports/{code}/questions": async ({ params, body, request }) => {
      await links.ask(params.code, body.text, request.ip);
      return {};
    },
    "POST /api/owner-reports/{code}/unsubscribe": async ({ params, request }) => {
      await links.unsubscribe(params.code, request.ip);
      return {};
    },
  };
}
