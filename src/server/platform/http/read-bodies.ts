import type { FastifyInstance } from "fastify";
import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";

/**
 * JSON bodies and forms. An empty JSON one counts as none (clients send the content type on bodyless calls), Fastify's own
 * parser keeps its guard against prototype poisoning, and nesting is bounded before anything walks the value.
 */
export function readBodies(app: FastifyInstance): void {
  const parseDefault = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    if (text.trim() === "") return done(null, undefined);
    if (holdsNul(text)) return done(new AppError("BAD_REQUEST"), undefined);
    if (isTooDeep(text)) return done(new AppError("BAD_REQUEST"), undefined);
    return parseDefault(request, text, done);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      if (holdsNul(body as string)) return done(new AppError("BAD_REQUEST"), undefined);
      return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
}

/** The one character that PostgreSQL's text cannot hold, plain, escaped in JSON or in an address. */
function holdsNul(text: string): boolean {
  return text.includes("\0") || /\\u0000|%00/.test(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    if (inString) {
      if (letter === 92) index += 1;
      else if (letter === 34) inString = false;
    } else if (letter === 34) inString = true;
    else if (letter === 91 || letter === 123) {
      depth += 1;
      if (depth > limits.json.depth) return true;
    } else if (letter === 93 || letter === 125) depth -= 1;
  }
  return false;
}
