import type { LucideIcon } from "lucide-react";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

export interface NoticeProps {
  icon?: LucideIcon;
  title?: string;
  text: string;
  action?: { readonly label: string; readonly onPress: () => void };
  /** A spinner, for a state that ends by itself. */
  isBusy?: boolean;
}

/** A message in the middle of the picture, also read out. Null shows nothing. */
export function Notice({ of }: { of: NoticeProps | null }) {
  return (
    <output className="pointer-events-none absolute inset-0 flex items-center justify-center p-4 *:pointer-events-auto">
      {of !== null && (
        <div className="flex max-w-96 flex-col items-center gap-2 rounded-lg bg-glass px-6 py-5 text-center text-balance shadow-float backdrop-blur-md anim-rise-in">
          {of.isBusy === true && <Spinner className="size-8" />}
          {of.icon && <Icon of={of.icon} size="xl" className="text-ink-muted" />}
          {of.title !== undefined && <p className="text-lg font-strong">{of.title}</p>}
          <p>{of.text}</p>
          {of.action && (
            <PlainButton onClick={of.action.onPress} className="mt-2">
              {of.action.label}
            </PlainButton>
          )}
        </div>
      )}
    </output>
  );
}
