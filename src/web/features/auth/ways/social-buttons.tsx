import type { SocialProvider } from "#contract/social.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { SocialMark } from "./social-marks.tsx";

export interface SocialButtonsProps {
  providers: readonly SocialProvider[];
  /** The one whose page is on its way. */
  pending: string | null;
  onChoose: (provider: SocialProvider) => void;
}

/** One says all of it; several stand side by side under their names, or the form would be the smaller part of the page. */
export function SocialButtons({ providers, pending, onChoose }: SocialButtonsProps) {
  const t = useText();
  const isAlone = providers.length === 1;
  return (
    <div className="flex gap-2.5">
      {providers.map((provider) => {
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
            <span className="truncate">{isAlone ? sentence : name}</span>
          </PlainButton>
        );
      })}
    </div>
  );
}
