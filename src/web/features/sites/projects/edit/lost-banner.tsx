import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

export interface LostBannerProps {
  /** Why saving is no longer possible. */
  why: "denied" | "gone" | "stale";
  /** Unsaved input, as text; empty for none. */
  typed: string;
}

/** Says that the form cannot be saved, and offers its input as text. */
export function LostBanner({ why, typed }: LostBannerProps) {
  const t = useText();
  const text =
    why === "denied" && typed === ""
      ? "projects.form.denied_nothing"
      : (`projects.form.${why}_text` as const);
  return (
    <Banner
      tone={why === "stale" ? "warn" : "bad"}
      {...(why !== "stale" && { title: t(`projects.form.${why}_title`) })}
      action={typed !== "" && <CopyButton text={typed} size="sm" />}
      className="sticky top-16 z-10 mb-6"
    >
      {t(text)}
    </Banner>
  );
}
