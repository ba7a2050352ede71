import { onRemembered, remember, storageKeys } from "./storage.ts";

export type AuthEvent = "login" | "refresh" | "logout";

/** Notifies this browser's other tabs of a change of the session. */
export function tellTabs(type: AuthEvent): void {
  remember(storageKeys.authEvent, JSON.stringify({ type, at: Date.now() }));
}

/** Subscribes to notifications of other tabs. Returns a function that unsubscribes. */
export function onAuthEvent(hear: (type: AuthEvent) => void): () => void {
  return onRemembered(storageKeys.authEvent, (value) => {
    const type = readType(value);
    if (type !== null) hear(type);
  });
}

function readType(value: string | null): AuthEvent | null {
  try {
    const { type } = JSON.parse(value ?? "null") as { type?: unknown };
    return type === "login" || type === "refresh" || type === "logout" ? type : null;
  } catch {
    return null;
  }
}
