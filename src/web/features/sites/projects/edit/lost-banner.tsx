import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

export interface LostBannerProps {
  /** Why nothing can be saved any more. */
  why: "denied" | "gone" | "stale";
  /** What was typed and is not saved, as text; empty for nothing. */
  typed: string;
}

/** Says that the form cannot be saved, and hands over what stands in it. */
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
