import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { controlHeight, cx, fieldBox } from "../classes.ts";

export interface PlainFieldProps
  extends Pick<ComponentProps<"input">, "name" | "autoComplete" | "maxLength"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The refusal in words; its presence marks the field. */
  error?: string | undefined;
  isRequired?: boolean;
  /** The caret stands here when the page opens. */
  isFirst?: boolean;
  type?: "text" | "email" | "password";
  dir?: "ltr";
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Inside the box at its far end. */
  tail?: ReactNode;
}

/** A labelled line of text, with its refusal below. */
export function PlainField({
  label,
  value,
  onChange,
  error,
  isRequired = false,
  isFirst = false,
  type = "text",
  inputRef,
  tail,
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
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-strong">
        {label}
        {isRequired && (
          <span aria-hidden className="ms-0.5 text-bad-text">
            *
          </span>
        )}
      </label>
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
          aria-describedby={isInvalid ? `${id}error` : undefined}
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
      <span id={`${id}error`} className="text-xs text-bad-text empty:hidden">
        {error}
      </span>
    </div>
  );
}
