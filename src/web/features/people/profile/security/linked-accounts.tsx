import { useNavigate, useSearch } from "@tanstack/react-router";
import { Link2 } from "lucide-react";
import { useState } from "react";
import type { SocialProvider } from "#contract/social.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner, type BannerTone } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Panel } from "./panel.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import { beginLink, unlink, useRefreshSecurity, useSocialAccounts } from "./security.queries.ts";

/** Results of linking at the provider's site, as in the address. */
const endings = {
  linked: "ok",
  taken: "bad",
  denied: "info",
  unreachable: "bad",
  failed: "bad",
} as const satisfies Record<string, BannerTone>;
type Ending = keyof typeof endings;

/** External accounts that sign in to this one. Nothing where no provider is set up and none is linked. */
export function LinkedAccounts() {
  const t = useText();
  const { is_demo, has_password } = useSignedInUser();
  const accounts = useSocialAccounts();
  const refresh = useRefreshSecurity();
  const [leaving, setLeaving] = useState<SocialProvider | null>(null);
  const [coming, setComing] = useState<SocialProvider | null>(null);
  const nameOf = useProviderName();
  const ending = useEnding();
  if (accounts.isPending) return <Skeleton className="h-24 rounded-lg" />;
  // Without an answer the section is hidden; the rest of the page works.
  if (accounts.isError) return null;
  const { items, available } = accounts.data;
  const providers = [...new Set([...items.map(({ provider }) => provider), ...available])];
  if (providers.length === 0 && ending.value === null) return null;

  return (
    <Panel icon={Link2} title={t("profile.security.linked")} text={t("profile.security.linked_text")}>
      {ending.value !== null && (
        <Banner tone={endings[ending.value]} className="mt-4" onClose={ending.clear}>
          {t(`profile.security.social.${ending.value}`)}
        </Banner>
      )}
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {providers.map((provider) => (
          <ProviderRow
            key={provider}
            provider={provider}
            name={nameOf(provider)}
            account={items.find((item) => item.provider === provider)}
            isDisabled={is_demo}
            onLink={() => setComing(provider)}
            onUnlink={() => setLeaving(provider)}
          />
        ))}
      </ul>
      {coming !== null && (
        <ProofDialog
          title={t("profile.security.link_title", { provider: nameOf(coming) })}
          confirmLabel={t("profile.security.link")}
          by={has_password ? "password" : "nothing"}
          onClose={() => setComing(null)}
          onConfirm={async (proof) => {
            const { auth_url } = await beginLink(coming, proof);
            location.assign(auth_url);
          }}
        >
          {t("profile.security.link_text")}
        </ProofDialog>
      )}
      {leaving !== null && (
        <ProofDialog
          title={t("profile.security.unlink_title", { provider: nameOf(leaving) })}
          confirmLabel={t("profile.security.unlink")}
          by={has_password ? "password" : "nothing"}
          isDestructive
          onClose={() => setLeaving(null)}
          onConfirm={async (proof) => {
            await unlink(leaving, proof);
            setLeaving(null);
            showToast({ tone: "ok", title: t("profile.security.unlinked") });
            await refresh();
          }}
        >
          {t("profile.security.unlink_text")}
        </ProofDialog>
      )}
    </Panel>
  );
}

interface ProviderRowProps {
  provider: SocialProvider;
  name: string;
  account: { label: string; linked_at: string } | undefined;
  isDisabled: boolean;
  onLink: () => void;
  onUnlink: () => void;
}

function ProviderRow({ provider, name, account, isDisabled, onLink, onUnlink }: ProviderRowProps) {
  const t = useText();
  const format = useFormat();
  return (
    <li className="flex items-center gap-3 py-3">
      <ProviderMark provider={provider} name={name} />
      <div className="min-w-0 flex-1">
        <p className="own-direction truncate font-strong">{name}</p>
        <p className="truncate text-xs text-ink-muted">
          {account === undefined ? (
            t("profile.security.not_linked")
          ) : (
            <>
              <bdi>{account.label}</bdi>
              {" · "}
              {t("profile.security.linked_since", { date: format.date(account.linked_at) })}
            </>
          )}
        </p>
      </div>
      {account === undefined ? (
        <Button
          size="sm"
          aria-label={t("profile.security.link_named", { provider: name })}
          isDisabled={isDisabled}
          onPress={onLink}
        >
          {t("profile.security.link")}
        </Button>
      ) : (
        <Button
          size="sm"
          variant="quietDanger"
          aria-label={t("profile.security.unlink_named", { provider: name })}
          isDisabled={isDisabled}
          onPress={onUnlink}
        >
          {t("profile.security.unlink")}
        </Button>
      )}
    </li>
  );
}

/** The company's own provider has its name from the settings. */
function useProviderName(): (provider: SocialProvider) => string {
  const t = useText();
  const given = useSettings()?.openid_name ?? "";
  return (provider) =>
    provider === "openid" && given !== "" ? given : t(`profile.security.providers.${provider}`);
}

function useEnding(): { value: Ending | null; clear: () => void } {
  const said: unknown = (useSearch({ strict: false }) as Record<string, unknown>)["social"];
  const navigate = useNavigate();
  const value = (Object.keys(endings) as Ending[]).find((ending) => ending === said) ?? null;
  const search: Record<string, string> = { section: "security" };
  const clear = () => void navigate({ to: ".", search, replace: true });
  return { value: said === undefined ? null : (value ?? "failed"), clear };
}
