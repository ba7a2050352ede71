import { useEffect, useState } from "react";

/** Format of the tokens in our emails. */
const token = /^[\w-]{10,200}$/;

/**
 * Extracts the token of one of our links, `…?token=x` or `…/activate/x`, or returns the bare token; undefined when it
 * is neither.
 */
export function tokenIn(text: string): string | undefined {
  const trimmed = text.trim();
  const [path = "", query = ""] = trimmed.split("?");
  const candidate =
    new URLSearchParams(query).get("token") ?? path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return token.test(candidate) && candidate !== "activate" ? candidate : undefined;
}

/**
 * The token in this page's address. It is removed from the address, where it would stay in the history of a shared
 * device.
 */
export function useMailToken(path: string): string | undefined {
  const [found] = useState(() => tokenIn(location.pathname.slice(path.length) + location.search));
  useEffect(() => {
    if (found !== undefined) history.replaceState(null, "", path);
  }, [found, path]);
  return found;
}
