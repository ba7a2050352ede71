import { CodeXml } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Link } from "#web/ui/link.tsx";
import { Panel } from "./panel.tsx";

/** API access: a link to the page with the tokens. */
export function TokensPanel() {
  const t = useText();
  return (
    <Panel
      icon={CodeXml}
      title={t("profile.security.tokens")}
      text={t("profile.security.tokens_text")}
      action={
        <Link href="/developers" look={{ variant: "secondary" }}>
          {t("profile.security.tokens_open")}
        </Link>
      }
    />
  );
}
