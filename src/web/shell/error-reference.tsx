import { useState } from "react";
import { copyReference, referenceOf } from "#web/lib/error-reference.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";

/** Shown below a server error: the reference to quote when asking for help, with a button to copy it. */
export function ErrorReference({ error }: { error: unknown }) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  const reference = referenceOf(error);
  if (reference === "") return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-ink-muted">
      <span>
        {t("errors.reference")} <code dir="ltr">{reference}</code>
      </span>
      <PlainButton
        variant="quiet"
        size="sm"
        label={t("errors.copy_reference")}
        onClick={() => void copyReference(reference).then(setIsCopied)}
      >
        <span aria-live="polite">{t(isCopied ? "common.copied" : "common.copy")}</span>
      </PlainButton>
    </p>
  );
}
