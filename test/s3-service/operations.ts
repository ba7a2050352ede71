import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { XMLParser } from "fast-xml-parser";
import type { Bucket, StoredObject } from "./bucket.ts";
import { notInContract, Refusal } from "./refusal.ts";

export interface Call {
  readonly method: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Buffer;
}

const xml = (text: string): Answer => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
});
export const written = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

type Operation = (bucket: Bucket, call: Call) => Answer;

/** By method, object or bucket, and the names in the query: anything else is not in the contract. */
const operations: Readonly<Record<string, Operation>> = {
  "HEAD bucket ": () => ({ status: 200 }),
  "GET bucket list-type,prefix,delimiter,max-keys,continuation-token": list,
  "POST bucket delete": deleteMany,
  "GET bucket uploads,prefix,max-uploads": listMultiparts,
  "PUT object ": (bucket, call) => {
    const { etag } = bucket.put(call.key, sent(call), call.headers["content-type"] ?? "binary/octet-stream");
    return { status: 200, headers: { etag } };
  },
  "GET object ": (bucket, call) => get(found(bucket, call), call),
  "HEAD object ": (bucket, call) => {
    const { status, headers } = get(found(bucket, call), call);
    return { status, ...(headers && { headers }) };
  },
  "DELETE object ": (bucket, { key }) => {
    bucket.objects.delete(key);
    return { status: 204 };
  },
  "POST object uploads": (bucket, { key }) =>
    xml(
      `<InitiateMultipartUploadResult ${namespace}><Key>${written(key)}</Key><UploadId>${bucket.begin(key)}</UploadId></InitiateMultipartUploadResult>`,
    ),
  "PUT object partNumber,uploadId": (bucket, call) => {
    const number = Number(call.query.get("partNumber"));
    if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new Refusal(400, "InvalidArgument");
    const { etag } = bucket.putPart(call.query.get("uploadId") ?? "", call.key, number, sent(call));
    return { status: 200, headers: { etag } };
  },
  "POST object uploadId": complete,
  "DELETE object uploadId": (bucket, { key, query }) => {
    bucket.abort(query.get("uploadId") ?? "", key);
    return { status: 204 };
  },
};

export function operate(bucket: Bucket, call: Call): Answer {
  const place = call.key === "" ? "bucket" : "object";
  const names = [...new Set(call.query.keys())];
  const fits = Object.entries(operations).filter(([line]) => {
    const [method, where, known = ""] = line.split(" ");
    const allowed = known.split(",").filter(Boolean);
    const needed = allowed[0];
    return (
      method === call.method &&
      where === place &&
      names.every((name) => allowed.includes(name)) &&
      (needed === undefined || names.includes(needed)) &&
      // Of the two operations with parts, one is identified by both names.
      (needed !== "partNumber" || names.length === 2)
    );
  });
  const operation = fits[0]?.[1];
  if (operation === undefined) throw notInContract(`${call.method} ${place} ?${names.join("&")}`);
  return operation(bucket, call);
}

function found(bucket: Bucket, { key }: Call): StoredObject {
  const object = bucket.objects.get(key);
  if (object === undefined) throw new Refusal(404, "NoSuchKey");
  return object;
}

/** The bytes, once they match the headers. */
function sent({ body, headers }: Call): Buffer {
  const md5 = headers["content-md5"];
  if (md5 !== undefined && createHash("md5").update(body).digest("base64") !== md5)
    throw new Refusal(400, "BadDigest");
  return body;
}

function get({ bytes, type, etag, modifiedAt }: StoredObject, { headers }: Call): Answer {
  if (headers["if-match"] !== undefined && headers["if-match"] !== etag)
    throw new Refusal(412, "PreconditionFailed");
  const whole = {
    "content-type": type,
    etag,
    "last-modified": modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
  };
  if (headers.range === undefined)
    return { status: 200, headers: { ...whole, "content-length": bytes.length }, body: bytes };
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range) ?? [];
  if (from === "") throw notInContract(`range ${headers.range}`);
  const start = Number(from);
  const end = Math.min(to === "" ? Infinity : Number(to), bytes.length - 1);
  if (start > end) throw new Refusal(416, "InvalidRange");
  const part = bytes.subarray(start, end + 1);
  return {
    status: 206,
    headers: {
      ...whole,
      "content-length": part.length,
      "content-range": `bytes ${start}-${end}/${bytes.length}`,
    },
    body: part,
  };
}

function list(bucket: Bucket, { query }: Call): Answer {
  if (query.get("list-type") !== "2") throw notInContract("the older list");
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const most = Math.min(Number(query.get("max-keys") ?? 1000), 1000);
  const token = query.get("continuation-token");
  const after = token === null ? "" : Buffer.from(token, "base64").toString();
  if (token !== null && Buffer.from(after).toString("base64") !== token)
    throw new Refusal(400, "InvalidArgument");
  const { keys, prefixes, next } = bucket.list(prefix, delimiter, most, after);
  const contents = keys.map((key) => {
    const { bytes, etag, modifiedAt } = bucket.objects.get(key) as StoredObject;
    return `<Contents><Key>${written(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${written(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const rolled = prefixes.map((name) => `<CommonPrefixes><Prefix>${written(name)}</Prefix></CommonPrefixes>`);
  const goesOn =
    next === undefined
      ? ""
      : `<NextContinuationToken>${Buffer.from(next).toString("base64")}</NextContinuationToken>`;
  return xml(
    `<ListBucketResult ${namespace}><Prefix>${written(prefix)}</Prefix><KeyCount>${keys.length + prefixes.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${next !== undefined}</IsTruncated>${goesOn}${contents.join("")}${rolled.join("")}</ListBucketResult>`,
  );
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => ["Object", "Part"].includes(name) });

function parsed(body: Buffer): unknown {
  try {
    return parser.parse(body.toString(), true);
  } catch {
    throw new Refusal(400, "MalformedXML");
  }
}

function deleteMany(bucket: Bucket, call: Call): Answer {
  // Amazon accepts other checksums as well; many compatible services require this one.
  if (call.headers["content-md5"] === undefined) throw new Refusal(400, "MissingContentMD5");
  const told = (parsed(sent(call)) as { Delete?: { Object?: { Key?: string }[]; Quiet?: string } }).Delete;
  const keys = told?.Object?.map(({ Key }) => Key);
  if (keys === undefined || keys.length === 0 || keys.length > 1000) throw new Refusal(400, "MalformedXML");
  const done = keys.map((key) => {
    if (key === undefined) throw new Refusal(400, "MalformedXML");
    bucket.objects.delete(key);
    return `<Deleted><Key>${written(key)}</Key></Deleted>`;
  });
  return xml(`<DeleteResult ${namespace}>${told?.Quiet === "true" ? "" : done.join("")}</DeleteResult>`);
}

function complete(bucket: Bucket, { key, query, body }: Call): Answer {
  interface Told {
    CompleteMultipartUpload?: { Part?: { PartNumber?: string; ETag?: string }[] };
  }
  const parts = (parsed(body) as Told).CompleteMultipartUpload?.Part ?? [];
  const named = parts.map(({ PartNumber = "", ETag = "" }) => ({ number: Number(PartNumber), etag: ETag }));
  const { etag } = bucket.complete(query.get("uploadId") ?? "", key, named);
  return xml(
    `<CompleteMultipartUploadResult ${namespace}><Key>${written(key)}</Key><ETag>${written(etag)}</ETag></CompleteMultipartUploadResult>`,
  );
}

function listMultiparts(bucket: Bucket, { query }: Call): Answer {
  const most = Math.min(Number(query.get("max-uploads") ?? 1000), 1000);
  const all = [...bucket.multiparts].filter(([, { key }]) => key.startsWith(query.get("prefix") ?? ""));
  const uploads = all
    .slice(0, most)
    .map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${written(key)}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
  return xml(
    `<ListMultipartUploadsResult ${namespace}><IsTruncated>${all.length > most}</IsTruncated>${uploads.join("")}</ListMultipartUploadsResult>`,
  );
}
