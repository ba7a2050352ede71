import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiToken } from "#contract/api-access.ts";
import { limits } from "#contract/limits.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type MadeToken, useTokens } from "../api-access.queries.ts";
import { CreatedTokenDialog } from "./created-token-dialog.tsx";
import { MakeTokenDialog } from "./make-token-dialog.tsx";
import { RenameTokenDialog } from "./rename-token-dialog.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenCard } from "./token-card.tsx";

type Open =
  | { readonly what: "make" }
  | { readonly what: "told"; readonly made: MadeToken }
  | { readonly what: "rename" | "revoke"; readonly token: ApiToken };

/** The user's tokens, and a form for a new one. */
export function TokensPart() {
  const t = useText();
  const { is_demo } = useSignedInUser();
  const { data, error, isPending, refetch } = useTokens();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  if (isPending) return <Skeleton className="h-60 w-full max-w-200" />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;

  const isFull = data.items.length >= limits.apiAccess.tokens;
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      isDisabled={!data.is_on || is_demo || isFull}
      onPress={() => setOpen({ what: "make" })}
    >
      {t("api_access.tokens.new")}
    </Button>
  );
  return (
    <div className="max-w-200">
      {(!data.is_on || is_demo) && (
        <Banner tone={data.is_on ? "info" : "warn"} className="mb-6">
          {t(data.is_on ? "api_access.tokens.demo" : "api_access.tokens.off")}
        </Banner>
      )}
      {data.items.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={t("api_access.tokens.none_title")}
          text={t("api_access.tokens.none_text")}
          {...(data.is_on && { action: add })}
        />
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p className="max-w-120 text-ink-muted">
              {isFull
                ? t("api_access.tokens.full", { n: limits.apiAccess.tokens })
                : t("api_access.tokens.intro")}
            </p>
            {add}
          </div>
          <ul className="flex flex-col gap-3" aria-label={t("api_access.tokens.list")}>
            {data.items.map((token) => (
              <li key={token.id}>
                <TokenCard
                  token={token}
                  onRename={() => setOpen({ what: "rename", token })}
                  onRevoke={() => setOpen({ what: "revoke", token })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {open?.what === "make" && (
        <MakeTokenDialog onClose={close} onMade={(made) => setOpen({ what: "told", made })} />
      )}
      {open?.what === "told" && <CreatedTokenDialog made={open.made} onClose={close} />}
      {open?.what === "rename" && <RenameTokenDialog token={open.token} onClose={close} />}
      {open?.what === "revoke" && <RevokeToken token={open.token} onClose={close} />}
    </div>
  );
}
