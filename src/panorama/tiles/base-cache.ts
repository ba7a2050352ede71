import type { LoadFile } from "../types.ts";
import { type FetchOptions, fetchBlob } from "./load-image.ts";

/** Bases stored as compressed files, some 50 KB each; decoding one again takes less than a frame or two. */
const CAPACITY = 12;

/** The small whole-sphere pictures: prefetched for the adjacent rooms, kept for the way back. */
export class BaseCache {
  readonly #blobs = new Map<string, Promise<Blob>>();
  readonly #fetch: (url: string, options: FetchOptions) => Promise<Blob>;

  /** `load` replaces fetching the files. */
  constructor(load?: LoadFile) {
    this.#fetch = load ? (url, { signal }) => load(url, { signal }) : fetchBlob;
  }

  /** Fetches at low priority; a failure is ignored and shows when the picture is really requested. */
  preload(url: string): void {
    if (this.#blobs.has(url)) return;
    this.#keep(url, this.#fetch(url, { priority: "low" }));
  }

  /** The file, from the cache or the network. */
  async load(url: string, options: FetchOptions): Promise<Blob> {
    const known = this.#blobs.get(url);
    if (known) {
      const blob = await known.catch(() => undefined);
      if (blob) {
        this.#keep(url, known);
        options.onResponse?.();
        return blob;
      }
    }
    const blob = await this.#fetch(url, { ...options, priority: "high" });
    this.#keep(url, Promise.resolve(blob));
    return blob;
  }

  clear(): void {
    this.#blobs.clear();
  }

  #keep(url: string, blob: Promise<Blob>): void {
    this.#blobs.delete(url);
    this.#blobs.set(url, blob);
    blob.catch(() => this.#blobs.delete(url));
    for (const oldest of this.#blobs.keys()) {
      if (this.#blobs.size <= CAPACITY) break;
      this.#blobs.delete(oldest);
    }
  }
}
