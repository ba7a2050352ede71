import type { Tool } from "#contract/tools.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { AccountCard } from "./connect/account-card.tsx";
import { ConnectPanel, ConnectWays } from "./connect/connect-panel.tsx";
import { useReturn } from "./connect/use-return.ts";
import { SentSnags } from "./links/sent-snags.tsx";
import { MappedProjects } from "./mapping/mapped-projects.tsx";
import type { ToolParts } from "./parts.ts";
import { ToolOff } from "./tool-off.tsx";
import { type ToolStanding, useTool } from "./tools.queries.ts";

export interface ToolScreenProps {
  tool: Tool;
  parts: ToolParts;
}

/** An outside tool: the user's account there, the boards of their projects, and sent snags. */
export function ToolScreen({ tool, parts }: ToolScreenProps) {
  const t = useText();
  const standing = useTool(tool);
  return (
    <div className="max-w-240">
      <PageHeader title={t(`tools.names.${tool}`)} note={t(`tools.note.${tool}`)} />
      {standing.isPending ? (
        <ToolSkeleton />
      ) : standing.data === undefined ? (
        <LoadFailure error={standing.error} onRetry={() => void standing.refetch()} />
      ) : (
        <Standing tool={tool} parts={parts} standing={standing.data} />
      )}
    </div>
  );
}

function Standing({ tool, parts, standing }: ToolScreenProps & { standing: ToolStanding }) {
  const back = useReturn(tool);
  const { is_on, off_because, connection } = standing;
  if (!is_on) return <ToolOff tool={tool} because={off_because ?? "site"} connection={connection} />;
  if (connection === null) return <ConnectPanel tool={tool} standing={standing} {...back} />;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-4">
        {connection.state === "reauth" && (
          <Reauth {...{ tool, standing, back }} account={connection.account} />
        )}
        <AccountCard connection={connection} />
      </div>
      <MappedProjects tool={tool} parts={parts} connection={connection} />
      <SentSnags tool={tool} />
    </div>
  );
}

/** The tool no longer accepts the connection: nothing was lost, and the user reconnects here. */
function Reauth({
  tool,
  standing,
  back,
  account,
}: {
  tool: Tool;
  standing: ToolStanding;
  back: ReturnType<typeof useReturn>;
  account: string;
}) {
  const t = useText();
  return (
    <section className="flex flex-col gap-4 rounded-lg bg-surface p-4 ring-1 ring-line">
      <Banner tone="warn" title={t("tools.account.reauth_title", { tool: t(`tools.names.${tool}`) })}>
        {t("tools.account.reauth_text", { account })}
      </Banner>
      <div className="max-w-100">
        <ConnectWays tool={tool} standing={standing} {...back} />
      </div>
    </section>
  );
}

function ToolSkeleton() {
  return (
    <Outline className="flex flex-col gap-10">
      <Skeleton className="h-18 w-full rounded-lg" />
      <span className="flex flex-col gap-3">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-24 w-full rounded-lg" />
      </span>
      <span className="flex flex-col gap-3">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </span>
    </Outline>
  );
}
