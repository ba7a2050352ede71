import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { positive } from "#web/lib/list-state.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { LoadFailure } from "../load-failure.tsx";

interface ForProjectProps {
  /** Determines whether there is any project (`useProjectOfScreen`). */
  newest: UseQueryResult<{ readonly total: number }>;
  title: string;
  /** Says without any project what the screen would show. */
  noProjects: string;
  children: ReactNode;
}

/** A screen of one project, or in place of it: that there is none yet, or that it is unknown. */
export function ForProject({ newest, title, noProjects, children }: ForProjectProps) {
  const t = useText();
  if (!newest.isError && newest.data?.total !== 0) return children;
  return (
    <>
      <PageHeader title={title} />
      {newest.isError ? (
        <LoadFailure error={newest.error} onRetry={() => void newest.refetch()} />
      ) : (
        <EmptyState
          icon={Building2}
          title={t("common.no_projects.title")}
          text={noProjects}
          action={
            <Link href="/projects" look={{ variant: "primary" }}>
              {t("common.no_projects.link")}
            </Link>
          }
        />
      )}
    </>
  );
}

/** The project in an address such as `/crews/12`, for `useProjectOfScreen`. @param path the part before it */
export function useProjectAddress(path: string) {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  return {
    project: id === undefined ? null : positive(id),
    isNamed: id !== undefined,
    choose: (next: number, replace = false) => void navigate({ to: `${path}/${next}`, replace }),
  };
}
