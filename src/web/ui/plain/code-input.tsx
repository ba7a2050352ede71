import { type RefObject, useId } from "react";
import { cx } from "../classes.ts";

export interface CodeInputProps {
  label: string;
  /** Shown below the boxes. */
  hint: string;
  value: string;
  /** Only ever digits 0 to 9, `length` of them at most. */
  onChange: (value: string) => void;
  /** Called when all boxes are filled. */
  onComplete: (value: string) => void;
  length?: number;
  error?: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Converts Arabic-Indic and Persian digits to 0 to 9, and removes all other characters. */
export function digitsOf(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll(/\D/g, "");
}

/**
 * Digits in boxes, left to right in every language. It is one field under the boxes, so that pasting, code suggestions
 * of phones, and screen readers work as expected.
 */
export function CodeInput({
  label,
  hint,
  value,
  onChange,
  onComplete,
  length = 6,
  error,
  inputRef,
}: CodeInputProps) {
  const id = useId();
  const isInvalid = error !== undefined;
  const places = Array.from({ length }, (_, place) => place);

  function type(text: string): void {
    const next = digitsOf(text).slice(0, length);
    onChange(next);
    if (next.length === length && next !== value) onComplete(next);
  }

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div dir="ltr" className="group relative w-full">
        <div aria-hidden className="grid auto-cols-fr grid-flow-col gap-2">
          {places.map((place) => (
            <span
              key={place}
              data-box
              className={cx(
                "flex aspect-[5/6] items-center justify-center rounded-md border bg-surface text-xl font-strong tabular-nums transition-[border-color,box-shadow]",
                isInvalid ? "border-bad" : "border-line-strong group-hover:border-ink-faint",
                place === Math.min(value.length, length - 1) &&
                  "group-focus-within:border-accent-text group-focus-within:shadow-[0_0_0_1px_var(--accent-text)]",
              )}
            >
              {value[place] ??
                (place === value.length && (
                  <span className="hidden h-5 w-px animate-pulse bg-ink group-focus-within:block motion-reduce:animate-none" />
                ))}
            </span>
          ))}
        </div>
        <input
          id={id}
          ref={inputRef}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => type(event.target.value)}
          // The boxes show no caret that could be between digits: it stays at the end.
          onSelect={({ currentTarget: field }) => {
            if (field.selectionStart === field.selectionEnd)
              field.setSelectionRange(field.value.length, field.value.length);
          }}
          aria-required
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}${isInvalid ? "error" : "hint"}`}
          className="absolute inset-0 size-full cursor-text opacity-0"
        />
      </div>
      <span id={`${id}hint`} className="text-sm text-ink-muted">
        {hint}
      </span>
      <span id={`${id}error`} role="alert" className="text-sm text-bad-text empty:hidden">
        {error}
      </span>
    </div>
  );
}
