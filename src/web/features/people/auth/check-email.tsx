import { MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { useLanguage } from "#web/lib/language.ts";
import { localeOf } from "#web/lib/locale.ts";
import { durationText, useCountdown } from "#web/lib/use-countdown.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { Refusal } from "./refusal.tsx";
import { useSending } from "./use-sending.ts";

export interface CheckEmailProps {
  title: string;
  children: ReactNode;
  /** Advice when the email does not arrive. */
  hint: string;
  /** Sends the email once more. */
  onResend: () => Promise<unknown>;
}

/** Seconds between two emails: longer than most take to arrive. */
const pause = 60;

/** An email was sent: the next step is in the user's inbox, not here. */
export function CheckEmail({ title, children, hint, onResend }: CheckEmailProps) {
  const t = useText();
  const locale = localeOf(useLanguage());
  const { left, begin } = useCountdown(pause);
  const [isSent, setIsSent] = useState(false);
  const { send, pending, failure, wait } = useSending<"again">();

  const resend = async () => {
    await onResend();
    setIsSent(true);
    begin(pause);
  };
  return (
    <>
      <div className="mb-5 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-text">
        <Icon of={MailCheck} size="lg" />
      </div>
      <output className="block">
        <h1 className="text-xl font-strong">{title}</h1>
        <span className="mt-1.5 block">{children}</span>
      </output>
      <output className="mt-4 block text-ink-muted">{isSent ? t("auth.sent_again") : hint}</output>
      <div className="mt-5 flex flex-col gap-2.5">
        <Refusal failure={failure} wait={wait} />
        <PlainButton
          size="lg"
          isPending={pending !== null}
          isDisabled={left > 0 || wait.left > 0}
          onClick={() => void send("again", resend)}
        >
          <span data-tabular>
            {left > 0 ? t("auth.again_in", { time: durationText(left, locale) }) : t("auth.send_again")}
          </span>
        </PlainButton>
        <PlainLink href="/login" look={{ variant: "quiet", size: "lg" }}>
          {t("auth.back_to_login")}
        </PlainLink>
      </div>
    </>
  );
}
