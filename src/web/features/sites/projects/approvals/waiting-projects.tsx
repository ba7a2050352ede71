import { CircleCheckBig } from "lucide-react";
import { useRef, useState } from "react";
import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { useWaitingProjects, waitingPerPage } from "./approvals.queries.ts";
import { WaitingProject } from "./waiting-project.tsx";
import { WaitingSection } from "./waiting-section.tsx";

export function WaitingProjects() {
  const t = useText();
  const [page, setPage] = useState(1);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <WaitingSection
      id="waiting-projects"
      title={t("projects.approvals.projects")}
      titleRef={title}
      count={(count) => t("projects.approvals.projects_count", { count })}
      list={useWaitingProjects(page)}
      page={page}
      perPage={waitingPerPage}
      onPage={setPage}
      skeleton={<WaitingSkeleton />}
      empty={
        <Card>
          <EmptyState
            icon={CircleCheckBig}
            title={t("projects.approvals.projects_none")}
            text={t("projects.approvals.projects_none_text")}
            action={
              <Link href="/settings" look={{ variant: "secondary" }}>
                {t("projects.approvals.open_settings")}
              </Link>
            }
          />
        </Card>
      }
    >
      {(projects) => <WaitingList projects={projects} onLast={() => title.current?.focus()} />}
    </WaitingSection>
  );
}

function WaitingList({ projects, onLast }: { projects: readonly Project[]; onLast: () => void }) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);

  /** For keyboard users, the focus moves to the project that takes the next position. */
  function goOn(gone: Project): void {
    const at = projects.findIndex(({ id }) => id === gone.id);
    const next = projects[at + 1] ?? projects[at - 1];
    if (next === undefined) return onLast();
    list.current?.querySelector<HTMLElement>(`[data-project="${next.id}"] button`)?.focus();
  }

  return (
    <Card isPadded={false}>
      <ul ref={list} aria-label={t("projects.approvals.projects")} className="divide-y divide-line">
        {projects.map((project) => (
          <WaitingProject key={project.id} project={project} onGone={() => goOn(project)} />
        ))}
      </ul>
    </Card>
  );
}

function WaitingSkeleton() {
  return (
    <Card isPadded={false}>
      <Outline className="block divide-y divide-line">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex items-center gap-4 p-3">
            <Skeleton className="aspect-2/1 w-28 shrink-0 rounded-md sm:w-36" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="h-4 w-3/5" />
            </div>
            <Skeleton className="hidden h-9 w-24 sm:block" />
          </div>
        ))}
      </Outline>
    </Card>
  );
}
