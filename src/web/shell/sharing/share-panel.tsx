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
  /** The full URL, as recipients open it. */
  url: string;
  /** Name of the link's target. */
  name: string;
  /** The sentence before the link. */
  text: string;
  /** The services enabled in the settings: `share_providers`. */
  offered: readonly string[];
  /** Whether it can be embedded in other pages. */
  isEmbeddable?: boolean;
  /** Over a picture everything but the link is initially collapsed. */
  isFolded?: boolean;
  linkRef?: RefObject<HTMLInputElement | null>;
  /** Between the link and the share services. */
  children?: ReactNode;
  /** More collapsible parts, each a `Fold`. */
  more?: ReactNode;
}

/** A link to share: to copy, to send through every enabled service, to scan and to embed. */
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
        {/* Code that may not be copied is of no use. */}
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

/** The services enabled in the settings, and the system's own share sheet. */
function Ways({ url, name, text, offered }: Pick<SharePanelProps, "url" | "name" | "text" | "offered">) {
  const t = useText();
  const providers = offered.filter(isShareProvider);
  // The system's own sheet can share to anything, like copying.
  const isSystemOffered = offered.includes("copy") && "share" in navigator;
  if (providers.length === 0 && !isSystemOffered) return null;
  // Cancelling the system's sheet is not a failure.
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
