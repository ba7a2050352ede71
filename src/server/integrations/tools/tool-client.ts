import type { ToolName } from "#contract/choices.ts";
import type { ToolBoard, ToolBoardDetail, ToolStatus } from "#contract/tools.ts";

/**
 * What the product asks of an outside tool, the same of all three. A client keeps nothing: who
 * calls hands in the tokens, and keeps, seals and renews them. Ids of boards, sections, statuses,
 * cards and hooks are the client's own spelling: nobody else reads anything out of them (several
 * ids in one string are fine, at most 200 characters of a board, section or status).
 */
export interface ToolClient {
  readonly tool: ToolName;
  /** The fewest minutes between two questions for news of one board, for who has no hook. */
  readonly pollMinutes: number;

  // How one connects
  /** Whether this site is set up for signing in there (`authorizeUrl` works). */
  canSignIn(): boolean;
  /** The page there that gives a token of one's own. */
  tokenPage(): string;
  /** A pasted token needs the key of an app beside it. */
  needsKey(): boolean;
  /**
   * Where the browser goes to sign in. `returnUrl` gets `code` and `state`; Trello's older way
   * has no code and gives `pageUrl` a token in its fragment instead.
   */
  authorizeUrl(journey: {
    readonly state: string;
    /** PKCE, S256. */
    readonly challenge: string;
    readonly returnUrl: string;
    readonly pageUrl: string;
  }): string;
  exchange(answer: {
    readonly code: string;
    readonly verifier: string;
    readonly returnUrl: string;
  }): Promise<ToolGrant>;
  /** `reauth` where the refresh token is not taken; asked once only, never again by the client. */
  refresh(tokens: ToolTokens): Promise<ToolGrant>;
  /** Nothing is thrown where the tool has no such call, or the token is dead already. */
  revoke(tokens: ToolTokens): Promise<void>;
  /** `reauth` where the token is not known there. */
  whoAmI(tokens: ToolTokens): Promise<{ readonly id: string; readonly name: string }>;

  // Boards
  /** Those that the account can write to, by name. `isCut`: there are more than `most`. */
  boards(
    tokens: ToolTokens,
    question: { readonly search: string; readonly most: number },
  ): Promise<{ readonly items: readonly ToolBoard[]; readonly isCut: boolean }>;
  /** `not_found` where it is not there, closed, or hidden from the account. */
  board(tokens: ToolTokens, boardId: string): Promise<ToolBoardDetail>;

  // Cards
  /** A card of the board that carries `link`, however it was made; also an archived one. */
  findCard(
    tokens: ToolTokens,
    place: { readonly boardId: string; readonly link: string },
  ): Promise<ToolCard | null>;
  /**
   * Makes one card, and puts `fields.link` on it in the same call (in its description, at least),
   * so that `findCard` finds it. Never sent a second time by the client, whatever happens: what
   * went wrong is thrown with `isUnsure` where the tool may have made it.
   */
  createCard(
    tokens: ToolTokens,
    card: {
      readonly boardId: string;
      readonly sectionId: string | null;
      readonly statusId: string | null;
      readonly fields: ToolFields;
      /** The same for every try of one card (`Idempotency-Key` where the tool knows it). */
      readonly key: string;
    },
  ): Promise<ToolCard>;
  /** Title, description, date; not the status. */
  updateCard(tokens: ToolTokens, card: ToolPlace & { readonly fields: ToolFields }): Promise<void>;
  /** `unknown_status` where the board has it no more. */
  setStatus(tokens: ToolTokens, card: ToolPlace & { readonly statusId: string }): Promise<void>;
  /** `storage_full` where there is no room; `name` is found again in `files`. */
  attachPhoto(tokens: ToolTokens, card: ToolPlace & { readonly photo: ToolPhoto }): Promise<void>;
  /** Names of the files on a card. */
  files(tokens: ToolTokens, card: ToolPlace): Promise<readonly string[]>;
  /** `not_found` where the card is deleted. */
  readCard(tokens: ToolTokens, card: ToolPlace): Promise<ToolCard>;

  // News
  /** What happened to cards of the board after `since`, oldest first; the same news have the same key as by hook where that can be. */
  changesSince(
    tokens: ToolTokens,
    question: { readonly boardId: string; readonly since: Date },
  ): Promise<readonly ToolNews[]>;
  /** Null where the tool's calls could not be told from a stranger's: then it is asked for news instead. */
  createHook(
    tokens: ToolTokens,
    hook: { readonly boardId: string; readonly url: string },
  ): Promise<{ readonly id: string; readonly secret: string | null } | null>;
  /** False where it is gone or was stopped by the tool. */
  hookLives(tokens: ToolTokens, hook: { readonly boardId: string; readonly id: string }): Promise<boolean>;
  /** One that is gone already is no failure. */
  deleteHook(tokens: ToolTokens, hook: { readonly boardId: string; readonly id: string }): Promise<void>;
  /**
   * Reads what was posted to a hook's address, without asking anybody. Null: it is not from the
   * tool (the signature is missing or wrong). `answer` is what the tool wants to read (Monday's
   * challenge); otherwise nothing is answered but 200.
   */
  readHook(call: ToolHookCall): { readonly news: readonly ToolNews[]; readonly answer?: unknown } | null;
}

/** What opens an account there. Kept sealed; never written into a log or a reply. */
export interface ToolTokens {
  readonly way: "sign_in" | "token";
  readonly access: string;
  readonly refresh?: string;
  /** Of the app beside a token (Trello's older way). */
  readonly key?: string;
}

export interface ToolGrant extends ToolTokens {
  /** When `access` stops to be good; null where it does not, or nobody says so. */
  readonly expiresAt: Date | null;
}

export interface ToolPlace {
  readonly boardId: string;
  readonly cardId: string;
}

/** What stands on a card. */
export interface ToolFields {
  readonly title: string;
  /** Plain text with line breaks; `link` is not in it. */
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly due: string | null;
  /** The snag's address here, as an absolute URL: how a card is found again. */
  readonly link: string;
}

export interface ToolPhoto {
  /** Unique within the card, with its ending. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ToolCard {
  readonly id: string;
  readonly url: string;
  /** Null where the card has none. */
  readonly status: Pick<ToolStatus, "id" | "name"> | null;
  /** Taken from the board: archived, closed or moved to another one. */
  readonly isGone: boolean;
  /** When it changed last, where the tool says so. */
  readonly changedAt: Date | null;
}

/** Something happened to a card. What stands on it now is read, not believed. */
export interface ToolNews {
  /** Of this happening, the same however often it is told; at most 200 characters. */
  readonly key: string;
  readonly cardId: string;
  readonly kind: "status" | "gone" | "other";
  readonly at: Date;
  /** Who did it there, as `whoAmI` spells ids; null where nobody says. */
  readonly actorId: string | null;
}

export interface ToolHookCall {
  readonly body: Uint8Array;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The address that was registered, character by character. */
  readonly url: string;
  /** What `createHook` gave. */
  readonly secret: string | null;
  readonly boardId: string;
}

/** How this site is known at the tools; read anew at every call, as settings change. */
export interface ToolApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Trello's older way: key of the app, and the secret that signs its news. */
  readonly key: string;
  /** Signs the tool's news: Trello's older secret, Monday's signing secret. */
  readonly signingSecret: string;
}

export type ToolClients = Readonly<Record<ToolName, ToolClient>>;

/**
 * - `reauth`: the token is not taken (401, `invalid_grant`); nothing helps but connecting again.
 * - `refused`: it was understood and will never be done so; `reason` is what the tool said.
 * - `not_found`: board or card are not there (any more), or hidden.
 * - `rate_limited`: later, at `retryAt` where the tool said when.
 * - `quota_day`: no more today; `retryAt` is when it begins anew.
 * - `passing`: network, time-out, 5xx.
 * - `storage_full`: no room for a file.
 * - `unknown_status`: the board has no such status or list.
 */
export type ToolFailureKind =
  | "reauth"
  | "refused"
  | "not_found"
  | "rate_limited"
  | "quota_day"
  | "passing"
  | "storage_full"
  | "unknown_status";

export class ToolFailure extends Error {
  readonly kind: ToolFailureKind;
  /** What the tool said, in its words, without secrets; at most 200 characters. */
  readonly reason: string;
  readonly retryAt: Date | null;
  /** The call may have been carried out all the same. */
  readonly isUnsure: boolean;

  constructor(
    kind: ToolFailureKind,
    reason: string,
    { retryAt = null, isUnsure = false }: { retryAt?: Date | null; isUnsure?: boolean } = {},
  ) {
    const said = reason.slice(0, 200);
    super(`${kind}: ${said}`);
    this.name = "ToolFailure";
    this.kind = kind;
    this.reason = said;
    this.retryAt = retryAt;
    this.isUnsure = isUnsure;
  }
}
