import { useRef } from "react";
import type { PublicSettings } from "#contract/settings.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainLink, plainLinkClass } from "#web/ui/plain/plain-link.tsx";

export const asksConsent = (settings: PublicSettings | null) =>
  settings !== null && settings.terms_and_conditions + settings.privacy_policy !== "";

export interface ConsentProps {
  settings: PublicSettings;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
  error?: string | undefined;
}

/** 'I accept the Terms and Conditions and the Privacy Policy', as far as they exist, each readable on a press. */
export function Consent({ settings, isGiven, onChange, error }: ConsentProps) {
  const t = useText();
  const { terms_and_conditions: terms, privacy_policy: privacy } = settings;
  return (
    <PlainCheckbox isSelected={isGiven} onChange={onChange} error={error}>
      <>
        {t("auth.register.consent")} {terms !== "" && <Paper name={t("auth.register.terms")} text={terms} />}
        {terms !== "" && privacy !== "" && ` ${t("auth.register.and")} `}
        {privacy !== "" && <Paper name={t("auth.register.privacy")} text={privacy} />}
      </>
    </PlainCheckbox>
  );
}

/** A text of this platform in a dialog, or an external one in a new tab. */
function Paper({ name, text }: { name: string; text: string }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  if (text.startsWith("http"))
    return (
      <PlainLink href={text} isAside>
        {name}
      </PlainLink>
    );
  return (
    <>
      <button type="button" className={plainLinkClass} onClick={() => dialog.current?.showModal()}>
        {name}
      </button>
      <dialog
        ref={dialog}
        aria-label={name}
        className="m-auto max-h-[80dvh] w-[min(40rem,calc(100vw-2rem))] cursor-auto rounded-lg bg-raised p-6 text-ink shadow-float select-text backdrop:bg-veil"
      >
        <h2 className="text-lg font-strong">{name}</h2>
        <p className="mt-3 whitespace-pre-wrap">{text}</p>
        <PlainButton className="mt-5" onClick={() => dialog.current?.close()}>
          {t("common.close")}
        </PlainButton>
      </dialog>
    </>
  );
}
