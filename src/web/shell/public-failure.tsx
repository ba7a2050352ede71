import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { type FailureScreen, screenFailureText } from "./screen-failure.ts";

/** Replaces content that failed to load on a public page. */
export function PublicFailure({
  screen,
  error,
  onRetry,
}: {
  screen: FailureScreen;
  error: unknown;
  onRetry: () => void;
}) {
  const t = useText();
  return (
    <NothingHere
      icon={CircleAlert}
      title={t("errors.screen.generic_title")}
      text={screenFailureText(screen, error, t)}
    >
      <PlainButton variant="primary" size="lg" onClick={onRetry}>
        {t("common.retry")}
      </PlainButton>
    </NothingHere>
  );
}

/** Says that this URL has nothing for the visitor, and what they can do instead. */
export function NothingHere({
  icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-120 flex-1 flex-col items-center justify-center px-5 py-16 text-center"
    >
      <Icon of={icon} size="xl" className="mb-4 stroke-[1.25] text-ink-faint" />
      <h1 className="text-xl font-strong">{title}</h1>
      <p className="mt-2 text-base text-ink-muted">{text}</p>
      {children !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
