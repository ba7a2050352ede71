import { Check, X } from "lucide-react";
import { useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { PlanRequest } from "#contract/plans.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { failureTitle } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useAnswerWish, useWishes, wishesPerPage } from "./approvals.queries.ts";
import { WaitingSection } from "./waiting-section.tsx";

/** Requests for plans that need approval, the oldest first. */
export function PlanRequests() {
  const t = useText();
  const [page, setPage] = useState(1);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <WaitingSection
      id="plan-wishes"
      title={t("projects.approvals.wishes")}
      titleRef={title}
      count={(count) => t("projects.approvals.wishes_count", { count })}
      list={useWishes(page)}
      page={page}
      perPage={wishesPerPage}
      onPage={setPage}
      skeleton={<Skeleton className="h-20 w-full rounded-lg" />}
      empty={
        <Card>
          <p className="text-ink-muted">{t("projects.approvals.wishes_none")}</p>
        </Card>
      }
    >
      {(wishes) => (
        <Card isPadded={false}>
          <ul aria-label={t("projects.approvals.wishes")} className="divide-y divide-line">
            {wishes.map((wish) => (
              // The row disappears with its answer: the focus stays in the section, near the next one.
              <Wish key={wish.id} wish={wish} onGone={() => title.current?.focus()} />
            ))}
          </ul>
        </Card>
      )}
    </WaitingSection>
  );
}

function Wish({ wish, onGone }: { wish: PlanRequest; onGone: () => void }) {
  const t = useText();
  const format = useFormat();
  const answer = useAnswerWish();
  const [isAsked, setIsAsked] = useState(false);
  const { id, id_user, user_name: name, plan_name: plan, created_at } = wish;

  async function give(isGranted: boolean): Promise<void> {
    setIsAsked(false);
    try {
      await answer.mutateAsync({ id, isGranted });
      showToast(
        {
          tone: "ok",
          title: t(isGranted ? "projects.approvals.wish_given" : "projects.approvals.wish_declined", {
            name,
            plan,
          }),
          text: t("projects.approvals.wish_told", { name }),
        },
        limits.toast.form,
      );
      onGone();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      const text = isGone ? t("projects.approvals.wish_gone") : errorText(error, t);
      showToast({
        tone: isGone ? "info" : "bad",
        title: isGone ? text : failureTitle(error, t),
        ...(!isGone && { text }),
      });
      if (isGone) onGone();
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 ps-4">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          href={`/edituser/${id_user}`}
          look="plain"
          className="hit-line own-direction block truncate font-strong"
        >
          {name}
        </Link>
        <p className="text-ink-muted">
          <time dateTime={created_at} title={format.date(created_at, "moment")}>
            {t("projects.approvals.wish", { plan, ago: format.ago(created_at) })}
          </time>
        </p>
        <p className="own-direction truncate text-xs text-ink-muted">{wish.email}</p>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Button
          variant="primary"
          icon={Check}
          aria-label={t("projects.approvals.wish_approve_of", { name, plan })}
          isPending={answer.isPending}
          onPress={() => void give(true)}
        >
          {t("projects.approvals.wish_approve")}
        </Button>
        <Button
          variant="quiet"
          icon={X}
          aria-label={t("projects.approvals.wish_decline_of", { name, plan })}
          isDisabled={answer.isPending}
          onPress={() => setIsAsked(true)}
        >
          {t("projects.approvals.wish_decline")}
        </Button>
      </div>
      <ConfirmDialog
        title={t("projects.approvals.wish_decline_title", { name, plan })}
        confirmLabel={t("projects.approvals.wish_decline")}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => void give(false)}
        isPending={answer.isPending}
      >
        {t("projects.approvals.wish_decline_text", { name })}
      </ConfirmDialog>
    </li>
  );
}
