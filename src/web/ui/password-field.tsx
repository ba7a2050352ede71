import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
} from "react-aria-components/TextField";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "./classes.ts";
import { FieldLabel, FieldNotes, type FieldTexts, fieldColumn } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface PasswordFieldProps
  extends Omit<AriaProps, "children" | "className" | "style" | "isInvalid" | "type">,
    FieldTexts {
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** A password field with a button to show the text; pasting is allowed. */
export function PasswordField({ label, hint, error, inputRef, className, ...props }: PasswordFieldProps) {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  return (
    <AriaTextField
      {...props}
      type={isShown ? "text" : "password"}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={cx(fieldColumn, className)}
    >
      <FieldLabel label={label} isRequired={props.isRequired ?? false} />
      <Group
        isInvalid={error !== undefined}
        className={cx(fieldBox, controlHeight, "flex items-center ps-0 pe-1")}
      >
        <Input
          ref={inputRef ?? null}
          dir="ltr"
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 outline-none rtl:text-end"
        />
        <Button
          aria-label={t(isShown ? "common.hide_password" : "common.show_password")}
          aria-pressed={isShown}
          onPress={() => setIsShown(!isShown)}
          className="hit-area flex size-7 items-center justify-center rounded-sm text-ink-muted hover:text-ink"
        >
          <Icon of={isShown ? EyeOff : Eye} size="sm" />
        </Button>
      </Group>
      <FieldNotes error={error} {...(hint !== undefined && { hint })} />
    </AriaTextField>
  );
}
