import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#contract/users.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { PlanDialog } from "./bulk/plan-dialog.tsx";
import { useGivePlan } from "./users.queries.ts";

/** The user's subscription plan, and the button to change it; with a link to their invoices. */
export function PlanCard({ user, name }: { user: UserRecord; name: string }) {
  const t = useText();
  const give = useGivePlan(user.id);
  const [isChoosing, setIsChoosing] = useState(false);
  const { id_plan, name: plan } = user.plan_info;

  async function choose(id: number | null): Promise<void> {
    try {
      const info = await give.mutateAsync(id);
      const done =
        id === null ? t("users.plan.taken", { name }) : t("users.plan.given", { name, plan: info.name });
      showToast({ tone: "ok", title: done }, limits.toast.form);
      setIsChoosing(false);
    } catch (error) {
      showFailure(error, t);
    }
  }

  return (
    <Card title={t("users.plan.title")} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="own-direction truncate text-base font-strong">
            {id_plan === null ? t("users.plan.none") : plan}
          </p>
          <Link href={`/invoices?user=${user.id}`}>{t("users.plan.bills")}</Link>
        </div>
        <Button onPress={() => setIsChoosing(true)}>
          {t(id_plan === null ? "users.plan.give" : "users.plan.change")}
        </Button>
      </div>
      {isChoosing && (
        <PlanDialog
          title={t("users.plan.title_of", { name })}
          chosen={id_plan}
          isPending={give.isPending}
          onChoose={(id) => void choose(id)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Card>
  );
}
