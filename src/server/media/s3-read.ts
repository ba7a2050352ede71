import { Readable } from "node:stream";
import type { S3Client } from "#server/integrations/s3/s3-client.ts";
import { type S3Answer, stallMs } from "#server/integrations/s3/s3-exchange.ts";
import { S3Failure } from "#server/integrations/s3/s3-failure.ts";
import type { ByteRange } from "#server/platform/http/range.ts";

/** Consecutive resumptions without any new byte before reading fails. */
const tries = 3;

/** Streams an object's bytes; an interrupted answer is resumed from there. Null when there is no such object. */
export async function readOn(client: S3Client, key: string, range?: ByteRange): Promise<Readable | null> {
  const first = await client.get(key, range);
  return first && Readable.from(bytesOf(client, key, first, range), { objectMode: false });
}

async function* bytesOf(
  client: S3Client,
  key: string,
  first: S3Answer,
  range: ByteRange | undefined,
): AsyncGenerator<Buffer> {
  const { etag } = first.headers;
  let at = range?.start ?? 0;
  const end = at + Number(first.headers["content-length"]);
  let answer: S3Answer | null = first;
  for (let left = tries; at < end; left -= 1) {
    try {
      for await (const chunk of inTime(answer)) {
        at += chunk.length;
        left = tries;
        yield chunk;
      }
    } catch (error) {
      if (left === 0) throw new S3Failure(0, "Incomplete", String(error));
    }
    if (at < end) answer = await client.get(key, { start: at, end: end - 1, ...(etag && { etag }) });
    if (answer === null) throw new S3Failure(0, "Incomplete", "an object changed while it was read");
  }
}

/** The timeout runs only while waiting for the service: a slow consumer is allowed. */
async function* inTime({ body }: S3Answer): AsyncGenerator<Buffer> {
  const late = () => body.destroy(new S3Failure(0, "Timeout", "an object broke off"));
  let timer = setTimeout(late, stallMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk as Buffer;
      timer = setTimeout(late, stallMs);
    }
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
