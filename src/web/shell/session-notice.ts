/** Why somebody stands at the door again: somebody ended his session, it ran out, or he was away too long. */
export type SessionNotice = "terminated" | "expired" | "inactive";

const key = "session-notice";

/** Leaves word for the next page of this tab: the page that shows it is a document of its own. */
export function leaveNotice(notice: SessionNotice): void {
  try {
    sessionStorage.setItem(key, notice);
  } catch {
    // The door then says only that the session is over.
  }
}

/** What was left, once. */
export function takeNotice(): SessionNotice | null {
  try {
    const notice = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return notice === "terminated" || notice === "expired" || notice === "inactive" ? notice : null;
  } catch {
    return null;
  }
}
