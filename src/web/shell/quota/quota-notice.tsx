import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";
import { isNear, isReached, type Quota, type Share, sharesOf } from "./use-quota.ts";

/**
 * Above the fields of a creation form: how much of the plan is used; a warning when little is left; at the limit, the
 * limit and a link to change the plan. The dialog sends nothing then (`isFull` of `useQuota`).
 */
export function QuotaNotice({ quota }: { quota: Quota | undefined }) {
  const t = useText();
  if (quota === undefined) return null;
  const shares = sharesOf(quota);
  const reached = quota.fits ? undefined : shares.find(isReached);
  if (reached !== undefined)
    return (
      <Banner
        tone="bad"
        title={t(
          reached.of === "all" ? "plans.subscription.quota.full" : "plans.subscription.quota.full_month",
          figures(reached),
        )}
        action={<ChangePlan />}
      >
        {quota.whose === "owner" && t("plans.subscription.quota.owner")}
      </Banner>
    );
  const near = shares.find(isNear);
  if (near !== undefined)
    return (
      <Banner tone="warn" action={<ChangePlan />}>
        {nearText(near)}
      </Banner>
    );
  if (shares.length === 0) return null;
  return <p className="text-xs text-ink-muted">{shares.map((share) => plainText(share)).join(" · ")}</p>;

  function nearText(share: Share): string {
    if (share.of === "month") return t("plans.subscription.quota.near_month", figures(share));
    return quota?.whose === "owner"
      ? t("plans.subscription.quota.near_owner", figures(share))
      : t("plans.subscription.quota.near_own", { ...figures(share), plan: quota?.plan ?? "" });
  }

  function plainText(share: Share): string {
    if (share.of === "month") return t("plans.subscription.quota.left_month", figures(share));
    return quota?.whose === "owner"
      ? t("plans.subscription.quota.left_owner", figures(share))
      : t("plans.subscription.quota.left_own", { ...figures(share), plan: quota?.plan ?? "" });
  }
}

const figures = ({ used, limit }: Share) => ({ used, limit });

/** Opens in a new tab, so that the form keeps its input. */
function ChangePlan() {
  const t = useText();
  return (
    <Link
      href="/changeplan"
      target="_blank"
      look="plain"
      className="hit-area shrink-0 rounded-sm font-strong underline underline-offset-3"
    >
      {t("plans.subscription.quota.change")}
    </Link>
  );
}
