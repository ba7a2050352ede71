import { useEffect, useState } from "react";

export type CopyState = "idle" | "copied" | "failed";

/** Milliseconds for which a button shows that it has copied. */
const saidFor = 2500;

/**
 * A chunk of its own everywhere, as on the sign-in pages: a module shared by two of their scripts would be loaded by
 * all of them.
 */
const copying = () => import("#web/lib/copy-text.ts").catch(() => null);

/** Copies a text and reports the result; `copy` resolves with whether it succeeded. */
export function useCopy(): { readonly state: CopyState; readonly copy: (text: string) => Promise<boolean> } {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    // Loaded before the click: browsers allow copying only for a moment after one.
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
