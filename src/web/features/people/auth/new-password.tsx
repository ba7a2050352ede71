import { Check } from "lucide-react";
import type { RefObject } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainPassword } from "#web/ui/plain/plain-password.tsx";

export interface NewPasswordProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isFirst?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** A new password: one hint, which is checked off when it is met. The server refuses common ones. */
export function NewPassword(props: NewPasswordProps) {
  const t = useText();
  const isLongEnough = props.value.length >= limits.password.min;
  return (
    <PlainPassword
      {...props}
      name="password"
      autoComplete="new-password"
      isRequired
      hint={
        <span className={isLongEnough ? "flex items-center gap-1 text-ok-text" : ""}>
          {isLongEnough && <Icon of={Check} size="sm" className="size-3.5 stroke-2" />}
          {t("auth.password_hint")}
        </span>
      }
    />
  );
}

/** Client-side error of a password; undefined when it is valid. */
export function passwordError(value: string, t: ReturnType<typeof useText>): string | undefined {
  if (value === "") return t("auth.password_required");
  if (value.length < limits.password.min) return t("auth.password_short");
  return value.length > limits.password.max ? t("auth.password_long") : undefined;
}
