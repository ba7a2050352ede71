import type { SocialProvider } from "#contract/social.ts";

/** Letters in place of the marks that others own. */
const letters: Readonly<Record<SocialProvider, string>> = { google: "G", facebook: "f", twitter: "X" };

export function ProviderMark({ provider }: { provider: SocialProvider }) {
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-press text-base font-strong text-ink-muted"
    >
      {letters[provider]}
    </span>
  );
}
