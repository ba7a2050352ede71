import type { RefObject } from "react";
import { limits } from "#contract/limits.ts";
import { suggestPassword } from "#web/lib/share-rules.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { useCopy } from "./use-copy.ts";

export interface PasswordChoiceProps {
  /** Whether a password is set. */
  isSet: boolean;
  /** The change: undefined keeps it, null removes it, a text sets it. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** The password of a link. It is visible while it is typed, because it has to be shared with others, and never again. */
export function PasswordChoice({ isSet, value, onChange, error, inputRef }: PasswordChoiceProps) {
  const t = useText();
  const isTyped = typeof value === "string";
  const isRemoved = value === null && isSet;
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
      <legend className="mb-1.5 text-sm font-strong">{t("sharing.settings.password")}</legend>
      {isTyped ? (
        <Typed value={value} onChange={onChange} error={error} inputRef={inputRef} />
      ) : (
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
      <div className="flex flex-wrap gap-2">
        <PlainButton
          size="sm"
          onClick={() => {
            onChange(suggestPassword());
            inputRef.current?.focus();
          }}
        >
          {t(
            isTyped
              ? "sharing.settings.password_suggest"
              : isSet
                ? "sharing.settings.password_change"
                : "sharing.settings.password_set",
          )}
        </PlainButton>
        {isSet && !isTyped && !isRemoved && (
          <PlainButton size="sm" onClick={() => onChange(null)}>
            {t("sharing.settings.password_remove")}
          </PlainButton>
        )}
        {(isTyped || isRemoved) && (
          <PlainButton size="sm" variant="quiet" onClick={() => onChange(undefined)}>
            {t("sharing.settings.password_keep")}
          </PlainButton>
        )}
      </div>
      <p className="text-xs text-ink-muted">{t("sharing.settings.members_note")}</p>
    </fieldset>
  );
}

function Typed({
  value,
  onChange,
  error,
  inputRef,
}: Pick<PasswordChoiceProps, "onChange" | "error" | "inputRef"> & { value: string }) {
  const t = useText();
  const { state, copy } = useCopy();
  const take = async () => {
    if (!(await copy(value))) inputRef.current?.select();
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-52 flex-1">
        <PlainField
          label={t("sharing.settings.password_field")}
          hint={t("sharing.settings.password_hint", { n: limits.share.password.min })}
          error={error}
          value={value}
          onChange={onChange}
          inputRef={inputRef}
          isFirst
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={limits.share.password.max}
        />
      </div>
      <PlainButton className="mt-6.5" onClick={() => void take()}>
        <span aria-live="polite">
          {t(state === "copied" ? "sharing.links.copied" : "sharing.settings.password_copy")}
        </span>
      </PlainButton>
    </div>
  );
}
