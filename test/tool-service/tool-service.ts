import type { ToolName } from "#contract/choices.ts";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import { pageOf } from "./pages.ts";
import { type Answer, type Call, LostAnswer, listen, NotInContract, redirect, textOf } from "./wire.ts";

/** Deliberate faults. All off: the service behaves correctly. */
export interface Knobs {
  /** Number of next interface calls that get the busy response. */
  busy: number;
  /** Number of next responses that are lost, although the request took effect. */
  lost: number;
  /** Restricts that to calls whose body contains this text; empty: all. */
  lostOf: string;
  /** Number of next calls that fail inside the service, without effect. */
  broken: number;
  /** Milliseconds before every response. */
  slow: number;
  /** Files are refused: no space. */
  isFull: boolean;
  /** Every webhook is repeated this many times. */
  repeats: number;
  /** Webhooks are signed with another secret. */
  isSignatureWrong: boolean;
  /** No webhooks are sent: changes are visible to polling only. */
  isMute: boolean;
  /** Items per page of a list; null: as published. */
  pageSize: number | null;
  /** The user declines on the sign-in page. */
  isDenied: boolean;
}

export const calm: Readonly<Knobs> = {
  busy: 0,
  lost: 0,
  lostOf: "",
  broken: 0,
  slow: 0,
  isFull: false,
  repeats: 0,
  isSignatureWrong: false,
  isMute: false,
  pageSize: null,
  isDenied: false,
};

export interface SeenFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A card as shown to a user of the tool. */
export interface SeenCard {
  readonly id: string;
  readonly boardId: string;
  readonly title: string;
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly due: string | null;
  /** Name of its list, label or status. */
  readonly status: string;
  readonly files: readonly SeenFile[];
  readonly isArchived: boolean;
}

export interface SeenBoard {
  /** In the product's spelling. */
  readonly id: string;
  readonly name: string;
  readonly statuses: readonly string[];
}

export interface Delivery {
  readonly url: string;
  readonly body: string;
  /** Status of the response; 0 without one. */
  readonly status: number;
}

/** An external tool on the loopback: the common part of the three. See CONTRACT.md of each. */
export abstract class ToolService {
  abstract readonly tool: ToolName;
  /** Pasted by the user to connect without signing in there. */
  abstract readonly token: { readonly token: string; readonly key?: string };
  /** The account that signs in there; `peer` is another user of the same boards. */
  abstract readonly account: { readonly id: string; readonly name: string };
  abstract readonly peer: { readonly id: string; readonly name: string };
  /** For `PUT /api/settings`: switched on, with keys for sign-in. */
  abstract readonly settings: Readonly<Record<string, string | boolean>>;
  abstract readonly boards: readonly SeenBoard[];
  /** This tool's part of `INTEGRATION_ENDPOINTS`. */
  abstract readonly endpoints: Readonly<Record<string, string>>;

  /** Calls so far, as `METHOD /path`, without the query; `501 …` marks those outside the contract. */
  readonly calls: string[] = [];
  /** Webhooks sent so far. */
  readonly deliveries: Delivery[] = [];
  readonly clock: Clock;
  protected knobs: Knobs = { ...calm };
  #origin = "";
  #close: (() => Promise<void>) | undefined;
  #sending: Promise<void> = Promise.resolve();

  protected constructor(clock: Clock = systemClock) {
    this.clock = clock;
  }

  protected async open(): Promise<void> {
    const { origin, close } = await listen((call) => this.#take(call));
    this.#origin = origin;
    this.#close = close;
  }

  get origin(): string {
    return this.#origin;
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#close?.();
  }

  /** Changes knobs; those not named stay as they are. */
  turn(knobs: Partial<Knobs>): void {
    this.knobs = { ...this.knobs, ...knobs };
  }

  calm(): void {
    this.knobs = { ...calm };
  }

  /** Resolves when every due webhook has been sent and answered. */
  settled(): Promise<void> {
    return this.#sending;
  }

  /** URL of a page on which a user changes the status of a board's cards. */
  page(boardId: string): string {
    return `${this.#origin}/-/boards/${encodeURIComponent(boardId)}`;
  }

  abstract cards(): readonly SeenCard[];
  /** Another user changes the status of a card there, by name. */
  abstract move(cardId: string, status: string): void;
  /** Another user deletes a card there. */
  abstract remove(cardId: string): void;
  /** Revokes every token issued so far, including refresh tokens. */
  abstract revokeAll(): void;
  /** Expires access tokens from sign-in; their refresh tokens stay valid. */
  abstract expireTokens(): void;
  /** Responds to a call of the published interface. */
  protected abstract answer(call: Call): Promise<Answer> | Answer;
  /** This tool's response to too many requests. */
  protected abstract busyAnswer(): Answer;

  /** Sends a webhook after the previous ones, as often as the knobs say. */
  protected send(url: string, body: string, headers: Readonly<Record<string, string>>): void {
    if (this.knobs.isMute) return;
    const times = 1 + this.knobs.repeats;
    const before = this.#sending;
    this.#sending = (async () => {
      await before;
      for (let time = 0; time < times; time++)
        this.deliveries.push({ url, body, status: await post(url, body, headers) });
    })();
  }

  async #take(call: Call): Promise<Answer> {
    const { pathname } = call.url;
    if (pathname === "/favicon.ico") return { status: 404, text: "" };
    if (pathname.startsWith("/-/")) return this.#page(call);
    const line = `${call.method} ${pathname}`;
    try {
      if (this.knobs.slow > 0) await new Promise((resolve) => setTimeout(resolve, this.knobs.slow));
      const fault = this.isPage(call) ? null : this.#fault();
      const answer = fault ?? (await this.answer(call));
      this.calls.push(line);
      if (fault === null && this.#isLost(call)) {
        this.knobs.lost -= 1;
        throw new LostAnswer();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof LostAnswer)) this.calls.push(`501 ${line}: ${String(error)}`);
      throw error;
    }
  }

  #isLost(call: Call): boolean {
    const { lost, lostOf } = this.knobs;
    return lost > 0 && !this.isPage(call) && new TextDecoder().decode(call.bytes).includes(lostOf);
  }

  /** Pages for users are not affected by the knobs. */
  protected isPage({ headers }: Call): boolean {
    return (headers.accept ?? "").includes("text/html");
  }

  #fault(): Answer | null {
    if (this.knobs.broken > 0) {
      this.knobs.broken -= 1;
      return { status: 503, text: "Service Unavailable" };
    }
    if (this.knobs.busy > 0) {
      this.knobs.busy -= 1;
      return this.busyAnswer();
    }
    return null;
  }

  async #page({ method, url, form }: Call): Promise<Answer> {
    const boardId = decodeURIComponent(/^\/-\/boards\/(.+)$/.exec(url.pathname)?.[1] ?? "");
    const board = this.boards.find(({ id }) => id === boardId);
    if (board === undefined) throw new NotInContract(url.pathname);
    if (method === "GET") {
      const cards = this.cards().filter((card) => card.boardId === boardId && !card.isArchived);
      return { status: 200, html: pageOf(this.tool, board, cards) };
    }
    const card = textOf(form?.get("card"));
    if (form?.get("do") === "delete") this.remove(card);
    else this.move(card, textOf(form?.get("status")));
    await this.settled();
    return redirect(this.page(boardId));
  }
}

/** Status of the response; 0 without one. */
async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<number> {
  try {
    const all = { "content-type": "application/json", ...headers };
    const response = await fetch(url, { method: "POST", headers: all, body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** For the server's environment, before it starts. */
export const environmentOf = (...services: readonly ToolService[]) => ({
  INTEGRATION_ENDPOINTS: JSON.stringify(
    Object.fromEntries(services.map(({ tool, endpoints }) => [tool, endpoints])),
  ),
});
