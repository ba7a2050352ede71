/** Why the sign-in page is shown again: a user ended the session, it expired, or the user was inactive for too long. */
export type SessionNotice = "terminated" | "expired" | "inactive";

const key = "session-notice";

/** Stores a notice for the next page of this tab: the page that shows it is a document of its own. */
export function leaveNotice(notice: SessionNotice): void {
  try {
    sessionStorage.setItem(key, notice);
  } catch {
    // The sign-in page then says only that the session is over.
  }
}

/** Returns the stored notice, once. */
export function takeNotice(): SessionNotice | null {
  try {
    const notice = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return notice === "terminated" || notice === "expired" || notice === "inactive" ? notice : null;
  } catch {
    return null;
  }
}
