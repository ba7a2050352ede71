import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button, type ButtonProps } from "./button.tsx";

export interface CopyButtonProps extends Pick<ButtonProps, "size" | "variant" | "className"> {
  /** What goes to the clipboard. */
  text: string;
}

/** Copies, and says for two seconds that it has. */
export function CopyButton({ text, ...look }: CopyButtonProps) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button {...look} icon={isCopied ? Check : Copy} onPress={() => void copy(text).then(setIsCopied)}>
      <span aria-live="polite">{t(isCopied ? "common.copied" : "common.copy")}</span>
    </Button>
  );
}

/** The clipboard is closed to pages that were not opened over https; those select and copy as of old. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    (document.activeElement?.parentElement ?? document.body).append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}
