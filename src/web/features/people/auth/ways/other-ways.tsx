import { KeyRound } from "lucide-react";
import { lazy, Suspense } from "react";
import type { SocialProvider } from "#contract/social.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { knowsPasskeys } from "./passkey.ts";

const SocialButtons = lazy(async () => ({
  default: (await import("./social-buttons.tsx")).SocialButtons,
}));

export type OtherWay = "passkey" | "demo" | SocialProvider;

export interface OtherWaysProps {
  pending: string | null;
  onChoose: (way: OtherWay) => void;
}

/** Alternatives to a password: those that the settings and this browser offer. */
export function OtherWays({ pending, onChoose }: OtherWaysProps) {
  const t = useText();
  const settings = useSettings();
  const providers = settings?.social_providers ?? [];
  const isDemo = settings?.demo_enabled === true;
  const isPasskey = knowsPasskeys();
  if (!isDemo && !isPasskey && providers.length === 0) return null;
  return (
    <>
      <div className="my-4 flex items-center gap-3 text-xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("auth.or")}
      </div>
      <div className="flex flex-col gap-2.5">
        {/* Their logos load after the form; their space is reserved. */}
        {providers.length > 0 && (
          <Suspense fallback={<PlaceOf providers={providers} />}>
            <SocialButtons
              providers={providers}
              openIdName={settings?.openid_name ?? ""}
              pending={pending}
              onChoose={onChoose}
            />
          </Suspense>
        )}
        {isPasskey && (
          <PlainButton
            size="lg"
            className="w-full"
            isPending={pending === "passkey"}
            onClick={() => onChoose("passkey")}
          >
            {pending !== "passkey" && <Icon of={KeyRound} />}
            {t("auth.passkey")}
          </PlainButton>
        )}
        {isDemo && (
          <PlainButton
            size="lg"
            className="w-full"
            isPending={pending === "demo"}
            onClick={() => onChoose("demo")}
          >
            {t("auth.demo")}
          </PlainButton>
        )}
      </div>
      {isDemo && <p className="mt-2 text-center text-xs text-ink-muted">{t("auth.demo_note")}</p>}
    </>
  );
}

/** As high as the buttons: a row for the well-known providers, one for the company's own. */
function PlaceOf({ providers }: { providers: readonly SocialProvider[] }) {
  const own = providers.includes("openid") ? 1 : 0;
  return (
    <>
      {providers.length > own && <span className="h-11" />}
      {own > 0 && <span className="h-11" />}
    </>
  );
}
