/** A file to fetch. */
export interface Request {
  readonly key: string;
  readonly url: string;
}

export interface RequestQueueOptions<Result> {
  /** Fetches one; must reject soon after the signal aborts. */
  readonly load: (url: string, signal: AbortSignal) => Promise<Result>;
  readonly arrived: (key: string, result: Result) => void;
  /** Called for a request that failed for good; the next `want` may retry it. */
  readonly failed: (key: string, error: unknown) => void;
  /** Maximum number of concurrent requests. */
  readonly limit: number;
}

/**
 * Fetches the wanted items, in the order wanted. Items that are no longer wanted are aborted, so that a quick turn does
 * not pay for the tiles it passed.
 */
export class RequestQueue<Result> {
  readonly #options: RequestQueueOptions<Result>;
  readonly #underWay = new Map<string, AbortController>();
  #waiting: readonly Request[] = [];

  constructor(options: RequestQueueOptions<Result>) {
    this.#options = options;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** Whether nothing of the last `want` is pending. */
  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.length === 0;
  }

  /** Replaces the wanted items; requests in progress that are still listed continue. */
  want(requests: readonly Request[]): void {
    const keys = new Set(requests.map((request) => request.key));
    for (const [key, controller] of this.#underWay) {
      if (keys.has(key)) continue;
      this.#underWay.delete(key);
      controller.abort();
    }
    this.#waiting = requests.filter(({ key }) => !this.#underWay.has(key));
    this.#start();
  }

  #start(): void {
    while (this.#underWay.size < this.#options.limit) {
      const [next, ...rest] = this.#waiting;
      if (!next) return;
      this.#waiting = rest;
      void this.#run(next);
    }
  }

  async #run({ key, url }: Request): Promise<void> {
    const controller = new AbortController();
    this.#underWay.set(key, controller);
    try {
      const result = await this.#options.load(url, controller.signal);
      if (!controller.signal.aborted) this.#options.arrived(key, result);
    } catch (error) {
      if (!controller.signal.aborted) this.#options.failed(key, error);
    }
    // Aborted and wanted again meanwhile: the newer request owns the entry.
    if (this.#underWay.get(key) === controller) this.#underWay.delete(key);
    this.#start();
  }
}
