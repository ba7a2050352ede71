import { useEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { suggestPassword } from "#web/lib/share-rules.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";

export interface PasswordChoiceProps {
  /** Whether one is in force. */
  isSet: boolean;
  /** What becomes of it: undefined nothing, null none, a text that. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
  error?: string | undefined;
}

/** The password of a link. It is seen while it is typed, because it has to be told to others, and never again. */
export function PasswordChoice({ isSet, value, onChange, error }: PasswordChoiceProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const isTyped = typeof value === "string";
  const isRemoved = value === null && isSet;
  const wasTyped = useRef(isTyped);
  useEffect(() => {
    if (isTyped && !wasTyped.current) input.current?.focus();
    wasTyped.current = isTyped;
  }, [isTyped]);
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
      <legend className="mb-1.5 text-sm font-strong">{t("sharing.settings.password")}</legend>
      {!isTyped && (
        <p className="text-ink-muted">
          {t(
            isRemoved
              ? "sharing.settings.password_off"
              : isSet
                ? "sharing.settings.password_on"
                : "sharing.settings.password_none",
          )}
        </p>
      )}
      {isTyped && (
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            label={t("sharing.settings.password_field")}
            hint={t("sharing.settings.password_hint", { n: limits.share.password.min })}
            {...(error !== undefined && { error })}
            value={value}
            onChange={onChange}
            inputRef={input}
            dir="ltr"
            autoComplete="off"
            maxLength={limits.share.password.max}
            className="min-w-52 flex-1"
          />
          <CopyButton text={value} className="mt-6.5" />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onPress={() => onChange(suggestPassword())}>
          {t(
            isTyped
              ? "sharing.settings.password_suggest"
              : isSet
                ? "sharing.settings.password_change"
                : "sharing.settings.password_set",
          )}
        </Button>
        {isSet && !isTyped && !isRemoved && (
          <Button size="sm" onPress={() => onChange(null)}>
            {t("sharing.settings.password_remove")}
          </Button>
        )}
        {(isTyped || isRemoved) && (
          <Button size="sm" variant="quiet" onPress={() => onChange(undefined)}>
            {t("sharing.settings.password_keep")}
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-muted">{t("sharing.settings.members_note")}</p>
    </fieldset>
  );
}
