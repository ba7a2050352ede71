import { Pencil, Trash2 } from "lucide-react";
import type { ApiToken } from "#contract/api-access.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { areaAndLevel } from "../scopes.ts";

export interface TokenCardProps {
  token: ApiToken;
  onRename: () => void;
  onRevoke: () => void;
}

const isPast = (instant: string) => Date.parse(instant) <= Date.now();

export function TokenCard({ token, onRename, onRevoke }: TokenCardProps) {
  const t = useText();
  const format = useFormat();
  const { name, hint, scopes, created_at, expires_at, last_used_at, last_address, can } = token;
  const isOver = expires_at !== null && isPast(expires_at);
  return (
    <article className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
            <bdi className="min-w-0 truncate font-strong">{name}</bdi>
            <code dir="ltr" className="text-xs text-ink-muted">
              {hint}
            </code>
            {isOver && (
              <Chip tone="bad">{t("api_access.tokens.expired", { date: format.date(expires_at) })}</Chip>
            )}
          </h2>
          <p className="mt-0.5 text-xs text-ink-muted">
            {t("api_access.tokens.made", { date: format.date(created_at) })}
            {" · "}
            {last_used_at === null
              ? t("api_access.tokens.unused")
              : t("api_access.tokens.used", { ago: format.ago(last_used_at), address: last_address })}
            {!isOver && " · "}
            {!isOver &&
              (expires_at === null
                ? t("api_access.tokens.never")
                : t("api_access.tokens.expires", { date: format.date(expires_at) }))}
          </p>
        </div>
        <IconButton
          icon={Pencil}
          label={t("api_access.tokens.rename", { name })}
          isDisabled={can["edit"] !== true}
          onPress={onRename}
        />
        <IconButton
          icon={Trash2}
          label={t("api_access.tokens.revoke", { name })}
          isDisabled={can["delete"] !== true}
          onPress={onRevoke}
        />
      </div>
      <ul className="mt-3 flex flex-wrap gap-1.5">
        {scopes.map((scope) => {
          const { area, level } = areaAndLevel(scope);
          return (
            <li key={scope}>
              <Chip tone={level === "write" ? "accent" : "neutral"}>
                {t(`api_access.holds.${level}`, { area: t(`api_access.areas.${area}`) })}
              </Chip>
            </li>
          );
        })}
      </ul>
    </article>
  );
}
