import { Share2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { CopyRow } from "./copy-row.tsx";
import { EmbedPart } from "./embed-part.tsx";
import { Fold } from "./fold.tsx";
import { QrPart } from "./qr-part.tsx";

export interface SharePanelProps {
  /** Whole, as others open it. */
  url: string;
  /** What it leads to. */
  name: string;
  /** The sentence that goes before the link. */
  text: string;
  /** What the settings offer: `share_providers`. */
  offered: readonly string[];
  /** Whether it can be shown within a page of others. */
  isEmbeddable?: boolean;
  /** Over a picture everything but the link begins folded. */
  isFolded?: boolean;
  linkRef?: RefObject<HTMLInputElement | null>;
  /** Between the link and the ways to send it. */
  children?: ReactNode;
  /** More to fold, each a `Fold`. */
  more?: ReactNode;
}

/** A link to hand on: to copy, to send by every way that the settings offer, to photograph and to embed. */
export function SharePanel({
  url,
  name,
  text,
  offered,
  isEmbeddable = false,
  isFolded = false,
  linkRef,
  children,
  more,
}: SharePanelProps) {
  const t = useText();
  const isCopyOffered = offered.includes("copy");
  return (
    <>
      <CopyRow
        label={t("sharing.links.link")}
        value={url}
        action={isCopyOffered ? t("sharing.links.copy") : undefined}
        isMain
        inputRef={linkRef}
      />
      {children}
      <Ways url={url} name={name} text={text} offered={offered} />
      <div className="-mb-3">
        <Fold title={t("sharing.links.qr_title")} isOpen={!isFolded}>
          <QrPart url={url} name={name} />
        </Fold>
        {/* Code that nobody may copy is of no use. */}
        {isEmbeddable && isCopyOffered && (
          <Fold title={t("sharing.links.embed")}>
            <EmbedPart url={url} name={name} />
          </Fold>
        )}
        {more}
      </div>
    </>
  );
}

/** The services that the settings offer, and what the system itself offers. */
function Ways({ url, name, text, offered }: Pick<SharePanelProps, "url" | "name" | "text" | "offered">) {
  const t = useText();
  const providers = offered.filter(isShareProvider);
  // The system's own sheet hands it on to anything, as copying does.
  const isSystemOffered = offered.includes("copy") && "share" in navigator;
  if (providers.length === 0 && !isSystemOffered) return null;
  // Turning back from the system's sheet is no failure.
  const shareBySystem = () => void navigator.share({ title: name, text, url }).catch(() => undefined);
  return (
    <ul className="flex flex-wrap gap-2">
      {providers.map((provider) => (
        <li key={provider} className="flex">
          <PlainLink href={shareLink(provider, url, text)} isAside look={{ variant: "secondary" }}>
            {t(`sharing.links.providers.${provider}`)}
          </PlainLink>
        </li>
      ))}
      {isSystemOffered && (
        <li className="flex">
          <PlainButton onClick={shareBySystem}>
            <Icon of={Share2} size="sm" />
            {t("sharing.links.system")}
          </PlainButton>
        </li>
      )}
    </ul>
  );
}
