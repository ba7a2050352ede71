import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { controlHeight, cx, fieldBox } from "../classes.ts";
import { PlainLabel, PlainNotes } from "./plain-label.tsx";

export interface PlainFieldProps
  extends Pick<
    ComponentProps<"input">,
    | "name"
    | "autoComplete"
    | "maxLength"
    | "autoCapitalize"
    | "placeholder"
    | "inputMode"
    | "list"
    | "min"
    | "max"
    | "step"
  > {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Below the box: what to enter. */
  hint?: ReactNode;
  /** The error message; its presence marks the field as invalid. */
  error?: string | undefined;
  isRequired?: boolean;
  /** Receives focus when the page opens. */
  isFirst?: boolean;
  type?: "text" | "email" | "password" | "tel" | "url" | "number" | "datetime-local";
  dir?: "ltr";
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Inside the box at its end. */
  tail?: ReactNode;
  /** At the end of the label's line, after the field in tab order. */
  aside?: ReactNode;
}

/** A labelled single-line text field, with a hint or its error below. */
export function PlainField({
  label,
  value,
  onChange,
  hint,
  error,
  isRequired = false,
  isFirst = false,
  type = "text",
  inputRef,
  tail,
  aside,
  ...props
}: PlainFieldProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst, input]);
  const isInvalid = error !== undefined;
  return (
    <div className="relative flex flex-col gap-1.5">
      <PlainLabel htmlFor={id} isRequired={isRequired}>
        {label}
      </PlainLabel>
      <div className="relative">
        <input
          {...props}
          id={id}
          ref={input}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required={isRequired || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}error` : hint === undefined ? undefined : `${id}hint`}
          className={cx(
            fieldBox,
            controlHeight,
            isInvalid && "border-bad",
            tail !== undefined && "pe-10",
            props.dir && "rtl:text-end",
          )}
        />
        {tail !== undefined && <span className="absolute inset-y-0 end-1.5 flex items-center">{tail}</span>}
      </div>
      <PlainNotes id={id} hint={hint} error={error} />
      {aside !== undefined && <span className="absolute end-0 top-0 text-sm">{aside}</span>}
    </div>
  );
}
