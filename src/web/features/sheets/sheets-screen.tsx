import { Map as MapIcon, SearchX } from "lucide-react";
import { type Address, listAddress, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { ProjectSheets } from "./project-sheets.tsx";
import { sheetProjectsPerPage, useSheetProjects } from "./sheets.queries.ts";

const plain = { search: "", page: 1 };
const read = (address: Address) => ({ search: searchOf(address), page: pageOf(address) });

/** The floor plans of all projects of the signed-in user, project by project. */
export function SheetsScreen() {
  const t = useText();
  const [state, change] = useListAddress(read, (next) => listAddress(next, plain));
  const projects = useSheetProjects(state);
  const shown = (projects.data?.items ?? []).filter(({ can }) => can["view_sheets"] === true);
  return (
    <>
      <PageHeader title={t("sheets.screen.title")} />
      <ListSearch
        label={t("sheets.screen.search")}
        value={state.search}
        onSearch={(search) => change({ search })}
        className="mb-6 max-w-96"
      />
      {projects.isPending ? (
        <CardsSkeleton />
      ) : projects.data === undefined ? (
        <LoadFailure screen="sheets" error={projects.error} onRetry={() => void projects.refetch()} />
      ) : shown.length === 0 && state.search !== "" ? (
        <EmptyState icon={SearchX} title={t("sheets.screen.no_match")} />
      ) : shown.length === 0 ? (
        <EmptyState icon={MapIcon} title={t("sheets.empty_title")} text={t("sheets.screen.no_projects")} />
      ) : (
        <div className="flex flex-col gap-10">
          {shown.map((project) => (
            <ProjectSheets key={project.id} project={project} />
          ))}
        </div>
      )}
      <Pager
        page={state.page}
        perPage={sheetProjectsPerPage}
        total={projects.data?.total ?? 0}
        onChange={(page) => change({ page })}
      />
    </>
  );
}
