import { createHash } from "node:crypto";
import type { Log } from "#server/platform/log.ts";
import type { S3Settings } from "./s3-address.ts";
import { createS3Calls, patience } from "./s3-calls.ts";
import { bodyOf, readText, type S3Answer, type S3Body } from "./s3-exchange.ts";
import { S3Failure } from "./s3-failure.ts";
import { completeXml, deleteXml, listOf, readXml, textOf } from "./s3-xml.ts";

export interface S3Found {
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface S3Page {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  /** The common prefixes, including the delimiter. */
  readonly prefixes: readonly string[];
  /** Token for the next call; undefined after the last page. */
  readonly next: string | undefined;
}

/** The part of the S3 API used here, for one bucket. Every method may throw `S3Failure`, and retries temporary failures. */
export function createS3Client(settings: S3Settings, log: Log) {
  const { call, breaker, close } = createS3Calls(settings, log);

  return {
    /** Returns null when there is no such object. */
    async head(key: string): Promise<S3Found | null> {
      return absent(
        call({ method: "HEAD", key }, (answer) => {
          drained(answer);
          return foundIn(answer);
        }),
      );
    },

    /** The caller must read the body. Returns null when there is no such object, or it no longer matches `etag`. */
    async get(key: string, range?: { start: number; end?: number; etag?: string }) {
      const headers = range && {
        range: `bytes=${range.start}-${range.end ?? ""}`,
        ...(range.etag !== undefined && { "if-match": range.etag }),
      };
      return absent(call({ method: "GET", key, ...(headers && { headers }) }, (answer) => answer));
    },

    put: (key: string, body: S3Body): Promise<void> =>
      call({ method: "PUT", key, body, patience: patience.put }, drained),

    delete: (key: string): Promise<void> => call({ method: "DELETE", key }, drained),

    /** Deletes at most 1000. */
    async deleteMany(keys: readonly string[]): Promise<void> {
      const xml = Buffer.from(deleteXml(keys));
      // Compatible services require this checksum, whatever else is sent.
      const md5 = createHash("md5").update(xml).digest("base64");
      const headers = { "content-md5": md5, "content-type": "application/xml" };
      const given = { method: "POST", key: "", query: { delete: "" }, headers, body: bodyOf(xml) } as const;
      const told = await call({ ...given, patience: patience.put }, whole);
      const [error] = listOf(readXml(told, "DeleteResult")["Error"]);
      if (error !== undefined) throw new S3Failure(500, textOf(error["Code"]), textOf(error["Message"]));
    },

    async list(prefix: string, { delimiter = "", next = "", most = 1000 } = {}): Promise<S3Page> {
      const query = {
        "list-type": "2",
        prefix,
        "max-keys": String(most),
        ...(delimiter !== "" && { delimiter }),
        ...(next !== "" && { "continuation-token": next }),
      };
      const page = readXml(await call({ method: "GET", key: "", query }, whole), "ListBucketResult");
      if (textOf(page["IsTruncated"]) === "") throw new S3Failure(502, "NoList", "no list came");
      return {
        objects: listOf(page["Contents"]).map(({ Key, Size }) => ({ key: textOf(Key), bytes: Number(Size) })),
        prefixes: listOf(page["CommonPrefixes"]).map(({ Prefix }) => textOf(Prefix)),
        next: textOf(page["IsTruncated"]) === "true" ? textOf(page["NextContinuationToken"]) : undefined,
      };
    },

    ...partCalls(call),

    breaker,
    close,
  };
}

/** Multipart uploads for large objects. */
function partCalls(call: ReturnType<typeof createS3Calls>["call"]) {
  return {
    async beginParts(key: string): Promise<string> {
      const told = await call({ method: "POST", key, query: { uploads: "" } }, whole);
      const id = textOf(readXml(told, "InitiateMultipartUploadResult")["UploadId"]);
      if (id === "") throw new S3Failure(502, "NoUploadId");
      return id;
    },

    /** Part numbers start at 1. Returns the input for `completeParts`. */
    putPart: (key: string, id: string, number: number, body: S3Body): Promise<string> =>
      call(
        {
          method: "PUT",
          key,
          query: { partNumber: String(number), uploadId: id },
          body,
          patience: patience.put,
        },
        (answer) => {
          drained(answer);
          return answer.headers.etag ?? "";
        },
      ),

    async completeParts(key: string, id: string, etags: readonly string[]): Promise<void> {
      const body = bodyOf(Buffer.from(completeXml(etags)));
      const headers = { "content-type": "application/xml" };
      await call(
        { method: "POST", key, query: { uploadId: id }, headers, body, patience: patience.complete },
        async (answer) => {
          const told = await readText(answer.body, patience.complete);
          // The answer starts before the work is done, and may report an error after its 200.
          if (textOf(readXml(told, "CompleteMultipartUploadResult")["ETag"]) !== "") return;
          const error = readXml(told, "Error");
          throw new S3Failure(500, textOf(error["Code"]) || "Incomplete", textOf(error["Message"]));
        },
      );
    },

    abortParts: (key: string, id: string): Promise<void> =>
      call({ method: "DELETE", key, query: { uploadId: id } }, drained),

    /** Of the first thousand uploads, those begun before the given date. */
    async openParts(prefix: string, before: Date): Promise<{ key: string; id: string }[]> {
      const told = await call({ method: "GET", key: "", query: { uploads: "", prefix } }, whole);
      return listOf(readXml(told, "ListMultipartUploadsResult")["Upload"])
        .filter(({ Initiated }) => new Date(textOf(Initiated)) < before)
        .map(({ Key, UploadId }) => ({ key: textOf(Key), id: textOf(UploadId) }));
    },
  };
}

const drained = ({ body }: S3Answer) => void body.resume();
const whole = ({ body }: S3Answer) => readText(body, patience.text);

export type S3Client = ReturnType<typeof createS3Client>;

const foundIn = ({ headers }: S3Answer): S3Found => ({
  bytes: Number(headers["content-length"]),
  etag: headers.etag ?? "",
  modifiedAt: new Date(headers["last-modified"] ?? 0),
});

async function absent<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const isAbsent =
      error instanceof S3Failure &&
      (error.kind === "NoSuchKey" || error.kind === "NotFound" || error.status === 412);
    if (isAbsent) return null;
    throw error;
  }
}
