import { randomUUID } from "node:crypto";
import type { S3Settings } from "#server/integrations/s3/s3-address.ts";
import type { S3Client } from "#server/integrations/s3/s3-client.ts";
import { bodyOf } from "#server/integrations/s3/s3-exchange.ts";
import { S3Failure } from "#server/integrations/s3/s3-failure.ts";
import type { Log } from "#server/platform/log.ts";

type Tried = Pick<S3Settings, "bucket" | "endpoint" | "region"> & {
  readonly prefix: string;
  readonly log: Log;
};

/**
 * Lists, writes and removes an object like normal operation does: wrong settings should be detected at the start.
 * Throws a sentence for the administrator.
 */
export async function checkAccess(client: S3Client, options: Tried): Promise<void> {
  const key = `${options.prefix === "" ? "" : `${options.prefix}/`}start/${randomUUID()}`;
  try {
    await client.list(options.prefix, { most: 1 });
    await client.put(key, bodyOf(Buffer.from("Sitewalk was here.")));
    await client.delete(key);
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    if (error.isPassing) {
      options.log.warn(
        { endpoint: options.endpoint, reason: error.message },
        "objects: the store does not answer; the server starts without it",
      );
      return;
    }
    throw new Error(`The configuration is wrong.\n${sentenceOf(error, options)}`, { cause: error });
  }
}

function sentenceOf({ kind, status, message }: S3Failure, { bucket, endpoint, region }: Tried): string {
  switch (kind) {
    case "NoSuchBucket":
      return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Create it, or correct the name.`;
    case "InvalidAccessKeyId":
      return `S3_ACCESS_KEY_ID: ${endpoint} does not know this key.`;
    case "SignatureDoesNotMatch":
      return `S3_SECRET_ACCESS_KEY: ${endpoint} says that it does not belong to the key.`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
      return `S3_REGION: the bucket ${bucket} is not in ${region}, says ${endpoint}.`;
    case "RequestTimeTooSkewed":
      return `S3_ENDPOINT: the clock of this machine differs too much from that of ${endpoint}.`;
    case "AccessDenied":
      return `S3_BUCKET: this key may not list, write and remove in ${bucket}. It needs ListBucket, GetObject, PutObject, DeleteObject and AbortMultipartUpload.`;
    default:
      return `S3_ENDPOINT: ${endpoint} answered ${status} (${kind}: ${message}) to a test in the bucket ${bucket}.`;
  }
}
