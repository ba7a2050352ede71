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

export function SocialButtons({ providers, pending, onChoose }: SocialButtonsProps) {
  const t = useText();
  return providers.map((provider) => (
    <PlainButton
      key={provider}
      size="lg"
      className="w-full"
      isPending={pending === provider}
      onClick={() => onChoose(provider)}
    >
      {pending !== provider && <SocialMark provider={provider} />}
      {t("social.continue", { provider: t(`social.${provider}`) })}
    </PlainButton>
  ));
}
