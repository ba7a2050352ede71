import type { ReactNode } from "react";

export interface PlainLabelProps {
  htmlFor: string;
  isRequired: boolean;
  children: ReactNode;
}

export function PlainLabel({ htmlFor, isRequired, children }: PlainLabelProps) {
  return (
    <label htmlFor={htmlFor} className="text-sm font-strong">
      {children}
      {isRequired && (
        <span aria-hidden className="ms-0.5 text-bad-text">
          *
        </span>
      )}
    </label>
  );
}

/** Below the control with this id: its error, else its hint. */
export function PlainNotes({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <>
      {hint !== undefined && error === undefined && (
        <span id={`${id}hint`} className="text-xs text-ink-muted">
          {hint}
        </span>
      )}
      <span id={`${id}error`} className="text-xs text-bad-text empty:hidden">
        {error}
      </span>
    </>
  );
}
