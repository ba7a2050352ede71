import type { NamedProvider, SocialProvider } from "#contract/social.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { SocialMark } from "./social-marks.tsx";

export interface SocialButtonsProps {
  providers: readonly SocialProvider[];
  /** Name of the custom provider from the settings; empty when it has none. */
  openIdName: string;
  /** The provider whose page is loading. */
  pending: string | null;
  onChoose: (provider: SocialProvider) => void;
}

/**
 * A single provider has a full label; several are side by side with their names only, or they would outweigh the form.
 * The company's own provider has a row to itself: its name may be long.
 */
export function SocialButtons({ providers, openIdName, pending, onChoose }: SocialButtonsProps) {
  const t = useText();
  const named = providers.filter((provider): provider is NamedProvider => provider !== "openid");
  const isAlone = named.length === 1;
  return (
    <>
      {named.length > 0 && (
        <div className="flex gap-2.5">
          {named.map((provider) => {
            const name = t(`social.${provider}`);
            const sentence = t("social.continue", { provider: name });
            return (
              <PlainButton
                key={provider}
                size="lg"
                className="min-w-0 flex-auto px-2!"
                isPending={pending === provider}
                onClick={() => onChoose(provider)}
                {...(isAlone ? {} : { label: sentence })}
              >
                {pending !== provider && <SocialMark provider={provider} />}
                <span className="own-direction truncate">{isAlone ? sentence : name}</span>
              </PlainButton>
            );
          })}
        </div>
      )}
      {providers.includes("openid") && (
        <PlainButton
          size="lg"
          className="w-full"
          isPending={pending === "openid"}
          onClick={() => onChoose("openid")}
        >
          {pending !== "openid" && <SocialMark provider="openid" />}
          <span className="own-direction truncate">
            {openIdName === "" ? t("social.continue_openid") : t("social.continue", { provider: openIdName })}
          </span>
        </PlainButton>
      )}
    </>
  );
}
