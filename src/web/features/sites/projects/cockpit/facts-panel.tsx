import type { ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Link } from "#web/ui/link.tsx";

/** Facts of the building site; unset ones are omitted. */
export function FactsPanel({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const { area, categories, type } = project;
  return (
    <Card title={t("projects.cockpit.facts.title")}>
      {project.description !== "" && (
        <p className="own-direction mb-3 whitespace-pre-line">{project.description}</p>
      )}
      <dl className="divide-y divide-line">
        <Fact label={t("projects.cockpit.facts.owner")}>
          <Owner owner={project.owner} />
        </Fact>
        {type !== null && <Fact label={t("projects.cockpit.facts.type")}>{type.name}</Fact>}
        <Fact label={t("projects.cockpit.facts.year")}>{String(project.year)}</Fact>
        <Fact label={t("projects.cockpit.facts.buildings")}>{format.number(project.num_buildings)}</Fact>
        <Fact label={t("projects.cockpit.facts.floors")}>{format.number(project.num_floors)}</Fact>
        {area !== 0 && (
          <Fact label={t("projects.cockpit.facts.area")}>
            {t("projects.area_value", { area: format.number(area) })}
          </Fact>
        )}
        <Fact label={t("projects.cockpit.facts.visits")}>{format.number(project.visit_count)}</Fact>
        <Fact label={t("projects.cockpit.facts.rooms")}>{format.number(project.room_count)}</Fact>
        <Fact label={t("projects.cockpit.facts.created")}>{format.date(project.created_at)}</Fact>
        {project.role !== null && (
          <Fact label={t("projects.cockpit.facts.code")}>
            <code dir="ltr" className="select-all">
              {project.code}
            </code>
          </Fact>
        )}
      </dl>
      {categories.length > 0 && (
        <ul aria-label={t("projects.cockpit.facts.categories")} className="mt-3 flex flex-wrap gap-1.5">
          {categories.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <Chip>
                <bdi>{name}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-muted">{label}</dt>
      <dd className="min-w-0 text-end tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function Owner({ owner }: Pick<Project, "owner">) {
  const t = useText();
  if (owner === null) return t("projects.cockpit.facts.owner_gone");
  return (
    <Link href={`/user/${owner.code}`} className="inline-flex max-w-full min-w-0 items-center gap-2">
      <Avatar name={owner.name} picture={owner.avatar} size="sm" className="size-5" />
      <span className="own-direction truncate">{owner.name}</span>
    </Link>
  );
}
