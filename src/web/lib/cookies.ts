const year = 365 * 24 * 3600;

/** By https a prefix that restricts the cookie to this host, as the server names its own. */
const named = (name: string): string => (location.protocol === "https:" ? `__Host-${name}` : name);

/**
 * Stores a value for the server or for the next page. `seconds`: its lifetime, a year by default; `session` until the
 * browser is closed.
 */
export function writeCookie(name: string, value: string, seconds: number | "session" = year): void {
  const end = seconds === "session" ? "" : `; max-age=${seconds}`;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser of the target
  document.cookie = `${named(name)}=${value}; path=/; samesite=lax${end}${secure}`;
}

export const hasCookie = (name: string, value: string | number): boolean =>
  document.cookie.split("; ").includes(`${named(name)}=${value}`);
