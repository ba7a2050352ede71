import type { Tool } from "#contract/tools.ts";

/**
 * The tool that this tab left to sign in at. A token in a returning address is accepted only then: another person's
 * link must not connect their account here, to which snags would go.
 */
const key = "tool-journey";

export function beginSignIn(tool: Tool): void {
  try {
    sessionStorage.setItem(key, tool);
  } catch {
    // Where nothing can be stored a token in an address is not accepted; it can still be pasted.
  }
}

/** Whether this tab left for this tool, and has not returned yet. */
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
    // Nothing was stored either.
  }
}

/** Reasons for a failed sign-in, as named by the server's return page. */
const endings = ["denied", "expired", "off", "refused", "silent"] as const;

export type Return =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly ending: (typeof endings)[number] };

/** Reads the result of a sign-in at the tool from the address; null without one. */
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
