import { type Ref, useState } from "react";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
} from "react-aria-components/TextField";
import { cx, fieldBox } from "./classes.ts";
import { Counter, FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";

export interface TextAreaProps
  extends Omit<AriaProps, "children" | "className" | "style" | "isInvalid" | "type">,
    FieldTexts {
  placeholder?: string;
  rows?: number;
  hasCounter?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
  className?: string;
}

export function TextArea({
  label,
  hint,
  error,
  placeholder,
  rows = 10,
  hasCounter = false,
  areaRef,
  className,
  ...props
}: TextAreaProps) {
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
      <AriaTextArea
        ref={areaRef ?? null}
        rows={rows}
        placeholder={placeholder}
        className={cx(fieldBox, "resize-y py-2")}
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
