import type { Share } from "#contract/access-logs.ts";
import { limits } from "#contract/limits.ts";

/** The settings of a visit's share link while they are being edited. */
export interface ShareDraft {
  readonly access: Share["access"];
  readonly history: boolean;
  readonly expires_at: string | null;
  /** Undefined keeps the password, null removes it, a text sets it. */
  readonly password: string | null | undefined;
}

export const draftOf = ({ access, history, expires_at }: Share): ShareDraft => ({
  access,
  history,
  expires_at,
  password: undefined,
});

/**
 * Returns the changes to send; empty when nothing differs. Settings for guests are not shown while the link is for
 * members, so they stay unchanged then.
 */
export function shareChanges(share: Share, draft: ShareDraft): Partial<ShareDraft> {
  const { password } = draft;
  if (draft.access === "members") return draft.access === share.access ? {} : { access: draft.access };
  const isPasswordSame = password === undefined || (password === null && !share.has_password);
  return {
    ...(draft.access !== share.access && { access: draft.access }),
    ...(draft.history !== share.history && { history: draft.history }),
    ...(!isSameMoment(draft.expires_at, share.expires_at) && { expires_at: draft.expires_at }),
    ...(!isPasswordSame && { password }),
  };
}

const isSameMoment = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

export const isTooShort = ({ access, password }: ShareDraft): boolean =>
  access === "link" && typeof password === "string" && password.length < limits.share.password.min;

export type Expiry = "never" | "week" | "month" | "date";

/**
 * Returns the end of the day that far ahead, in the reader's time zone: a link should not expire in the middle of the
 * day.
 */
export function expiryIn(span: "week" | "month", now = new Date()): string {
  const day = new Date(now);
  if (span === "week") day.setDate(day.getDate() + 7);
  // A month after 31 January is the last day of February, not the third of March.
  else
    day.setMonth(day.getMonth() + 1, Math.min(day.getDate(), daysIn(day.getFullYear(), day.getMonth() + 1)));
  day.setHours(23, 59, 0, 0);
  return day.toISOString();
}

const daysIn = (year: number, month: number): number => new Date(year, month + 1, 0).getDate();

/** Returns the choice that matches a moment. */
export function expiryOf(expires_at: string | null, now = new Date()): Expiry {
  if (expires_at === null) return "never";
  if (isSameMoment(expires_at, expiryIn("week", now))) return "week";
  return isSameMoment(expires_at, expiryIn("month", now)) ? "month" : "date";
}

/** Letters that are not confused on the telephone; 23 of them to the twelfth power are 54 bits. */
const letters = "abcdefghjkmnpqrstuvwxyz";

/** Three groups of four, such as `kqtm-wbxe-hnzd`. */
export function suggestPassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(12));
  const text = [...random].map((number) => letters[number % letters.length]).join("");
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join("-");
}

export const isOver = (expires_at: string | null, now = new Date()): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

/** Returns the key of the sentence that says who can open the link. */
export function whoOpens({ access, has_password, expires_at }: Share, now = new Date()) {
  if (access === "members") return "opens_members";
  if (isOver(expires_at, now)) return "opens_over";
  return has_password ? "opens_password" : "opens_link";
}
