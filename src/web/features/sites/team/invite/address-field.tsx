import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { addressesIn, isSeparated, unique } from "./addresses.ts";

export interface AddressFieldProps {
  /** The complete addresses, shown as chips. */
  addresses: readonly string[];
  /** Incomplete input. */
  typed: string;
  onChange: (addresses: readonly string[], typed: string) => void;
  /** Reason of a refusal, by address. */
  refusals: ReadonlyMap<string, string>;
  error?: string | undefined;
  isDisabled: boolean;
}

/**
 * Accepts one address or a whole list. Comma, space and Enter end an address, Backspace restores the last one to the
 * input.
 */
export function AddressField({ addresses, typed, onChange, refusals, error, isDisabled }: AddressFieldProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const add = (text: string) => onChange(unique([...addresses, ...addressesIn(text)]), "");
  const remove = (address: string) => {
    onChange(
      addresses.filter((other) => other !== address),
      typed,
    );
    input.current?.focus();
  };

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-strong text-ink">
        {t("team.invite.addresses")}
        <span aria-hidden className="ms-0.5 text-bad-text">
          *
        </span>
      </label>
      <div
        className={cx(
          fieldBox,
          "flex max-h-48 min-h-9 flex-wrap items-center gap-1.5 overflow-y-auto px-1.5! py-1 touch:min-h-11",
          error !== undefined && "border-bad",
          isDisabled && "opacity-70",
        )}
      >
        {addresses.map((address) => (
          <AddressChip
            key={address}
            address={address}
            isRefused={refusals.has(address)}
            isDisabled={isDisabled}
            onRemove={() => remove(address)}
          />
        ))}
        <input
          id={id}
          ref={input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          aria-required
          aria-invalid={error !== undefined || refusals.size > 0}
          aria-describedby={`${id}-notes`}
          disabled={isDisabled}
          value={typed}
          onChange={({ target }) =>
            isSeparated(target.value) ? add(target.value) : onChange(addresses, target.value)
          }
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text");
            if (addressesIn(pasted).length < 2) return;
            event.preventDefault();
            add(`${typed} ${pasted}`);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter" && typed.trim() !== "") {
              event.preventDefault();
              add(typed);
            } else if (event.key === "Backspace" && typed === "") {
              const last = addresses.at(-1);
              if (last === undefined) return;
              event.preventDefault();
              onChange(addresses.slice(0, -1), last);
            }
          }}
          onBlur={() => typed.trim() !== "" && add(typed)}
          className="h-7 min-w-40 flex-1 bg-transparent px-1.5 outline-none touch:h-9 rtl:text-end"
        />
      </div>
      <div id={`${id}-notes`} className="flex flex-col gap-1 text-xs">
        <p className="flex justify-between gap-4 text-ink-muted">
          {t("team.invite.addresses_hint")}
          {addresses.length > 1 && (
            <span className="whitespace-nowrap tabular-nums">
              {t("team.invite.addresses_count", { count: addresses.length })}
            </span>
          )}
        </p>
        {error !== undefined && <p className="text-bad-text">{error}</p>}
      </div>
    </div>
  );
}

interface AddressChipProps {
  address: string;
  isRefused: boolean;
  isDisabled: boolean;
  onRemove: () => void;
}

function AddressChip({ address, isRefused, isDisabled, onRemove }: AddressChipProps) {
  const t = useText();
  return (
    <span
      className={cx(
        "inline-flex h-7 max-w-full items-center gap-1 rounded-full ps-2.5 pe-1 text-sm touch:h-9",
        isRefused ? "bg-bad-soft text-bad-text" : "bg-press",
      )}
    >
      <bdi className="truncate">{address}</bdi>
      <button
        type="button"
        aria-label={t("team.invite.remove", { email: address })}
        disabled={isDisabled}
        onClick={onRemove}
        className="hit-area flex size-5 shrink-0 items-center justify-center rounded-full hover:bg-press disabled:opacity-45"
      >
        <Icon of={X} size="sm" className="size-3.5" />
      </button>
    </span>
  );
}
