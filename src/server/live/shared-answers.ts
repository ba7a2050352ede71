import { Agent } from "node:http";
import { buffer } from "node:stream/consumers";
import { askMediaProcess, headersToPass } from "./media-process-request.ts";

/** An answer of the media process, complete. */
export interface LiveAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers of the media process that all viewers of a channel get alike. */
export interface SharedAnswers {
  /**
   * The answer for a viewer whom the media process admits: many who ask for the same file at once are one question. A
   * viewer whom it has not admitted within the last seconds is asked about first, without a file. Undefined for one
   * whom it refuses, and where the answer was no success: they ask for themselves.
   */
  answer(viewer: LiveViewer, port: number): Promise<LiveAnswer | undefined>;
  /** To be called before a viewer asks; the result, once the media process has admitted it. */
  asking(viewer: LiveViewer): () => void;
  /** Every viewer of the channel has to be admitted anew: links were revoked, or the channel ended. */
  forget(code: string): void;
}

/** A question of a viewer: `/media/live/<code>/<token>/<file>`. */
export interface LiveViewer {
  readonly code: string;
  readonly token: string;
  /** With its query. */
  readonly file: string;
}

/** Milliseconds for which a viewer counts as admitted: by asking again the media process knows who watches. */
const admittedMs = 5000;
/** Milliseconds for which an answer is kept: viewers of one stream are that far apart. A playlist grows. */
const kept = { playlist: 100, media: 2000 };
/** Bytes of all answers kept; older ones are dropped. */
const mostBytes = 64 * 2 ** 20;
const mostViewers = 20_000;
/** Milliseconds after that for which no viewer counts as admitted: the media process may not know of it yet. */
const settlingMs = 1000;

const files = /^(?:(?:parts|whole)\.m3u8|\d{1,12}(?:\.\d{1,4})?\.m4s|init\d{1,12}\.mp4)(?:\?[\w=&]{0,100})?$/;

export function createSharedAnswers(now: () => number = () => performance.now()): SharedAnswers {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 16 });
  /** By channel and token: until when. */
  const viewers = new Map<string, Map<string, number>>();
  /** By channel and token: the question about a viewer that is on its way. */
  const admitting = new Map<string, Promise<boolean>>();
  const forgotten = new Map<string, number>();
  const asked = new Map<string, Promise<LiveAnswer | undefined>>();
  let bytes = 0;

  const isAdmitted = ({ code, token }: LiveViewer) => (viewers.get(code)?.get(token) ?? 0) > now();

  const drop = (key: string, work: Promise<LiveAnswer | undefined>, size: number) => {
    if (asked.get(key) === work) asked.delete(key);
    bytes -= size;
  };

  const keep = (key: string, work: Promise<LiveAnswer | undefined>, found: LiveAnswer | undefined) => {
    if (found === undefined || bytes + found.body.length > mostBytes) return drop(key, work, 0);
    const size = found.body.length;
    bytes += size;
    const isMedia = found.headers["cache-control"]?.includes("immutable") === true;
    setTimeout(() => drop(key, work, size), isMedia ? kept.media : kept.playlist).unref();
  };

  const begin = (key: string, viewer: LiveViewer, port: number) => {
    const work = askFor(agent, port, viewer).catch(() => undefined);
    asked.set(key, work);
    void work.then((found) => keep(key, work, found));
    return work;
  };

  const asking = ({ code, token }: LiveViewer) => {
    const since = now();
    return () => {
      if (since < (forgotten.get(code) ?? Number.NEGATIVE_INFINITY) + settlingMs) return;
      const list = viewers.get(code) ?? new Map<string, number>();
      if (list.size >= mostViewers) list.clear();
      viewers.set(code, list.set(token, now() + admittedMs));
    };
  };

  /** Asks the media process about a viewer, once at a time: a player requests a playlist and a part together. */
  const isWelcome = (viewer: LiveViewer, port: number): Promise<boolean> => {
    const key = `${port} ${viewer.code} ${viewer.token}`;
    const known = admitting.get(key);
    if (known !== undefined) return known;
    const onAdmitted = asking(viewer);
    const work = askAbout(agent, port, viewer)
      .catch(() => false)
      .then((isAllowed) => {
        admitting.delete(key);
        if (isAllowed) onAdmitted();
        return isAllowed && isAdmitted(viewer);
      });
    admitting.set(key, work);
    return work;
  };

  return {
    async answer(viewer, port) {
      if (!files.test(viewer.file)) return undefined;
      if (!isAdmitted(viewer) && !(await isWelcome(viewer, port))) return undefined;
      const key = `${port} ${viewer.code} ${viewer.file}`;
      const found = await (asked.get(key) ?? begin(key, viewer, port));
      // The channel may have been closed to this viewer while it waited.
      return isAdmitted(viewer) ? found : undefined;
    },
    asking,
    forget(code) {
      viewers.delete(code);
      for (const [other, at] of forgotten) if (at + settlingMs < now()) forgotten.delete(other);
      forgotten.set(code, now());
    },
  };
}

/** Whether the media process admits a viewer, who from then on counts as watching. */
async function askAbout(agent: Agent, port: number, viewer: LiveViewer): Promise<boolean> {
  const answered = await askMediaProcess({ agent, port, path: addressOf(viewer), method: "HEAD" });
  answered.resume();
  return answered.statusCode === 200;
}

const addressOf = ({ code, token, file }: LiveViewer) => `${code}/${token}/${file}`;

/** Undefined for anything but a success. */
async function askFor(agent: Agent, port: number, viewer: LiveViewer): Promise<LiveAnswer | undefined> {
  const answered = await askMediaProcess({ agent, port, path: addressOf(viewer) });
  if (answered.statusCode === 200)
    return { status: 200, headers: headersToPass(answered), body: await buffer(answered) };
  answered.resume();
  return undefined;
}
