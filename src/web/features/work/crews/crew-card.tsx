import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { Crew } from "#contract/crews.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { CrewMenu } from "./crew-menu.tsx";

const people = later(() => import("./crew-people.tsx"));

interface CrewCardProps {
  crew: Crew;
  project: number;
  mayManage: boolean;
}

/** A crew; a press shows its people and their links. */
export function CrewCard({ crew, project, mayManage }: CrewCardProps) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const CrewPeople = useLater(people, isOpen)?.CrewPeople;
  const { name, trade, is_archived, open_snags, projects } = crew;
  const others = projects.filter((one) => one.id !== project).map((one) => one.name);
  return (
    <li className="rounded-lg bg-surface ring-1 ring-line">
      <div className="flex items-start gap-2 py-3 ps-4 pe-2">
        <div className="relative flex min-w-0 flex-1 flex-col gap-1">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-strong">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={`${id}people`}
              aria-label={t(isOpen ? "crews.screens.hide" : "crews.screens.show", { name })}
              onClick={() => setIsOpen(!isOpen)}
              className="own-direction min-w-0 text-start outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
            >
              {name}
            </button>
            {trade !== "" && <Chip>{trade}</Chip>}
            {is_archived && <Chip tone="warn">{t("crews.screens.archived")}</Chip>}
          </h2>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
            <span>{t("crews.screens.people", { count: crew.people.length })}</span>
            <Link href={`/snags?view=list&id_project=${project}&id_crew=${crew.id}`} className="hit-area z-1">
              {t("crews.screens.open_snags", { count: open_snags })}
            </Link>
            {others.length > 0 && (
              <span>{t("crews.screens.in_others", { projects: format.list(others) })}</span>
            )}
          </p>
        </div>
        <span aria-hidden className="flex h-9 items-center px-1 text-ink-muted touch:h-11">
          <Icon of={ChevronDown} className={cx("transition-transform", isOpen && "rotate-180")} />
        </span>
        <CrewMenu crew={crew} project={project} mayManage={mayManage} />
      </div>
      <div id={`${id}people`} hidden={!isOpen} className="border-t border-line">
        {isOpen &&
          (CrewPeople ? (
            <CrewPeople crew={crew} project={project} />
          ) : (
            <div className="p-4">
              <RowsSkeleton count={2} />
            </div>
          ))}
      </div>
    </li>
  );
}
