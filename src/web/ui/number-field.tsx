import { Minus, Plus } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaProps,
} from "react-aria-components/NumberField";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface NumberFieldProps
  extends Omit<AriaProps, "children" | "className" | "style" | "isInvalid">,
    FieldTexts {
  className?: string;
}

const stepper =
  "hit-area flex h-full w-8 shrink-0 items-center justify-center text-ink-muted hover:bg-hover hover:text-ink pressed:bg-press disabled:opacity-35";

/** A number with two steppers, clamped to `minValue` (0 by default) and `maxValue`; Arabic digits are accepted, too. */
export function NumberField({ label, hint, error, className, minValue = 0, ...props }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...props}
      minValue={minValue}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={props.isRequired ?? false} />
      <Group className={cx(fieldBox, controlHeight, "flex items-center overflow-hidden ps-0 pe-0")}>
        <Input data-tabular className="h-full min-w-0 flex-1 bg-transparent ps-3 outline-none" />
        <Button slot="decrement" className={stepper}>
          <Icon of={Minus} size="sm" />
        </Button>
        <Button slot="increment" className={cx(stepper, "border-s border-line")}>
          <Icon of={Plus} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
    </AriaNumberField>
  );
}
