import { PanoramaError } from "../error.ts";
import type { Patch } from "../gl/renderer.ts";
import type { Textures } from "../gl/textures.ts";
import type { Picture } from "../picture.ts";
import type { Camera, Rotation } from "../projection/camera.ts";
import { type Coverage, coverageOf, isFullTurn, levelCoverage } from "../projection/coverage.ts";
import { tiltOf } from "../projection/tilt.ts";
import type { PanoramaSource } from "../source.ts";
import type { LoadFile } from "../types.ts";
import { decodeImage, fetchBlob } from "./load-image.ts";
import { LruMap } from "./lru.ts";
import { chooseLevel, type Tile, tileCoverage, tileUrl, type VisibleTiles, visibleTiles } from "./pyramid.ts";
import { RequestQueue } from "./request-queue.ts";

/** Enough for a large screen and the previous views; at 512x512 with mipmaps some 130 MB. */
const TILES_KEPT = 96;

/** More at a time would let the last tile of a view delay the first one of the next. */
const REQUESTS_AT_ONCE = 6;

/** Rank of the base, behind all levels; see `Patch`. */
const BASE_RANK = 15;

interface LoadedTile {
  readonly texture: WebGLTexture;
  readonly coverage: Coverage;
}

export interface TiledPictureOptions {
  readonly textures: Textures;
  /** Replaces `fetch` for loading files. */
  readonly load?: LoadFile | undefined;
  /** Reports a change that a new frame would show. */
  readonly changed: () => void;
  readonly failed: (error: PanoramaError) => void;
}

/** A pyramid of tiles over the small picture of the whole sphere. */
export class TiledPicture implements Picture {
  readonly source: PanoramaSource;
  readonly coverage: Coverage;
  /** The part of its own sphere that the picture covers. */
  readonly #area: Coverage;
  readonly #tilt: Rotation | undefined;
  readonly #options: TiledPictureOptions;
  readonly #queue: RequestQueue<Blob>;
  readonly #loaded: LruMap<string, LoadedTile>;
  readonly #decoding = new Set<string>();
  readonly #broken = new Set<string>();
  #arrived: { key: string; image: ImageBitmap }[] = [];
  #visible: VisibleTiles[] = [];
  #wanted: VisibleTiles = [];
  #level = 0;
  #base: WebGLTexture | undefined;
  #baseFile: Blob | undefined;
  #isReleased = false;

  constructor(source: PanoramaSource, options: TiledPictureOptions) {
    this.source = source;
    this.#area = coverageOf(source);
    this.#tilt = tiltOf(source.pose);
    this.coverage = levelCoverage(this.#area, this.#tilt);
    this.#options = options;
    this.#loaded = new LruMap(TILES_KEPT, ({ texture }) => options.textures.free(texture));
    this.#queue = new RequestQueue({
      limit: REQUESTS_AT_ONCE,
      load: (url, signal) => (options.load ?? fetchBlob)(url, { signal }),
      // Decodes outside the queue, so that the connection is not idle meanwhile.
      arrived: (key, file) => void this.#decode(key, file),
      failed: (key, error) => this.#fail(key, error),
    });
  }

  get level(): number {
    return this.#level;
  }

  get requests(): number {
    return this.#queue.underWay;
  }

  get isSharp(): boolean {
    return this.#wanted.length > 0 && this.#wanted.every(({ key }) => this.#loaded.has(key));
  }

  get isSettled(): boolean {
    return this.#wanted.every(({ key }) => this.#loaded.has(key) || this.#broken.has(key));
  }

  /** Uploads the base to the GPU; the file is kept to do so again after a lost context. */
  async useBase(file: Blob): Promise<void> {
    this.#baseFile = file;
    const image = await decodeImage(file, this.source.base);
    if (!this.#isReleased) {
      if (this.#base) this.#options.textures.free(this.#base);
      this.#base = this.#options.textures.fromImage(image, isFullTurn(this.#area));
    }
    image.close();
  }

  want(camera: Camera, pixelRatio: number): void {
    this.#visible = visibleTiles(this.source, camera);
    this.#level = chooseLevel(this.source, camera, pixelRatio);
    this.#wanted = this.#visible[this.#level] ?? [];
    this.#loaded.trim((key) => this.#wanted.some((tile) => tile.key === key));
    this.#request();
  }

  upload(count: number): boolean {
    const now = this.#arrived.splice(0, count);
    for (const { key, image } of now) {
      const texture = this.#options.textures.fromImage(image, false);
      image.close();
      this.#loaded.set(key, { texture, coverage: tileCoverage(this.source, this.#area, parseTile(key)) });
    }
    if (this.#arrived.length > 0) this.#options.changed();
    return now.length > 0;
  }

  patches(): Patch[] {
    const patches: Patch[] = [];
    const levels = this.isSharp ? [this.#level] : this.#levelsByUse();
    levels.forEach((level, rank) => {
      for (const { key } of this.#visible[level] ?? []) {
        const tile = this.#loaded.use(key);
        if (tile) patches.push({ ...tile, tilt: this.#tilt, rank });
      }
    });
    const [texture, tilt, coverage] = [this.#base, this.#tilt, this.#area];
    if (texture) patches.push({ texture, coverage, tilt, rank: BASE_RANK });
    return patches;
  }

  forget(): void {
    this.#loaded.clear();
    this.#base = undefined;
  }

  async restore(): Promise<void> {
    if (this.#baseFile) await this.useBase(this.#baseFile);
  }

  /** Retries failed requests, for instance when the network is back. */
  retry(): void {
    this.#broken.clear();
    this.#request();
  }

  release(): void {
    this.#isReleased = true;
    this.#queue.want([]);
    for (const { image } of this.#arrived.splice(0)) image.close();
    this.#loaded.clear();
    if (this.#base) this.#options.textures.free(this.#base);
    this.#base = undefined;
  }

  #request(): void {
    const onTheWay = new Set([...this.#decoding, ...this.#arrived.map(({ key }) => key)]);
    const missing = this.#wanted.filter(
      ({ key }) => !this.#loaded.has(key) && !onTheWay.has(key) && !this.#broken.has(key),
    );
    this.#queue.want(missing.map((tile) => ({ key: tile.key, url: tileUrl(this.source, tile) })));
  }

  async #decode(key: string, file: Blob): Promise<void> {
    this.#decoding.add(key);
    try {
      const image = await decodeImage(file, key);
      if (this.#isReleased) image.close();
      else this.#arrived.push({ key, image });
    } catch (error) {
      this.#fail(key, error);
    }
    this.#decoding.delete(key);
    if (!this.#isReleased) this.#options.changed();
  }

  #fail(key: string, error: unknown): void {
    if (this.#isReleased) return;
    this.#broken.add(key);
    this.#options.failed(
      error instanceof PanoramaError ? error : new PanoramaError("load-failed", String(error)),
    );
    this.#options.changed();
  }

  /** The wanted level, then the finer ones (they only need scaling down), then the coarser ones. */
  #levelsByUse(): number[] {
    const levels = this.source.levels.map((_, level) => level);
    return [...levels.slice(this.#level), ...levels.slice(0, this.#level).toReversed()];
  }
}

function parseTile(key: string): Tile {
  const [level = 0, col = 0, row = 0] = key.split("/").map(Number);
  return { level, col, row, key };
}
