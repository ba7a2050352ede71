import { ArrowRight, UserPlus } from "lucide-react";
import type { JoinStatus } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { useAskToJoin } from "./standing.queries.ts";

/** The actions that this project offers a signed-in user. */
export function Standing({ code, standing }: { code: string; standing: JoinStatus }) {
  const t = useText();
  const format = useFormat();
  const ask = useAskToJoin(code);
  const { status, project, since } = standing;
  if (status === "member" && project !== null)
    return (
      <Link href={`/project/${project.id_project}`} look={{ variant: "primary" }}>
        {t("showcase.open_project")}
        <Icon of={ArrowRight} points size="sm" />
      </Link>
    );
  if (status === "invited")
    return (
      <Link href="/projects" look={{ variant: "primary" }}>
        {t("showcase.invited")}
      </Link>
    );
  if (status === "pending")
    return (
      <output className="text-ink-muted">
        {t("showcase.asked", { date: since === null ? "" : format.date(since) })}
      </output>
    );
  if (status === "declined") return <p className="text-ink-muted">{t("showcase.declined")}</p>;
  return (
    <span className="flex flex-wrap items-center gap-3">
      <PlainButton isPending={ask.isPending} onClick={() => ask.mutate()}>
        {!ask.isPending && <Icon of={UserPlus} size="sm" />}
        {t("showcase.ask")}
      </PlainButton>
      <output className="text-bad-text">{ask.isError && errorText(ask.error, t)}</output>
    </span>
  );
}
