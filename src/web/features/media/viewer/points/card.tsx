import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import type { Poi } from "#contract/viewer.ts";
import { snagStatusStyles } from "#web/lib/snag-status-style.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ShapeMark } from "#web/ui/shape-mark.tsx";
import { useFrame } from "../frame.ts";
import { pointKey } from "../point-key.ts";
import { lookPastCard } from "./look-past-card.ts";
import { Photo } from "./photo.tsx";
import { SidePanel } from "./side-panel.tsx";
import { SnagFacts } from "./snag-facts.tsx";

/** The card of an info point or of a snag. */
export function Card({ point }: { point: Poi }) {
  const t = useText();
  const { tour, root } = useFrame();
  useEffect(() => lookPastCard({ tour }, point), [tour, point]);
  const isSnag = point.kind === "snag";
  return (
    <SidePanel
      title={point.label}
      mark={isSnag && <ShapeMark look={snagStatusStyles[point.status ?? "open"]} className="size-5.5" />}
      closeLabel={t("viewer.points.close")}
      onClose={() => tour.open(null)}
      returnTo={() => root.querySelector<HTMLElement>(`[data-point="${pointKey(point)}"]`)}
    >
      {isSnag ? <SnagFacts point={point} /> : <Told point={point} />}
    </SidePanel>
  );
}

function Told({ point: { kind, media, label, text, url } }: { point: Poi }) {
  const t = useText();
  return (
    <>
      {media !== null && kind === "photo" && (
        <Photo address={media} name={label} className="max-h-88 object-contain" />
      )}
      {media !== null && kind === "video" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- whoever put it here gave none
        <video
          src={media}
          controls
          playsInline
          preload="metadata"
          aria-label={label}
          className="block max-h-88 w-full rounded-md bg-black"
        />
      )}
      {text !== "" && (
        <p dir="auto" className="own-direction text-base wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
      {url !== null && (
        <Outside url={url}>
          {t(kind === "video" ? "viewer.points.open_video" : "viewer.points.open_page")}
        </Outside>
      )}
    </>
  );
}

/** Shows the link's target, since its address is user content. */
function Outside({ url, children }: { url: string; children: string }) {
  const t = useText();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-12 items-center gap-3 rounded-md px-3.5 py-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover"
    >
      <Icon of={ExternalLink} points className="size-5" />
      <span className="grid min-w-0 font-strong">
        <span>{children}</span>
        <span dir="ltr" className="truncate own-direction text-xs font-normal text-ink-muted">
          {hostOf(url)}
        </span>
      </span>
      <span className="sr-only">{t("viewer.points.new_tab")}</span>
    </a>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
