import { useId, useState } from "react";
import { crewLimits } from "#contract/crews.limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";

interface DisputeProps {
  number: number;
  /** The note of the answer, which becomes the reason. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  onSend: (reason: string) => void;
}

/** Asks for the reason, which a dispute must have. */
export function Dispute({ number, text, onText, onClose, onSend }: DisputeProps) {
  const t = useText();
  const id = useId();
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && text.trim() === "";
  return (
    <PlainDialog title={t("crews.answer.dispute.title", { number })} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
          if (text.trim() !== "") onSend(text);
        }}
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-base font-strong">
            {t("crews.answer.dispute.reason")}
          </label>
          <textarea
            id={id}
            rows={4}
            maxLength={crewLimits.text}
            value={text}
            onChange={({ target }) => onText(target.value)}
            aria-required
            aria-invalid={isMissing || undefined}
            aria-describedby={`${id}notes`}
            className={cx(fieldBox, "resize-y py-2.5 text-base", isMissing && "border-bad")}
          />
          <span
            id={`${id}notes`}
            role={isMissing ? "alert" : undefined}
            className={cx("text-sm", isMissing ? "text-bad-text" : "text-ink-muted")}
          >
            {t(isMissing ? "crews.answer.dispute.required" : "crews.answer.dispute.hint")}
          </span>
        </div>
        <div className="flex gap-2 *:flex-1">
          <PlainButton size="lg" onClick={onClose}>
            {t("crews.answer.dispute.cancel")}
          </PlainButton>
          <PlainButton type="submit" variant="primary" size="lg">
            {t("crews.answer.dispute.send")}
          </PlainButton>
        </div>
      </form>
    </PlainDialog>
  );
}
