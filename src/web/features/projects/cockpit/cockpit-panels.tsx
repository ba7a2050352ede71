import type { ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { useText } from "#web/lib/use-text.ts";
import type { ProjectPanel, ProjectParts } from "../parts.ts";
import { VisitTimeline } from "../visit-timeline.tsx";
import { ActivityPanel } from "./activity-panel.tsx";
import { FactsPanel } from "./facts-panel.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { PlacePanel } from "./place-panel.tsx";
import { RoomsPanel } from "./rooms-panel.tsx";

interface CockpitPanelsProps {
  project: Project;
  newest: VisitRow | undefined;
  panels: ProjectParts["panels"];
}

/** Two columns on wide screens, one on phones; whoever looks from outside has nothing but facts and place. */
export function CockpitPanels({ project, newest, panels }: CockpitPanelsProps) {
  const t = useText();
  const { can } = project;
  const shown = panels.filter(({ isShown }) => isShown(project));
  const brought = (place: ProjectPanel["place"]) =>
    shown
      .filter((panel) => panel.place === place)
      .map(({ id, title, Component }) => (
        <PanelFrame key={id} id={id} title={t(title)}>
          <Component project={project} />
        </PanelFrame>
      ));
  const facts = (
    <PanelFrame id="facts" title={t("cockpit.facts.title")}>
      <FactsPanel project={project} />
    </PanelFrame>
  );
  const place = (
    <PanelFrame id="place" title={t("cockpit.place.title")}>
      <PlacePanel project={project} />
    </PanelFrame>
  );
  const mayFollow = can["view_visits"] === true;
  if (!mayFollow)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {facts}
        {place}
        {brought("main")}
        {brought("side")}
      </div>
    );
  return (
    <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem] print:block">
      <Column>
        {brought("main")}
        {newest !== undefined && (
          <PanelFrame id="rooms" title={t("cockpit.rooms.title")}>
            <RoomsPanel visit={newest} />
          </PanelFrame>
        )}
        <PanelFrame id="visits" title={t("projects.timeline")}>
          <VisitTimeline project={project} />
        </PanelFrame>
      </Column>
      <Column>
        {brought("side")}
        {place}
        {facts}
        {can["view_activity"] === true && (
          <PanelFrame id="activity" title={t("cockpit.activity.title")}>
            <ActivityPanel project={project} />
          </PanelFrame>
        )}
      </Column>
    </div>
  );
}

function Column({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-8 print:mb-8">{children}</div>;
}
