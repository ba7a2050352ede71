import type { AnswerKind } from "#contract/choices.ts";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import { ApiError } from "#web/lib/client.ts";
import { newGuid } from "#web/lib/outbox/make-act.ts";
import { clockOffset } from "#web/lib/server-clock.ts";
import { createStore } from "#web/lib/store.ts";
import { type AnswerDraft, type KeptAnswer, nextAnswer, statusAfter } from "./kept-answer.ts";
import { type LinkCalls, verdictOf } from "./link-calls.ts";
import type { AnswerShelf, KeptPage } from "./shelf.ts";

export interface LinkParts {
  readonly code: string;
  readonly calls: LinkCalls;
  readonly shelf: AnswerShelf;
  /** Resolves when a retry is worthwhile; `tried` counts from 1. */
  readonly untilWorthIt: (tried: number) => Promise<void>;
  /** Runs the work while no other page of this link does in this browser. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

/** `ended`: the link was revoked, has ended, or never existed. */
export type LinkState = "open" | "code" | "ended";

/**
 * One link on this device: what it shows, and the answers that the server does not have yet. Each answer is stored before
 * the page says so, and sent in the order in which it was given. The server knows it by its GUID, so one whose reply was
 * lost is sent again.
 */
export class LinkSession {
  readonly page;
  readonly state = createStore<LinkState>("open");
  /** Answers on this device, oldest first. */
  readonly waiting = createStore<readonly KeptAnswer[]>([]);
  /** The answer under way, and the share of its photos that was sent. */
  readonly sending = createStore<{ readonly guid: string; readonly share: number } | null>(null);
  /** Answers that the server has received since the page was opened, by snag. */
  readonly sent = createStore<ReadonlyMap<number, KeptAnswer>>(new Map());
  readonly isOnline = createStore(true);
  /** The person asked for a new link just now. */
  readonly isRenewed = createStore(false);
  /** When the shown data left the server. */
  readonly at;
  readonly #parts: LinkParts;
  readonly #document: string;
  #lastOrder = 0;
  #isRunning = false;
  #isAskedAgain = false;

  constructor(first: KeptPage, parts: LinkParts) {
    this.page = createStore<AnswerPage>(first.page);
    this.at = createStore(first.at);
    this.state.set(first.page.state);
    this.#document = first.document;
    this.#parts = parts;
  }

  /** Shows what is newer on this device, and sends what waits on it. */
  async start(): Promise<void> {
    const { shelf, code } = this.#parts;
    if (this.state.get() === "ended") return this.#readWaiting();
    const kept = await shelf.page(code).catch(() => undefined);
    // The same document again, from this device: what was loaded after it is newer.
    if (kept?.document === this.#document) this.#show(kept);
    else await this.#keepPage();
    await this.#readWaiting();
    this.wake();
  }

  /** Asks the server for the current data. Without a connection the shown data stays. */
  async refresh(): Promise<void> {
    try {
      const page = await this.#parts.calls.load();
      this.isOnline.set(true);
      this.#show({ page, at: new Date().toISOString(), document: this.#document });
      await this.#keepPage();
    } catch (error) {
      this.#note(error);
    }
  }

  /** Stores an answer and sends it as soon as there is a connection. Rejects where the device stores nothing. */
  async answer(snag: number, kind: AnswerKind, { text, photos }: AnswerDraft): Promise<void> {
    this.#lastOrder = Math.max(this.#lastOrder + 1, Date.now());
    const answer: KeptAnswer = {
      guid: newGuid(),
      code: this.#parts.code,
      snag,
      kind,
      text: text.trim(),
      photos,
      capturedAt: new Date().toISOString(),
      clockOffset: clockOffset(),
      order: this.#lastOrder,
      problem: null,
    };
    await this.#parts.shelf.keep(answer);
    this.waiting.set([...this.waiting.get(), answer]);
    this.wake();
  }

  async retry(guid: string): Promise<void> {
    const answer = this.waiting.get().find((one) => one.guid === guid);
    if (answer === undefined) return;
    // The server may have deleted photos whose answer did not come for a week. One that it still has is not added again.
    const photos = answer.photos.map((photo) => ({ ...photo, isSent: false }));
    await this.#replace({ ...answer, photos, problem: null });
    this.wake();
  }

  async discard(guid: string): Promise<void> {
    await this.#parts.shelf.remove(guid);
    this.waiting.set(this.waiting.get().filter((one) => one.guid !== guid));
  }

  /** Reports new snags as seen, once. */
  async reportSeen(): Promise<void> {
    if (this.state.get() !== "open") return;
    const fresh = this.page.get().snags.filter(({ is_new }) => is_new);
    if (fresh.length === 0) return;
    try {
      await this.#parts.calls.seen(fresh.map(({ id }) => id));
      const snags = this.page.get().snags.map((snag) => ({ ...snag, is_new: false }));
      this.page.set({ ...this.page.get(), snags });
    } catch {
      // Reported again with the next press.
    }
  }

  async choose(language: CrewLanguage): Promise<void> {
    this.page.set({ ...this.page.get(), language });
    await this.#keepPage();
    await this.#parts.calls.change({ language }).catch((error: unknown) => this.#note(error));
  }

  /** Rejects without a connection: unlike an answer it is not kept. */
  async setDigest(digest: boolean): Promise<void> {
    await this.#parts.calls.change({ digest });
    this.page.set({ ...this.page.get(), digest });
    await this.#keepPage();
  }

  /** Ends this link and sends the person a new one. */
  async renew(): Promise<void> {
    await this.#parts.calls.renew();
    this.isRenewed.set(true);
    this.state.set("ended");
  }

  sendCode = (): Promise<unknown> => this.#parts.calls.sendCode();

  async confirmCode(code: string): Promise<void> {
    await this.#parts.calls.confirmCode(code);
    await this.refresh();
    this.wake();
  }

  draft = (snag: number): Promise<AnswerDraft | undefined> =>
    this.#parts.shelf.draft(this.#parts.code, snag).catch(() => undefined);

  /** Resolves whether the draft was stored. */
  async keepDraft(snag: number, draft: AnswerDraft | null): Promise<boolean> {
    try {
      await this.#parts.shelf.keepDraft(this.#parts.code, snag, draft);
      return true;
    } catch {
      return false;
    }
  }

  /** Sends what waits, unless that is under way. */
  readonly wake = (): void => {
    if (this.#isRunning) this.#isAskedAgain = true;
    else void this.#run();
  };

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      do {
        this.#isAskedAgain = false;
        if (nextAnswer(this.waiting.get()) !== undefined) await this.#parts.alone(() => this.#drain());
      } while (this.#isAskedAgain);
    } finally {
      this.#isRunning = false;
      this.sending.set(null);
    }
  }

  async #drain(): Promise<void> {
    // Another tab had the lock before, and has sent some of them.
    await this.#readWaiting();
    for (let tried = 0; ; ) {
      const answer = nextAnswer(this.waiting.get());
      if (answer === undefined) return;
      const isSettled = await this.#send(answer);
      if (isSettled) tried = 0;
      else {
        this.sending.set(null);
        if (this.state.get() !== "open") return;
        tried += 1;
        await this.#parts.untilWorthIt(tried);
      }
    }
  }

  /** Resolves whether there is nothing more to do about this answer for now. */
  async #send(answer: KeptAnswer): Promise<boolean> {
    const { calls, shelf } = this.#parts;
    const { guid, snag, photos } = answer;
    const show = (share: number) => this.sending.set({ guid, share });
    show(0);
    try {
      let current = answer;
      for (const [at, photo] of photos.entries()) {
        if (photo.isSent) continue;
        await calls.sendPhoto(snag, photo, (share) => show((at + share) / photos.length));
        const known = current.photos.map((one) => (one.guid === photo.guid ? { ...one, isSent: true } : one));
        current = { ...current, photos: known };
        await this.#replace(current);
      }
      show(1);
      this.#update(await calls.sendAnswer(current));
      this.isOnline.set(true);
      await shelf.remove(guid);
      this.sent.set(new Map([...this.sent.get(), [snag, answer]]));
      this.waiting.set(this.waiting.get().filter((one) => one.guid !== guid));
      await this.#keepPage();
      return true;
    } catch (error) {
      if (verdictOf(error) !== "refused") {
        this.#note(error);
        return false;
      }
      const problem = error instanceof ApiError ? error.code : "UNKNOWN";
      const now = this.waiting.get().find((one) => one.guid === guid);
      if (now !== undefined) await this.#replace({ ...now, problem });
      return true;
    }
  }

  /** Stores another state of an answer; one that was removed meanwhile does not come back. */
  async #replace(answer: KeptAnswer): Promise<void> {
    if (!this.waiting.get().some(({ guid }) => guid === answer.guid)) return;
    await this.#parts.shelf.replace(answer).catch(() => undefined);
    this.waiting.set(this.waiting.get().map((one) => (one.guid === answer.guid ? answer : one)));
  }

  async #readWaiting(): Promise<void> {
    const kept = await this.#parts.shelf.answers(this.#parts.code).catch(() => null);
    if (kept === null) return;
    this.#lastOrder = Math.max(this.#lastOrder, ...kept.map(({ order }) => order));
    this.waiting.set(kept);
  }

  #note(error: unknown): void {
    const verdict = verdictOf(error);
    if (verdict === "code") this.state.set("code");
    else if (verdict === "ended" || isUnknown(error)) this.state.set("ended");
    else if (error instanceof ApiError) this.isOnline.set(error.status !== 0);
  }

  #show({ page, at }: KeptPage): void {
    this.at.set(at);
    this.page.set(page);
    this.state.set(page.state);
  }

  #update(snag: AnswerSnag): void {
    const page = this.page.get();
    const snags = page.snags.map((one) => (one.id === snag.id ? snag : one));
    this.page.set({ ...page, snags });
  }

  /** Without storage the page works as long as there is a connection. */
  async #keepPage(): Promise<void> {
    const { shelf, code } = this.#parts;
    const page = this.page.get();
    if (page.state === "open")
      await shelf
        .keepPage(code, { page, at: this.at.get(), document: this.#document })
        .catch(() => undefined);
  }
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === "NOT_FOUND";

/** The snag as its waiting answers will make it. */
export function withWaiting(snag: AnswerSnag, waiting: readonly KeptAnswer[]): AnswerSnag {
  const last = waiting.findLast((one) => one.snag === snag.id && one.problem === null);
  return last === undefined || snag.status === "closed" ? snag : { ...snag, status: statusAfter[last.kind] };
}
