import { Blocks, KeyRound, PowerOff, WalletCards } from "lucide-react";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

const looks = { site: PowerOff, plan: WalletCards, keys: KeyRound } as const;

/** Autodesk cannot be used here: the reason, and who can change that. */
export function NotConfigured({ because }: { because: keyof typeof looks }) {
  const t = useText();
  const { super_admin: isSuperAdmin } = useSignedInUser();
  const isPlan = because === "plan";
  const isOwn = isPlan || isSuperAdmin;
  return (
    <>
      <PageHeader title={t("autodesk.title")} />
      <EmptyState
        icon={looks[because] ?? Blocks}
        title={t(`autodesk.off.${because}.title`)}
        text={t(`autodesk.off.${because}.${isOwn ? "own" : "others"}`)}
        {...(isOwn && {
          action: (
            <Link
              href={isPlan ? "/changeplan" : "/settings?group=integrations"}
              look={{ variant: "primary" }}
            >
              {t(isPlan ? "autodesk.off.to_plans" : "autodesk.off.to_settings")}
            </Link>
          ),
        })}
      />
    </>
  );
}
