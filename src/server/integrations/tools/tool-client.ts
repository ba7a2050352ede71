import type { ToolName } from "#contract/choices.ts";
import type { ToolBoard, ToolBoardDetail, ToolStatus } from "#contract/tools.ts";

/**
 * Interface of an external tool, the same for all three. A client is stateless: the caller passes the tokens, and
 * stores, seals and renews them. Ids of boards, sections, statuses, cards and hooks are opaque to the caller (several
 * ids in one string are fine, at most 200 characters of a board, section or status).
 */
export interface ToolClient {
  readonly tool: ToolName;
  /** Minimum minutes between two polls of one board, where there is no hook. */
  readonly pollMinutes: number;

  // Connection
  /** Whether this site is configured for signing in there (`authorizeUrl` works). */
  canSignIn(): boolean;
  /** The page of the tool that issues a personal token. */
  tokenPage(): string;
  /** Whether a pasted token needs the key of an app as well. */
  needsKey(): boolean;
  /**
   * URL to send the browser to for sign-in. `returnUrl` receives `code` and `state`; Trello's older flow has no code
   * and passes a token to `pageUrl` in its fragment instead.
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
  /** `reauth` where the refresh token is rejected; sent only once, never retried by the client. */
  refresh(tokens: ToolTokens): Promise<ToolGrant>;
  /** Throws nothing where the tool has no such call, or the token is invalid already. */
  revoke(tokens: ToolTokens): Promise<void>;
  /** `reauth` where the token is unknown to the tool. */
  whoAmI(tokens: ToolTokens): Promise<{ readonly id: string; readonly name: string }>;

  // Boards
  /** Boards that the account can write to, by name. `isCut`: there are more than `most`. */
  boards(
    tokens: ToolTokens,
    question: { readonly search: string; readonly most: number },
  ): Promise<{ readonly items: readonly ToolBoard[]; readonly isCut: boolean }>;
  /** `not_found` where it is missing, closed, or hidden from the account. */
  board(tokens: ToolTokens, boardId: string): Promise<ToolBoardDetail>;

  // Cards
  /** A card of the board that contains `link`, however it was created; also an archived one. */
  findCard(
    tokens: ToolTokens,
    place: { readonly boardId: string; readonly link: string },
  ): Promise<ToolCard | null>;
  /**
   * Creates one card with `fields.link` in the same call (at least in its description), so that `findCard` finds it.
   * Never retried by the client: an error has `isUnsure` where the tool may have created the card.
   */
  createCard(
    tokens: ToolTokens,
    card: {
      readonly boardId: string;
      readonly sectionId: string | null;
      readonly statusId: string | null;
      readonly fields: ToolFields;
      /** Constant over all attempts for one card (`Idempotency-Key` where the tool supports it). */
      readonly key: string;
    },
  ): Promise<ToolCard>;
  /** Updates title, description and date; not the status. */
  updateCard(tokens: ToolTokens, card: ToolPlace & { readonly fields: ToolFields }): Promise<void>;
  /** `unknown_status` where the board no longer has it. */
  setStatus(tokens: ToolTokens, card: ToolPlace & { readonly statusId: string }): Promise<void>;
  /** `storage_full` where there is no space; `name` is returned by `files`. */
  attachPhoto(tokens: ToolTokens, card: ToolPlace & { readonly photo: ToolPhoto }): Promise<void>;
  /** Names of the files on a card. */
  files(tokens: ToolTokens, card: ToolPlace): Promise<readonly string[]>;
  /** `not_found` where the card was deleted. */
  readCard(tokens: ToolTokens, card: ToolPlace): Promise<ToolCard>;

  // Events
  /** Events of the board's cards after `since`, oldest first; an event has the same key as by hook where possible. */
  changesSince(
    tokens: ToolTokens,
    question: { readonly boardId: string; readonly since: Date },
  ): Promise<readonly ToolNews[]>;
  /** Null where the tool's calls could not be distinguished from forged ones: then it is polled instead. */
  createHook(
    tokens: ToolTokens,
    hook: { readonly boardId: string; readonly url: string },
  ): Promise<{ readonly id: string; readonly secret: string | null } | null>;
  /** False where it was deleted or was stopped by the tool. */
  hookLives(tokens: ToolTokens, hook: { readonly boardId: string; readonly id: string }): Promise<boolean>;
  /** A hook that is deleted already is no error. */
  deleteHook(tokens: ToolTokens, hook: { readonly boardId: string; readonly id: string }): Promise<void>;
  /**
   * Parses a call to a hook's address, without any request. Null: it is not from the tool (the signature is missing or
   * wrong). `answer` is the response that the tool expects (Monday's challenge); otherwise the response is an empty
   * 200.
   */
  readHook(call: ToolHookCall): { readonly news: readonly ToolNews[]; readonly answer?: unknown } | null;
}

/** Credentials of an account at the tool. Stored sealed; never written to a log or a response. */
export interface ToolTokens {
  readonly way: "sign_in" | "token";
  readonly access: string;
  readonly refresh?: string;
  /** Key of the app that belongs to a token (Trello's older flow). */
  readonly key?: string;
}

export interface ToolGrant extends ToolTokens {
  /** When `access` expires; null where it does not, or the expiry is unknown. */
  readonly expiresAt: Date | null;
}

export interface ToolPlace {
  readonly boardId: string;
  readonly cardId: string;
}

/** Content of a card. */
export interface ToolFields {
  readonly title: string;
  /** Plain text with line breaks; without `link`. */
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly due: string | null;
  /** The snag's address here, as an absolute URL: identifies the card in a search. */
  readonly link: string;
}

export interface ToolPhoto {
  /** Unique within the card, with its extension. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ToolCard {
  readonly id: string;
  readonly url: string;
  /** Null where the card has none. */
  readonly status: Pick<ToolStatus, "id" | "name"> | null;
  /** Removed from the board: archived, closed or moved to another one. */
  readonly isGone: boolean;
  /** Time of the last change, where the tool returns it. */
  readonly changedAt: Date | null;
}

/** An event on a card. The card's content is loaded, not taken from the event. */
export interface ToolNews {
  /** Unique per event, the same on every delivery; at most 200 characters. */
  readonly key: string;
  readonly cardId: string;
  readonly kind: "status" | "gone" | "other";
  readonly at: Date;
  /** Acting user, in the form of `whoAmI` ids; null where it is unknown. */
  readonly actorId: string | null;
}

export interface ToolHookCall {
  readonly body: Uint8Array;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The registered address, character by character. */
  readonly url: string;
  /** Secret returned by `createHook`. */
  readonly secret: string | null;
  readonly boardId: string;
}

/** Registration of this site at the tools; read on every call, as settings change. */
export interface ToolApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Trello's older flow: key of the app, and the secret that signs its events. */
  readonly key: string;
  /** Signs the tool's events: Trello's older secret, Monday's signing secret. */
  readonly signingSecret: string;
}

export type ToolClients = Readonly<Record<ToolName, ToolClient>>;

/**
 * - `reauth`: the token is rejected (401, `invalid_grant`); only a new connection helps.
 * - `refused`: understood and permanently refused; `reason` is the tool's message.
 * - `not_found`: board or card are missing, deleted, or hidden.
 * - `rate_limited`: later, at `retryAt` where the tool gave a time.
 * - `quota_day`: no more today; `retryAt` is the reset.
 * - `passing`: network, timeout, 5xx.
 * - `storage_full`: no space for a file.
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
  /** The tool's own message, without secrets; at most 200 characters. */
  readonly reason: string;
  readonly retryAt: Date | null;
  /** The call may have been carried out nevertheless. */
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
