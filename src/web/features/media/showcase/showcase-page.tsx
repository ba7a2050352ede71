import type { ReactNode } from "react";
import type { Showcase } from "#contract/showcase.ts";
import { ApiError } from "#web/lib/client.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import type { Loading } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { PublicFailure } from "#web/shell/public-failure.tsx";
import { PublicFrame, publicColumn } from "#web/shell/public-frame.tsx";
import { cx } from "#web/ui/classes.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { About } from "./about.tsx";
import { Hero } from "./hero.tsx";
import { ProjectLocation } from "./location.tsx";
import { NotPublic } from "./not-public.tsx";
import { ShareTool } from "./share-tool.tsx";
import { Videos } from "./videos.tsx";
import { Visits } from "./visits.tsx";

export interface ShowcasePageProps extends Loading<Showcase> {
  /** A signed-in user's relation to the project, with the actions it allows. */
  standing?: ReactNode;
}

/** A project's public page. */
export function ShowcasePage({ result, retry, standing }: ShowcasePageProps) {
  const t = useText();
  const isRefused =
    result.state === "failed" &&
    result.error instanceof ApiError &&
    result.error.code === "PROJECT_NOT_PUBLIC";
  usePageTitle(
    result.state === "there" ? result.data.name : isRefused ? t("showcase.closed_title") : undefined,
  );
  return (
    <PublicFrame tools={result.state === "there" && <ShareTool project={result.data} />}>
      {result.state === "there" ? (
        <Content project={result.data} standing={standing} />
      ) : result.state === "loading" ? (
        <Awaited />
      ) : isRefused ? (
        <NotPublic standing={standing} />
      ) : (
        <PublicFailure screen="showcase" error={result.error} onRetry={retry} />
      )}
    </PublicFrame>
  );
}

function Content({ project, standing }: { project: Showcase; standing: ReactNode }) {
  return (
    <>
      <Hero project={project} />
      <div className={cx(publicColumn, "flex flex-col gap-14 pt-8 sm:pt-10")}>
        {standing !== undefined && <div className="print:hidden">{standing}</div>}
        <About project={project} />
        <Visits visits={project.visits} />
        <Videos videos={project.videos} />
        <ProjectLocation project={project} />
      </div>
    </>
  );
}

function Awaited() {
  const t = useText();
  return (
    <output aria-label={t("common.loading")} className="flex flex-col">
      <Skeleton className="h-[clamp(15rem,44vw,33rem)] rounded-none" />
      <span className={cx(publicColumn, "flex flex-col gap-4 pt-10")}>
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
      </span>
    </output>
  );
}
