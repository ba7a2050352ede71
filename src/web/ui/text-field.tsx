import { type Ref, useState } from "react";
import { Input } from "react-aria-components/Input";
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
} from "react-aria-components/TextField";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { Counter, FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";

export interface TextFieldProps
  extends Omit<AriaProps, "children" | "className" | "style" | "isInvalid">,
    FieldTexts {
  placeholder?: string;
  /** Shows 'n/max characters' beside the hint; needs `maxLength`. */
  hasCounter?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Codes, URLs and numbers read left to right in every language. */
  dir?: "ltr";
  className?: string;
}

export function TextField({
  label,
  hint,
  error,
  placeholder,
  hasCounter = false,
  inputRef,
  dir,
  className,
  ...props
}: TextFieldProps) {
  const [length, setLength] = useState((props.value ?? props.defaultValue ?? "").length);
  const shown = props.value === undefined ? length : props.value.length;
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      onChange={(value) => {
        setLength(value.length);
        props.onChange?.(value);
      }}
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={props.isRequired ?? false} />
      <Input
        ref={inputRef ?? null}
        {...(placeholder !== undefined && { placeholder })}
        {...(dir && { dir })}
        className={cx(fieldBox, controlHeight, dir && "rtl:text-end")}
      />
      <FieldNotes
        error={error}
        {...(hint !== undefined && { hint })}
        {...(hasCounter &&
          props.maxLength !== undefined && { counter: <Counter length={shown} max={props.maxLength} /> })}
      />
    </AriaTextField>
  );
}
