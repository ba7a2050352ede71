import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useLiveApprovals, useWishCount } from "./approvals.queries.ts";
import { NewRegistrations } from "./new-registrations.tsx";
import { PlanRequests } from "./plan-requests.tsx";
import { WaitingProjects } from "./waiting-projects.tsx";

/** Everything that needs a super admin's approval. */
export function ApprovalsScreen() {
  const t = useText();
  useLiveApprovals();
  const wishes = useWishCount();
  // Fixed once it is known: a section in use must not move when it is done.
  const [isWished, setIsWished] = useState<boolean>();
  if (wishes !== undefined && isWished === undefined) setIsWished(wishes > 0);
  return (
    <>
      <PageHeader title={t("projects.approvals.title")} note={t("projects.approvals.intro")} />
      <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-10">
          {isWished === true && <PlanRequests />}
          <WaitingProjects />
          {isWished === false && <PlanRequests />}
        </div>
        <NewRegistrations />
      </div>
    </>
  );
}
