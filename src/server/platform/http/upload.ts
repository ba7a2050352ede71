import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { UploadField } from "#contract/endpoint.ts";
import { AppError } from "../errors.ts";
import { fileNameOf } from "./file-name.ts";
import type { UploadedFile } from "./module.ts";

export interface Received {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  discard(): Promise<void>;
}

/** Streams a file to disk, counted and hashed; FILE_TOO_LARGE past the limit. Provided by the media pipeline. */
export type ReceiveUpload = (stream: Readable, options: { maxBytes: number }) => Promise<Received>;

interface Upload<T> {
  readonly early: T;
  readonly files: Readonly<Record<string, UploadedFile>>;
  discard(): Promise<void>;
}

/**
 * Reads a multipart call. Text fields are expected before the files, and `check` (parsing, rights) runs as soon as the
 * first file starts, so that an unauthorised caller's megabytes are refused unread; files that come first are received
 * up to their limit and checked then. No received file outlives the call unless its handler keeps it.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  declared: Readonly<Record<string, UploadField>>,
  receive: ReceiveUpload,
  check: (fields: Record<string, string>) => Promise<T>,
): Promise<Upload<T>> {
  if (!request.isMultipart()) throw new AppError("FILE_EMPTY");
  const fields: Record<string, string> = {};
  const received: Record<string, Received & { name: string }> = {};
  const discard = async () => {
    await Promise.all(Object.values(received).map((file) => file.discard()));
  };
  let early: { value: T } | undefined;
  try {
    for await (const part of request.parts({
      limits: { fields: 32, fieldSize: 16_384, files: Object.keys(declared).length, parts: 64 },
    })) {
      if (part.type === "field") {
        if (typeof part.value !== "string") continue;
        // As in JSON: PostgreSQL's text cannot hold it.
        if (part.value.includes("\0")) throw new AppError("BAD_REQUEST");
        fields[part.fieldname] = part.value;
        continue;
      }
      const field = declared[part.fieldname];
      if (field === undefined || received[part.fieldname] !== undefined) {
        part.file.resume();
        continue;
      }
      early ??= await tryEarly(check, fields);
      const name = fileNameOf(part.filename);
      received[part.fieldname] = { ...(await receiveField(part.file, field, receive)), name };
    }
    for (const [name, { optional }] of Object.entries(declared)) {
      if (optional === true && received[name] === undefined) continue;
      if (received[name] === undefined || received[name].bytes === 0)
        throw new AppError("FILE_EMPTY", { fields: { [name]: ["FILE_EMPTY"] } });
    }
    return { early: early?.value ?? (await check(fields)), files: received, discard };
  } catch (error) {
    swallowRest(request);
    await discard();
    throw isBent(error) ? new AppError("BAD_REQUEST", { cause: error }) : error;
  }
}

/** The parser throws plain errors, recognised by their message, for a body that is not multipart at all or ends early. */
const isBent = (error: unknown): boolean =>
  error instanceof Error && /^(Multipart: |Malformed |Unexpected end of )/.test(error.message);

/**
 * A sender reads no response before it has sent everything, and a connection with an unread body never becomes idle, so
 * that the server could not close. The rest is discarded; it is bounded by the time limit of a call.
 */
function swallowRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

async function receiveField(stream: Readable, field: UploadField, receive: ReceiveUpload): Promise<Received> {
  try {
    return await receive(stream, { maxBytes: field.maxBytes });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "FILE_TOO_LARGE") throw error;
    throw new AppError(field.tooLarge, { values: { maxFileSize: Math.floor(field.maxBytes / 1_048_576) } });
  }
}

/** A refusal for a missing field that may still follow is not final; every other one is. */
async function tryEarly<T>(
  check: (fields: Record<string, string>) => Promise<T>,
  fields: Record<string, string>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await check({ ...fields }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "VALIDATION") return undefined;
    throw error;
  }
}
