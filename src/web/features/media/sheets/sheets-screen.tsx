import { Map as MapIcon } from "lucide-react";
import { type Address, listAddress, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { ProjectSheets } from "./project-sheets.tsx";
import { sheetProjectsPerPage, useSheetProjects } from "./sheets.queries.ts";

const plain = { search: "", page: 1 };
const read = (address: Address) => ({ search: searchOf(address), page: pageOf(address) });

/** The floor plans of all projects of the signed-in user, by project. */
export function SheetsScreen() {
  const t = useText();
  const [state, change] = useListAddress(read, (next) => listAddress(next, plain));
  const projects = useSheetProjects(state);
  const nothing = (
    <EmptyState icon={MapIcon} title={t("sheets.empty_title")} text={t("sheets.screen.no_projects")} />
  );
  return (
    <ListScreen
      title={t("sheets.screen.title")}
      tools={
        <ListSearch
          label={t("sheets.screen.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="mb-6 max-w-96"
        />
      }
      list={projects}
      screen="sheets"
      waiting={<CardsSkeleton />}
      none={nothing}
      isNarrowed={state.search !== ""}
      onClear={() => change(plain)}
      paging={{ page: state.page, perPage: sheetProjectsPerPage, onPage: (page) => change({ page }) }}
    >
      {(items) => {
        const shown = items.filter(({ can }) => can["view_sheets"] === true);
        if (shown.length === 0) return nothing;
        return (
          <div className="flex flex-col gap-10">
            {shown.map((project) => (
              <ProjectSheets key={project.id} project={project} />
            ))}
          </div>
        );
      }}
    </ListScreen>
  );
}
