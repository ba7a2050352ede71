import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "../bare-icon-button.tsx";
import { PlainField, type PlainFieldProps } from "./plain-field.tsx";

/** A password field with a button to show the text; pasting is allowed. */
export function PlainPassword(props: Omit<PlainFieldProps, "type" | "tail" | "dir">) {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  return (
    <PlainField
      {...props}
      type={isShown ? "text" : "password"}
      tail={
        <BareIconButton
          size="sm"
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? "common.hide_password" : "common.show_password")}
          aria-pressed={isShown}
          onPress={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
