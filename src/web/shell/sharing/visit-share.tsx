import type { ReactNode, RefObject } from "react";
import type { Share } from "#contract/access-logs.ts";
import { createFormatter } from "#web/lib/formatter.ts";
import { languageOfPage } from "#web/lib/locale.ts";
import { whoOpens } from "#web/lib/share-rules.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Fold } from "./fold.tsx";
import { SharePanel } from "./share-panel.tsx";
import { ShareRulesForm } from "./share-rules-form.tsx";
import { useShareRules } from "./use-share-rules.ts";

export interface VisitShareProps {
  /** The visit the link belongs to; null for users who may not set its rules. */
  rulesOf: number | null;
  url: string;
  name: string;
  text: string;
  offered: readonly string[];
  isFolded?: boolean;
  linkRef?: RefObject<HTMLInputElement | null>;
  /** Before the link. */
  notice?: ReactNode;
  /** Between the link and the share services. */
  children?: ReactNode;
}

/** The link of a visit, the share services and, for users with the permission, who can open it. */
export function VisitShare({ rulesOf, notice, isFolded = false, ...panel }: VisitShareProps) {
  const t = useText();
  const rules = useShareRules(rulesOf);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-muted">{opensText(t, rules.share ?? null)}</p>
      {notice}
      <SharePanel
        {...panel}
        isEmbeddable
        isFolded={isFolded}
        more={
          rulesOf !== null && (
            <Fold title={t("sharing.settings.title")} isOpen={!isFolded}>
              <ShareRulesForm rules={rules} />
            </Fold>
          )
        }
      />
    </div>
  );
}

/** Says who can open the link, and until when; without rules, describes a new link. */
function opensText(t: Translate, share: Share | null): string {
  const opens = share === null ? "opens_link" : whoOpens(share);
  const until = opens === "opens_link" || opens === "opens_password" ? (share?.expires_at ?? null) : null;
  if (until === null) return t(`sharing.link.${opens}`);
  const date = createFormatter(languageOfPage()).date(until, "moment");
  return `${t(`sharing.link.${opens}`)} ${t("sharing.link.opens_until", { date })}`;
}
