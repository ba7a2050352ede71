import { useEffect, useState } from "react";

export type CopyState = "idle" | "copied" | "failed";

/** Milliseconds for which a button says that it has copied. */
const saidFor = 2500;

/** A file of its own everywhere, as the sign-in pages have it: a part of two of their scripts would burden all of them. */
const copying = () => import("#web/lib/copy-text.ts").catch(() => null);

/** Copies a text and says how it went; `copy` answers whether it did. */
export function useCopy(): { readonly state: CopyState; readonly copy: (text: string) => Promise<boolean> } {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    // There before the press: browsers copy for a moment after one.
    void copying();
  }, []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), saidFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    const isCopied = (await (await copying())?.copyText(text)) ?? false;
    setState(isCopied ? "copied" : "failed");
    return isCopied;
  };
  return { state, copy };
}
