import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#server/platform/log.ts";
import { away, createBreaker } from "./breaker.ts";
import type { S3Settings } from "./s3-address.ts";
import { createExchange, readText, type S3Answer, type S3Call } from "./s3-exchange.ts";
import { S3Failure } from "./s3-failure.ts";
import { readXml, textOf } from "./s3-xml.ts";

const tries = 5;
/** Milliseconds before the first retry; each further one doubles. */
const firstPause = 100;
/** Milliseconds within which a call normally answers; after them the service is probed. */
const usual = 1500;
/** Timeouts in milliseconds: a service writes bytes to its disks, and assembles parts. */
export const patience = { text: 10_000, put: 15_000, complete: 120_000 };

/** Calls of the service, each retried where that may help, without waiting for an unavailable one. */
export function createS3Calls(settings: S3Settings, log: Log) {
  const { exchange, close } = createExchange(settings);
  const breaker = createBreaker({
    log,
    probe: (milliseconds) =>
      exchange({ method: "HEAD", key: "", patience: milliseconds }).then(
        ({ status, body }) => {
          body.resume();
          return status < 500;
        },
        () => false,
      ),
  });

  async function once(call: S3Call): Promise<S3Answer> {
    const doubt = setTimeout(() => breaker.doubt(), usual);
    const ending = new AbortController();
    const leave = breaker.whileClosed(() => ending.abort(away()));
    try {
      const answer = await exchange(call, ending.signal);
      if (answer.status < 300) return answer;
      const told = call.method === "HEAD" ? "" : await readText(answer.body, patience.text).catch(() => "");
      if (call.method === "HEAD") answer.body.resume();
      const error = readXml(told, "Error");
      const kind = textOf(error["Code"]) || (answer.status === 404 ? "NotFound" : `Status${answer.status}`);
      throw new S3Failure(answer.status, kind, textOf(error["Message"]) || kind);
    } finally {
      leave();
      clearTimeout(doubt);
    }
  }

  /** `read` is part of the attempt: an interrupted answer counts as none. */
  async function call<T>(given: S3Call, read: (answer: S3Answer) => Promise<T> | T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      breaker.pass();
      try {
        return await read(await once(given));
      } catch (error) {
        const failure = error instanceof S3Failure ? error : brokenOff(error);
        if (!failure.isPassing) throw failure;
        breaker.doubt();
        if (attempt === tries) throw failure;
        await pause(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  }

  return {
    call,
    breaker,
    close() {
      breaker.close();
      close();
    },
  };
}

const brokenOff = (error: unknown) =>
  new S3Failure(0, "Incomplete", error instanceof Error ? error.message : String(error));
