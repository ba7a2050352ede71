import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { useText } from "#web/lib/use-text.ts";

export interface FieldTexts {
  label: string;
  /** Hint below the control; stays visible, an error is shown under it. */
  hint?: string;
  /** The error message; its presence marks the field as invalid. */
  error?: string | undefined;
  isRequired?: boolean;
}

/** The label above a control, with a red asterisk when required. */
export function FieldLabel({ label, isRequired = false }: Pick<FieldTexts, "label" | "isRequired">) {
  return (
    <Label className="text-sm font-strong text-ink">
      {label}
      {isRequired && (
        <span aria-hidden className="ms-0.5 text-bad-text">
          *
        </span>
      )}
    </Label>
  );
}

/** The notes under a control: hint, counter, error. */
export function FieldNotes({
  hint,
  error,
  counter,
}: Pick<FieldTexts, "hint" | "error"> & { counter?: ReactNode }) {
  return (
    <>
      {(hint !== undefined || counter !== undefined) && (
        <div className="flex justify-between gap-4 text-xs text-ink-muted">
          {hint !== undefined && <Text slot="description">{hint}</Text>}
          {counter !== undefined && <span className="ms-auto whitespace-nowrap">{counter}</span>}
        </div>
      )}
      <FieldError className="text-xs text-bad-text">{error}</FieldError>
    </>
  );
}

/** 'n/max characters', turning red at the limit. */
export function Counter({ length, max }: { length: number; max: number }) {
  const t = useText();
  return (
    <span data-tabular className={length >= max ? "text-bad-text" : ""}>
      {t("common.counter", { count: length, max })}
    </span>
  );
}

export const fieldColumn = "flex flex-col gap-1.5";
