/** The names under which this browser remembers things. Those marked outlive a session. */
export const storageKeys = {
  /** Outlives a session. */
  language: "app-language",
  /** Outlives a session. */
  direction: "app-direction",
  /** Outlives a session. */
  theme: "app-theme",
  /** Outlives a session. */
  sidebar: "app-sidebar",
  /** Outlives a session: where to go after signing in, path and query. */
  redirect: "redirectAfterLogin",
  /** Outlives a session. */
  onboarding: "onboardingCompleted",
  /** Outlives a session. */
  installDismissed: "pwa-install-dismissed",
  /** The last sign-in, refresh or sign-out, told to other tabs. */
  session: "app-session",
} as const;

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Storage may be forbidden (private windows, embedded pages) or full; the application then merely forgets. */
export function remember(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Forgetting is the right thing here: nothing the person did is lost.
  }
}

export function recall(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Hears what other tabs of this browser remember under `key`. Returns what stops it. */
export function onRemembered(key: StorageKey, hear: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) hear(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
