import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { refuseFaults } from "./json-faults.ts";

/**
 * JSON bodies and forms, as UTF-8 and nothing else. An empty JSON body counts as none (clients send the content type on
 * bodyless calls), a byte order mark is not part of it, and Fastify's own parser keeps its guard against prototype
 * poisoning.
 */
export function readBodies(app: FastifyInstance): void {
  const parseDefault = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      const text = decode(body as Buffer);
      if (text.trim() === "") return done(null, undefined);
      refuseFaults(text);
      return parseDefault(request, text, done);
    } catch (error) {
      return done(error as AppError, undefined);
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    (_request, body, done) => {
      try {
        const fields = new URLSearchParams(decode(body as Buffer));
        for (const key of fields.keys())
          if (fields.getAll(key).length > 1) throw new AppError("JSON_KEY_TWICE", { values: { key } });
        return done(null, Object.fromEntries(fields));
      } catch (error) {
        return done(error as AppError, undefined);
      }
    },
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Without a byte order mark. Throws TEXT_BROKEN for bytes that are not UTF-8, encoded surrogates among them. */
function decode(body: Buffer): string {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch (cause) {
    throw new AppError("TEXT_BROKEN", { cause });
  }
  if (holdsNul(text)) throw new AppError("BAD_REQUEST");
  return text;
}

/** The one character that PostgreSQL's text cannot hold, plain or escaped in JSON or in an address. */
function holdsNul(text: string): boolean {
  return text.includes("\0") || /\\u0000|%00/.test(text);
}
