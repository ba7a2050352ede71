import { Check } from "lucide-react";
import { useId } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Captcha } from "./captcha.ts";

/** Replaces a picture captcha: a box that checks itself, and shows its progress. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const t = useText();
  const id = useId();
  const state = useStore(captcha.state);
  const isSolved = state === "solved";
  return (
    <div className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2">
      <span
        className={cx(
          "relative flex size-5 shrink-0 items-center justify-center",
          isSolved ? "text-white" : "text-ink-muted",
        )}
      >
        <input
          id={id}
          type="checkbox"
          checked={isSolved}
          onChange={captcha.retry}
          aria-describedby={`${id}state`}
          className={cx(
            "hit-area absolute inset-0 appearance-none rounded-full border transition-colors checked:border-ok checked:bg-ok",
            state === "working" ? "border-transparent" : "border-line-strong bg-surface",
          )}
        />
        {state === "working" && <Spinner className="pointer-events-none relative size-5" />}
        {isSolved && <Icon of={Check} size="sm" className="pointer-events-none relative size-3.5 stroke-3" />}
      </span>
      <span className="min-w-0">
        <label htmlFor={id} className="block text-sm">
          {t("auth.captcha.label")}
        </label>
        <output
          id={`${id}state`}
          className={cx("block text-xs", state === "failed" ? "text-bad-text" : "text-ink-muted")}
        >
          {t(`auth.captcha.${state}`)}
        </output>
      </span>
    </div>
  );
}
