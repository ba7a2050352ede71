import type { FastifyInstance } from "fastify";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import { switchMail } from "./answers.handlers.ts";
import type { LinkAccess } from "./link-access.ts";
import { answerPath } from "./link-codes.ts";
import type { LinksRepository } from "./links.repository.ts";
import type { PinnedCrops } from "./pinned-crop.ts";

export interface AnswerDoorOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly rate: Pick<RateLimiter, "take">;
  readonly access: LinkAccess;
  readonly links: LinksRepository;
  readonly crops: PinnedCrops;
}

/** Requests per minute and address to these pages by code. */
const PER_MINUTE = 120;
const isCode = (code: string): boolean => /^[\w-]{20,64}$/.test(code);
const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** Addresses of a link outside the contract: the picture of a pin, and the one-click address of mail programs. */
export function answerDoors({ db, clock, rate, access, links, crops }: AnswerDoorOptions) {
  return async function doors(app: FastifyInstance): Promise<void> {
    app.route<{ Params: { code: string; snag: string } }>({
      method: ["GET", "HEAD"],
      url: "/api/answers/:code/snags/:snag/crop",
      async handler(request, reply) {
        await rate.take(`answer pictures ${request.ip}`, PER_MINUTE);
        const { code, snag } = request.params;
        if (!isCode(code)) throw new AppError("NOT_FOUND");
        const jpeg = await crops.of(await access.open(code, request), idOf(snag));
        if (jpeg === undefined) throw new AppError("NOT_FOUND");
        return reply
          .type("image/jpeg")
          .headers({ "cache-control": "private, max-age=86400", "x-content-type-options": "nosniff" })
          .send(jpeg);
      },
    });

    /** A reader who presses the link of their mail program by hand: the page has the switch. */
    app.route<{ Params: { code: string } }>({
      method: ["GET", "HEAD"],
      url: "/answer/:code/unsubscribe",
      handler: ({ params: { code } }, reply) => reply.redirect(isCode(code) ? answerPath(code) : "/"),
    });

    /** RFC 8058: one POST ends the emails, also of a link that does not open any more. It needs no cookie and no token. */
    app.post<{ Params: { code: string } }>("/answer/:code/unsubscribe", async (request, reply) => {
      await rate.take(`answer unsubscribe ${request.ip}`, PER_MINUTE);
      const { code } = request.params;
      const link = isCode(code) ? await links.byCode(code) : undefined;
      if (link === undefined) throw new AppError("NOT_FOUND");
      await switchMail(db, link, false, clock.now());
      return reply.code(200).send({ status: "success", success: true });
    });
  };
}
