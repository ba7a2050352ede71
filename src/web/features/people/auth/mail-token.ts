import { useEffect, useState } from "react";

/** As the links of our mails carry it. */
const token = /^[\w-]{10,200}$/;

/** The token of an address of ours, `…?token=x` or `…/activate/x`, or the bare token; undefined when it is neither. */
export function tokenIn(text: string): string | undefined {
  const trimmed = text.trim();
  const [path = "", query = ""] = trimmed.split("?");
  const candidate =
    new URLSearchParams(query).get("token") ?? path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return token.test(candidate) && candidate !== "activate" ? candidate : undefined;
}

/**
 * The token that the address of this page came with. It is taken out of the address, where it would stay in the
 * history of a shared machine.
 */
export function useMailToken(path: string): string | undefined {
  const [found] = useState(() => tokenIn(location.pathname.slice(path.length) + location.search));
  useEffect(() => {
    if (found !== undefined) history.replaceState(null, "", path);
  }, [found, path]);
  return found;
}
