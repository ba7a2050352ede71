import type { Tool } from "#contract/tools.ts";

/**
 * Which tool this tab went to sign in at. A token that comes back in an address is taken only then: a link from
 * somebody else must not connect his account here, to which snags would go.
 */
const key = "tool-journey";

export function beginSignIn(tool: Tool): void {
  try {
    sessionStorage.setItem(key, tool);
  } catch {
    // Where nothing can be remembered a token in an address is not taken; it can still be pasted.
  }
}

/** Whether this tab went out to this tool, and has not come back yet. */
export function isSigningIn(tool: Tool): boolean {
  try {
    return sessionStorage.getItem(key) === tool;
  } catch {
    return false;
  }
}

export function endSignIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was remembered either.
  }
}

/** How a journey came to nothing, in the words of the server's return page. */
const endings = ["denied", "expired", "off", "refused", "silent"] as const;

export type Return =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly ending: (typeof endings)[number] };

/** What the address says of a sign-in at the tool that has just ended; null where it says nothing. */
export function readReturn({ hash, search }: Pick<Location, "hash" | "search">): Return | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const token = fragment.get("token");
  if (token !== null && token !== "") return { kind: "token", token };
  const query = new URLSearchParams(search);
  const refusal = fragment.get("error");
  if (refusal !== null && refusal !== "") return { kind: "failed", ending: "denied" };
  if (query.has("connected")) return { kind: "done" };
  const failed = query.get("failed");
  if (failed === null) return null;
  return { kind: "failed", ending: endings.find((ending) => ending === failed) ?? "refused" };
}
