import type { ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Link } from "#web/ui/link.tsx";

/** What is known of the building site; nothing of what nobody has said. */
export function FactsPanel({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const { area, categories, type, owner } = project;
  const facts: [string, ReactNode][] = [
    [
      t("cockpit.facts.owner"),
      owner === null ? (
        t("cockpit.facts.owner_gone")
      ) : (
        <Link href={`/user/${owner.code}`} className="inline-flex min-w-0 items-center gap-2">
          <Avatar name={owner.name} picture={owner.avatar} size="sm" className="size-5 text-[0.625rem]" />
          <bdi className="truncate">{owner.name}</bdi>
        </Link>
      ),
    ],
    [t("cockpit.facts.type"), type === null ? null : <bdi>{type.name}</bdi>],
    [t("cockpit.facts.year"), <bdi>{project.year}</bdi>],
    [t("cockpit.facts.buildings"), format.number(project.num_buildings)],
    [t("cockpit.facts.floors"), format.number(project.num_floors)],
    [
      t("cockpit.facts.area"),
      area === 0 ? null : <bdi>{t("projects.area_value", { area: format.number(area) })}</bdi>,
    ],
    [t("cockpit.facts.visits"), format.number(project.visit_count)],
    [t("cockpit.facts.rooms"), format.number(project.room_count)],
    [t("cockpit.facts.created"), format.date(project.created_at)],
    [
      t("cockpit.facts.code"),
      project.role === null ? null : (
        <code dir="ltr" className="select-all">
          {project.code}
        </code>
      ),
    ],
  ];
  return (
    <Card title={t("cockpit.facts.title")}>
      {project.description !== "" && (
        <p className="own-direction mb-3 whitespace-pre-line">{project.description}</p>
      )}
      <dl className="divide-y divide-line">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="flex items-baseline justify-between gap-4 py-1.5">
                <dt className="shrink-0 text-ink-muted">{label}</dt>
                <dd className="min-w-0 text-end tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {categories.length > 0 && (
        <ul aria-label={t("cockpit.facts.categories")} className="mt-3 flex flex-wrap gap-1.5">
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
