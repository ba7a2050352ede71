import { Plus, Settings2, Users } from "lucide-react";
import { useState } from "react";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { ForProject, useProjectAddress } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectById, useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { CrewCard } from "./crew-card.tsx";
import { crewList, crewsPerPage, useCrews } from "./crews.queries.ts";

const crewDialog = later(() => import("./crew-dialog.tsx"));
const settingsDialog = later(() => import("./settings-dialog.tsx"));

/** `/crews/12`: the crews of a project, their people and links. */
export function CrewsScreen() {
  const t = useText();
  const place = useProjectAddress("/crews");
  const { newest, chosen } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject
      newest={newest}
      title={t("crews.screens.title")}
      noProjects={t("crews.screens.no_projects_text")}
    >
      <Crews key={chosen} project={chosen} onProject={place.choose} />
    </ForProject>
  );
}

interface CrewsProps {
  /** Null until it is known. */
  project: number | null;
  onProject: (project: number) => void;
}

function Crews({ project, onProject }: CrewsProps) {
  const t = useText();
  const [state, change] = crewList.use();
  const crews = useCrews(project, state);
  const mayManage = useProjectById(project).data?.can["manage_team"] === true;
  const [open, setOpen] = useState<"crew" | "settings" | null>(null);
  const CrewDialog = useLater(crewDialog, open === "crew")?.CrewDialog;
  const SettingsDialog = useLater(settingsDialog, open === "settings")?.SettingsDialog;
  const { data } = crews;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen("crew")}>
      {t("crews.screens.add")}
    </Button>
  );
  return (
    <>
      <ListScreen
        title={t("crews.screens.title")}
        note={t("crews.screens.subtitle")}
        actions={mayManage && add}
        more={
          project !== null && (
            <Button icon={Settings2} onPress={() => setOpen("settings")}>
              {t("crews.screens.settings.title")}
            </Button>
          )
        }
        notices={
          <ProjectSelect
            label={t("crews.screens.project")}
            may="view_snags"
            value={project}
            onChange={(next) => next !== null && onProject(next.id)}
            className="mb-5 w-full max-w-88"
          />
        }
        tools={
          <ListTools
            label={t("crews.screens.search")}
            search={state.search}
            onSearch={(search) => change({ search })}
            count={data && t("crews.screens.count", { count: data.total })}
          >
            <div className={chipLine}>
              <FilterChip
                label={t("crews.screens.archived")}
                isOn={state.archived}
                onChange={(archived) => change({ archived })}
              />
            </div>
          </ListTools>
        }
        list={crews}
        waiting={<RowsSkeleton />}
        none={
          <EmptyState
            icon={Users}
            title={t("crews.screens.none_title")}
            text={t("crews.screens.none_text")}
            action={mayManage && add}
          />
        }
        isNarrowed={crewList.isNarrowed(state)}
        onClear={() => change(crewList.plain)}
        paging={{ page: state.page, perPage: crewsPerPage, onPage: (page) => change({ page }) }}
      >
        {(items) => (
          <ul aria-label={t("crews.screens.list")} className="flex flex-col gap-3">
            {items.map((crew) => (
              <CrewCard key={crew.id} crew={crew} project={project ?? 0} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </ListScreen>
      {CrewDialog && open === "crew" && project !== null && (
        <CrewDialog project={project} onClose={() => setOpen(null)} />
      )}
      {SettingsDialog && open === "settings" && project !== null && (
        <SettingsDialog project={project} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
