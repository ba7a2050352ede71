import type { Project } from "#contract/projects.ts";
import type { ProjectTool } from "#contract/tools.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { BoardLink, waitsText } from "../mapping/mapped-projects.tsx";
import { openTools } from "../open-tools.ts";
import { toolIcons } from "../tool-looks.ts";
import { useProjectTools } from "../tools.queries.ts";

/** The boards of the project's snags. Nothing for a user without a tool, in a project without a board. */
export function ProjectTools({ project }: { project: Project }) {
  const t = useText();
  const mine = openTools(useSignedInUser());
  const tools = useProjectTools(project.id);
  const mapped = tools.data;
  // A missing panel is not noticed; one that appears and disappears disturbs.
  if (mapped === undefined) return null;
  const mayAdd = project.can["edit"] === true;
  const missing = mayAdd ? mine.filter((tool) => !mapped.some((one) => one.tool === tool)) : [];
  if (mapped.length === 0 && missing.length === 0) return null;
  return (
    <Card title={t("tools.panel.title")}>
      <div className="flex flex-col gap-3">
        {mapped.length === 0 && <p className="text-sm text-ink-muted">{t("tools.panel.text")}</p>}
        <ul className="flex flex-col gap-3 empty:hidden">
          {mapped.map((one) => (
            <Mapped key={one.tool} one={one} mayOpen={mine.includes(one.tool)} />
          ))}
        </ul>
        {missing.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {missing.map((tool) => (
              <li key={tool}>
                <Link href={`/${tool}?add=${project.id}`} className="text-sm">
                  {t("tools.panel.add", { tool: t(`tools.names.${tool}`) })}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Mapped({ one, mayOpen }: { one: ProjectTool; mayOpen: boolean }) {
  const t = useText();
  const me = useSignedInUser().id;
  const name = t(`tools.names.${one.tool}`);
  return (
    <li className="flex items-start gap-3">
      <Icon of={toolIcons[one.tool]} className="mt-0.5 text-ink-muted" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <span className="flex max-w-full items-center gap-1.5 text-sm">
          {mayOpen ? (
            <Link href={`/${one.tool}`} look="plain" className="hit-area font-strong hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-strong">{name}</span>
          )}
          <span aria-hidden className="text-ink-faint">
            ·
          </span>
          <BoardLink one={one} />
        </span>
        <span className="text-xs text-ink-muted">{t("tools.projects.cards", { count: one.link_count })}</span>
        {one.state === "reauth" && <Chip tone="warn">{waitsText(one.connected_by, me, t)}</Chip>}
      </div>
    </li>
  );
}
