import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#web/lib/copy-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button, type ButtonProps } from "./button.tsx";

export interface CopyButtonProps extends Pick<ButtonProps, "size" | "variant" | "className"> {
  /** The text to copy. */
  text: string;
}

/** Copies the text, and confirms it for two seconds. */
export function CopyButton({ text, ...look }: CopyButtonProps) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button {...look} icon={isCopied ? Check : Copy} onPress={() => void copyText(text).then(setIsCopied)}>
      <span aria-live="polite">{t(isCopied ? "common.copied" : "common.copy")}</span>
    </Button>
  );
}
