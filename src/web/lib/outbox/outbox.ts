import { createStore } from "#web/lib/store.ts";
import {
  type Act,
  type AnyKind,
  captureOf,
  type NewAct,
  nextAct,
  type Ref,
  unknownForm,
  withDependents,
} from "./act.ts";
import { makeAct } from "./make-act.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import { isOld, type Made, putIfSpace, removeSent } from "./shelf.ts";
import { waitingActs } from "./waiting.ts";

/**
 * Acts of a user that the server does not have yet. Each is stored before anything says so, and removed in the same
 * transaction that remembers what came of it. The server knows an act by its GUID, so one whose answer was lost is sent
 * again. Bound to the user who made them: others see how many there are.
 */
export class Outbox {
  /** The act under way, and the share of its file that was sent. */
  readonly sending = createStore<{ readonly guid: string; readonly share: number } | null>(null);
  /** Number of acts of other users of this device. */
  readonly others = createStore(0);
  readonly #parts: OutboxParts;
  readonly #made = new Map<string, number>();
  #user: number | null = null;
  /** Resolves when the acts of this user were read. */
  #read: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #isRunning = false;
  #isAskedAgain = false;
  #lastOrder = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Shows and sends the acts of this user. Resolves once they are known, however often it is called. */
  start(user: number): Promise<void> {
    if (this.#user === user) return this.#read;
    this.stop();
    this.#user = user;
    this.#read = this.reload().then(() => this.#go());
    return this.#read;
  }

  /** No user is signed in: nothing is shown or sent, everything is kept. */
  stop(): void {
    this.#user = null;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.sending.set(null);
    waitingActs.set([]);
  }

  /** Reads what is stored: another page may have added or sent something. */
  async reload(): Promise<void> {
    const user = this.#user;
    const stored = await this.#parts.shelf.all().catch(() => null);
    if (stored === null || user !== this.#user || user === null) return;
    const { acts, made } = stored;
    const own = acts.filter((act) => act.user === user);
    this.others.set(acts.length - own.length);
    this.#lastOrder = Math.max(this.#lastOrder, ...acts.map(({ order }) => order), 0);
    this.#made.clear();
    for (const { guid, id, user: maker } of made) if (maker === user) this.#made.set(guid, id);
    waitingActs.set(own);
    const needed = new Set(
      own.flatMap((act) => [...act.dependsOn, ...(this.#kindOf(act)?.needs(act.payload) ?? [])]),
    );
    const old = made.filter((one) => isOld(one) && !needed.has(one.guid));
    if (old.length > 0) void this.#parts.shelf.forget(old.map(({ guid }) => guid)).catch(() => undefined);
  }

  /** Another page of this browser changed something. */
  readonly hear = (): Promise<void> => this.reload().then(this.wake);

  /**
   * Stores acts, in place of those in `gone`: all of them or none. Resolves when they would survive a crash. Rejects with `DeviceFull`, and with what
   * the browser says when it stores nothing at all.
   */
  async keep(drafts: readonly NewAct[], gone: readonly string[] = []): Promise<readonly Act[]> {
    const user = this.#user;
    if (user === null) throw new Error("nobody is signed in");
    const kept: Act[] = [];
    for (const draft of drafts) kept.push(await this.#newAct(draft, user, kept));
    await this.#parts.shelf.put(kept, gone);
    // Of another user, if the session ended meanwhile: stored, and not shown.
    const old = new Set([...gone, ...kept.map(({ guid }) => guid)]);
    if (user === this.#user)
      waitingActs.set([...waitingActs.get().filter(({ guid }) => !old.has(guid)), ...kept]);
    this.#parts.tell();
    this.#go();
    return kept;
  }

  async #newAct(draft: NewAct, user: number, before: readonly Act[]): Promise<Act> {
    this.#lastOrder = Math.max(this.#lastOrder + 1, Date.now());
    const waiting = [...waitingActs.get(), ...before];
    const sets = draft.kind.sets(draft.payload, draft.project);
    const isSame = (act: Act) => this.#kindOf(act)?.sets(act.payload, act.project) === sets;
    const same = sets === null ? [] : waiting.filter(isSame);
    const needed = draft.kind.needs(draft.payload);
    return makeAct(draft, {
      user,
      order: this.#lastOrder,
      clockOffset: this.#parts.clockOffset(),
      dependsOn: [...same, ...waiting.filter(({ guid }) => needed.includes(guid))].map(({ guid }) => guid),
    });
  }

  #kindOf(act: Act): AnyKind | undefined {
    const kind = this.#parts.kinds.get(act.kind);
    return kind?.isPayload(act.payload) === true ? kind : undefined;
  }

  /** Sends it again; without a GUID everything that was refused. */
  async retry(guid?: string): Promise<void> {
    const again = waitingActs
      .get()
      .filter((act) => act.state === "refused" && (guid === undefined || act.guid === guid))
      .map((act): Act => ({ ...act, state: "waiting", problem: null, tries: 0 }));
    await this.#change(again);
    this.#go();
  }

  /** The user keeps their own value: it replaces the one that stands now. */
  async keepMine(guid: string): Promise<void> {
    const act = waitingActs.get().find((one) => one.guid === guid);
    const kind = act && this.#kindOf(act);
    if (act === undefined || kind?.rebase === undefined) return;
    const now = JSON.parse(String(act.problem?.values["now"] ?? "{}")) as object;
    const payload: unknown = kind.rebase(act.payload, now);
    await this.#change([{ ...act, payload, state: "waiting", problem: null, tries: 0 }]);
    this.#go();
  }

  /** Removes an act and everything that depends on it. */
  async remove(guid: string): Promise<void> {
    await this.#drop(withDependents(waitingActs.get(), guid).map((act) => act.guid));
  }

  /**
   * The user keeps the value of the server: only this act is removed. A later one that sets the same begins with what
   * the server has.
   */
  async keepTheirs(guid: string): Promise<void> {
    await this.#drop([guid]);
  }

  /** Removes everything of this user from this device. */
  async removeAll(): Promise<void> {
    await this.#drop(waitingActs.get().map(({ guid }) => guid));
  }

  async #drop(gone: readonly string[]): Promise<void> {
    await this.#parts.shelf.remove(gone);
    waitingActs.set(waitingActs.get().filter(({ guid }) => !gone.includes(guid)));
    this.#parts.tell();
    this.#go();
  }

  /** Stores new states of acts. One that was removed meanwhile, here or by another page, does not come back. */
  async #change(changed: readonly Act[]): Promise<void> {
    const byGuid = new Map(changed.map((act) => [act.guid, act]));
    const acts = waitingActs.get().flatMap(({ guid }) => byGuid.get(guid) ?? []);
    if (acts.length === 0) return;
    await putIfSpace(this.#parts.shelf, acts);
    waitingActs.set(waitingActs.get().map((act) => byGuid.get(act.guid) ?? act));
    this.#parts.tell();
  }

  readonly wake = (): void => this.#go();

  #go(): void {
    if (this.#isRunning) this.#isAskedAgain = true;
    else void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    this.#isRunning = true;
    try {
      do {
        this.#isAskedAgain = false;
        if (this.#user !== null && nextAct(waitingActs.get()) !== undefined)
          await this.#parts.alone(signal, () => this.#drain(signal));
      } while (this.#isAskedAgain && !signal.aborted);
    } catch {
      // The lock was given up with the session.
    } finally {
      this.#isRunning = false;
    }
    // A session began while the former one was being left.
    if (signal.aborted && this.#user !== null) this.#go();
  }

  async #drain(signal: AbortSignal): Promise<void> {
    // Another page had the lock before, and has sent some of them.
    await this.reload();
    let sent = 0;
    let tried = 0;
    for (;;) {
      const act = nextAct(waitingActs.get());
      if (act === undefined || signal.aborted || !this.#parts.isSignedIn(act.user)) break;
      await this.#announce();
      const isSent = await this.#send(act, signal);
      if (isSent === "session" || signal.aborted) break;
      if (isSent === "line") {
        tried += 1;
        this.sending.set(null);
        await this.#parts.untilWorthIt(tried, signal);
        continue;
      }
      tried = 0;
      if (isSent === "sent") sent += 1;
    }
    this.sending.set(null);
    if (!signal.aborted && sent > 0)
      this.#parts.onEnd(sent, waitingActs.get().filter(({ state }) => state !== "waiting").length);
  }

  /** Checksums travel before everything else. */
  async #announce(): Promise<void> {
    const fresh = waitingActs
      .get()
      .filter((act) => !act.isAnnounced && act.sha256 !== "" && this.#kindOf(act));
    if (fresh.length === 0) return;
    try {
      await this.#parts.announce(fresh, this.#parts.kinds);
      const now = waitingActs.get().filter(({ guid }) => fresh.some((act) => act.guid === guid));
      await this.#change(now.map((act) => ({ ...act, isAnnounced: true })));
    } catch {
      // Without them the acts are sent nevertheless.
    }
  }

  async #send(act: Act, signal: AbortSignal): Promise<"sent" | "stuck" | "line" | "session"> {
    const kind = this.#kindOf(act);
    if (kind === undefined) {
      await this.#change([{ ...act, state: "refused", problem: unknownForm }]);
      return "stuck";
    }
    this.sending.set({ guid: act.guid, share: 0 });
    try {
      const id = await kind.send({
        payload: act.payload,
        file: act.file,
        project: act.project,
        capture: captureOf(act),
        idOf: (ref) => this.#idOf(ref),
        onShare: (share) => this.sending.set({ guid: act.guid, share }),
        address: act.address,
        // Lost with a crash at this moment: the file then starts again.
        onAddress: (address) => void this.#remember(act.guid, address),
        signal,
      });
      await this.#settle(act, kind, id);
      return "sent";
    } catch (error) {
      if (signal.aborted) return "session";
      const verdict = this.#parts.verdict(error, act.tries);
      if (verdict.kind === "session") return "session";
      const now = waitingActs.get().find(({ guid }) => guid === act.guid);
      if (now === undefined) return "stuck";
      const tries = act.tries + 1;
      if (verdict.kind === "line") {
        await this.#change([{ ...now, tries }]).catch(() => undefined);
        return "line";
      }
      await this.#change([{ ...now, tries, state: verdict.kind, problem: verdict.problem }]);
      return "stuck";
    }
  }

  async #remember(guid: string, address: string | null): Promise<void> {
    const act = waitingActs.get().find((one) => one.guid === guid);
    if (act !== undefined) await this.#change([{ ...act, address }]).catch(() => undefined);
  }

  async #settle(act: Act, kind: AnyKind, id: number): Promise<void> {
    const made: Made = { guid: act.guid, id, user: act.user, at: Date.now() };
    await removeSent(this.#parts.shelf, made, waitingActs.get());
    this.#made.set(act.guid, id);
    waitingActs.set(waitingActs.get().filter(({ guid }) => guid !== act.guid));
    this.#parts.tell();
    this.#parts.onSent(act, kind, id);
  }

  /** Throws for what is unknown: its act was removed, and with it everything that depended on it. */
  #idOf(ref: Ref): number {
    const id = "id" in ref ? ref.id : this.#made.get(ref.guid);
    if (id === undefined) throw new Error("what it refers to has not arrived");
    return id;
  }
}
