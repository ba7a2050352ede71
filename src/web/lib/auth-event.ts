import { onRemembered, remember, storageKeys } from "./storage.ts";

export type AuthEvent = "login" | "refresh" | "logout";

/** Tells the other tabs of this browser what became of its session. */
export function tellTabs(type: AuthEvent): void {
  remember(storageKeys.authEvent, JSON.stringify({ type, at: Date.now() }));
}

/** Hears what another tab told. Returns what stops it. */
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
