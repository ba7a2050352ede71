import { ExternalLink } from "lucide-react";
import type { SnagLink } from "#contract/tools.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

/** Link to the card, in a new tab; nothing while there is none. */
export function CardLink({ link: { url, number } }: { link: SnagLink }) {
  const t = useText();
  if (url === null) return null;
  return (
    <Link
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      look={{ variant: "quiet", size: "sm" }}
      className="touch:min-w-11"
    >
      <span className="max-md:sr-only">{t("tools.links.open")}</span>
      <span className="sr-only">
        {t("tools.links.of_snag", { number })} {t("tools.links.new_tab")}
      </span>
      <Icon of={ExternalLink} size="sm" points className="md:size-3.5" />
    </Link>
  );
}
