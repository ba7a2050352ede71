import type { Project } from "#contract/projects.ts";
import { comma } from "#web/lib/comma.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePresence } from "#web/lib/presence.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** Maximum number of avatars; the others are a number. */
const MOST = 5;

/** Other users who view the project now. Nothing while there are none, and nothing for visitors who are not members. */
export function HereNow({ project }: { project: Project }) {
  return project.can["follow"] === true && <Here projectId={project.id} />;
}

function Here({ projectId }: { projectId: number }) {
  const t = useText();
  const format = useFormat();
  const me = useUser();
  const others = usePresence(`presence-project-${projectId}`).filter(({ id }) => id !== String(me?.id));
  if (others.length === 0) return null;
  const rest = others.slice(MOST);
  return (
    <div className="flex items-center gap-2 text-sm text-ink-muted">
      <span aria-hidden>{t("projects.here_now")}</span>
      <ul className="flex items-center" aria-label={t("projects.here_now")}>
        {others.slice(0, MOST).map(({ id, name, avatar }) => (
          <li key={id} title={name} className="-ms-1.5 first:ms-0">
            <Avatar name={name} picture={avatar} size="sm" className="ring-2 ring-canvas" />
            <span className="sr-only">{name}</span>
          </li>
        ))}
        {rest.length > 0 && (
          <li className="ms-1.5 text-xs tabular-nums" title={rest.map(({ name }) => name).join("\n")}>
            <span aria-hidden>+{format.number(rest.length)}</span>
            <span className="sr-only">{rest.map(({ name }) => name).join(comma())}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
