import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";

export interface ComposerProps {
  label: string;
  hint?: string;
  send: string;
  start?: string;
  onSend: (text: string) => Promise<unknown>;
  onCancel: () => void;
  children?: React.ReactNode;
}

/** Text of a comment or a reply. It stays until it has been sent. Ctrl and Enter sends, Escape cancels. */
export function Composer({ label, hint, send, start = "", onSend, onCancel, children }: ComposerProps) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    area.current?.focus();
  }, []);

  async function submit(): Promise<void> {
    if (isSending) return;
    if (text.trim() === "") return setProblem(t("comments.text_required"));
    setIsSending(true);
    try {
      await onSend(text.trim());
    } catch (error) {
      setProblem(`${t("comments.not_sent")}. ${errorText(error, t)}`);
      setIsSending(false);
    }
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label={label}
        {...(hint !== undefined && { hint })}
        rows={3}
        value={text}
        areaRef={area}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
          else if (event.key === "Escape" && text.trim() === start.trim()) onCancel();
          else event.continuePropagation();
        }}
        maxLength={limits.comment.text}
        error={problem}
      />
      {children}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onPress={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" size="sm" variant="primary" icon={SendHorizontal} isPending={isSending}>
          {send}
        </Button>
      </div>
    </form>
  );
}
