import type { NamedProvider, SocialProvider } from "#contract/social.ts";

/** Letters in place of trademarked logos. */
const letters: Readonly<Record<NamedProvider, string>> = { google: "G", facebook: "f", twitter: "X" };

export function ProviderMark({ provider, name }: { provider: SocialProvider; name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-press text-base font-strong text-ink-muted"
    >
      {provider === "openid" ? firstLetter(name) : letters[provider]}
    </span>
  );
}

const firstLetter = (name: string) => (Array.from(name)[0] ?? "").toLocaleUpperCase();
