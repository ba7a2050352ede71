import { createHash, randomUUID } from "node:crypto";
import { Refusal } from "./refusal.ts";

export interface StoredObject {
  readonly bytes: Buffer;
  readonly type: string;
  /** Including its quotation marks. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

interface Multipart {
  readonly key: string;
  readonly begunAt: Date;
  readonly parts: Map<number, StoredObject>;
}

export interface Page {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** Start of the next page; undefined after the last. */
  readonly next: string | undefined;
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest();
/** Minimum size in bytes of every part but the last. */
const smallestPart = 5 * 2 ** 20;

/** A bucket in memory. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly multiparts = new Map<string, Multipart>();

  put(key: string, bytes: Buffer, type: string, etag = `"${md5(bytes).toString("hex")}"`): StoredObject {
    const object = { bytes, type, etag, modifiedAt: new Date() };
    this.objects.set(key, object);
    return object;
  }

  /** Keys with the prefix, in byte order; those that continue after the delimiter are grouped. */
  list(prefix: string, delimiter: string, most: number, after: string): Page {
    const keys: string[] = [];
    const prefixes: string[] = [];
    let last = "";
    for (const key of [...this.objects.keys()].toSorted((one, other) => (one < other ? -1 : 1))) {
      if (!key.startsWith(prefix)) continue;
      const cut = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      const rolled = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
      const name = rolled ?? key;
      if (name <= after || name === last) continue;
      if (keys.length + prefixes.length === most) return { keys, prefixes, next: last };
      (rolled === undefined ? keys : prefixes).push(name);
      last = name;
    }
    return { keys, prefixes, next: undefined };
  }

  begin(key: string): string {
    const id = randomUUID();
    this.multiparts.set(id, { key, begunAt: new Date(), parts: new Map() });
    return id;
  }

  putPart(id: string, key: string, number: number, bytes: Buffer): StoredObject {
    const part = { bytes, type: "", etag: `"${md5(bytes).toString("hex")}"`, modifiedAt: new Date() };
    this.#multipart(id, key).parts.set(number, part);
    return part;
  }

  complete(id: string, key: string, named: readonly { number: number; etag: string }[]): StoredObject {
    const { parts } = this.#multipart(id, key);
    if (named.length === 0) throw new Refusal(400, "MalformedXML");
    const chosen = named.map(({ number, etag }, at) => {
      if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new Refusal(400, "InvalidPartOrder");
      const part = parts.get(number);
      if (part?.etag.replaceAll('"', "") !== etag.replaceAll('"', "")) throw new Refusal(400, "InvalidPart");
      if (at < named.length - 1 && part.bytes.length < smallestPart) throw new Refusal(400, "EntityTooSmall");
      return part;
    });
    this.multiparts.delete(id);
    const sums = chosen.map(({ etag }) => Buffer.from(etag.replaceAll('"', ""), "hex"));
    const etag = `"${md5(Buffer.concat(sums)).toString("hex")}-${chosen.length}"`;
    return this.put(key, Buffer.concat(chosen.map(({ bytes }) => bytes)), "binary/octet-stream", etag);
  }

  abort(id: string, key: string): void {
    this.#multipart(id, key);
    this.multiparts.delete(id);
  }

  #multipart(id: string, key: string): Multipart {
    const found = this.multiparts.get(id);
    if (found?.key !== key) throw new Refusal(404, "NoSuchUpload");
    return found;
  }
}
