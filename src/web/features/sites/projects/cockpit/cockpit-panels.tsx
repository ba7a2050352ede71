import type { ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { useText } from "#web/lib/use-text.ts";
import type { ProjectPanel, ProjectParts } from "../parts.ts";
import { VisitTimeline } from "../visit-timeline.tsx";
import { ActivityPanel } from "./activity-panel.tsx";
import { FactsPanel } from "./facts-panel.tsx";
import { LocationPanel } from "./location-panel.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { RoomsPanel } from "./rooms-panel.tsx";
import { SectionBar } from "./section-bar.tsx";
import type { Section } from "./use-sections.ts";

interface CockpitPanelsProps {
  project: Project;
  newest: VisitRow | undefined;
  panels: ProjectParts["panels"];
}

/**
 * Visits first, then the panels of other features. Two columns on wide screens; on phones one, with a bar of its
 * sections. Visitors who are not members see only facts and location.
 */
export function CockpitPanels({ project, newest, panels }: CockpitPanelsProps) {
  const t = useText();
  const { can } = project;
  const framed = (id: string, title: string, content: ReactNode) => ({ id, title, content });
  const brought = (place: ProjectPanel["place"]) =>
    panels
      .filter((panel) => panel.place === place && panel.isShown(project))
      .map(({ id, title, Component }) => framed(id, t(title), <Component project={project} />));
  const facts = framed("facts", t("projects.cockpit.facts.title"), <FactsPanel project={project} />);
  const place = framed("place", t("projects.cockpit.place.title"), <LocationPanel project={project} />);
  if (can["view_visits"] !== true)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Frames of={[facts, place, ...brought("main"), ...brought("side")]} />
      </div>
    );
  const main = [
    framed("visits", t("visits.title"), <VisitTimeline project={project} />),
    ...(newest === undefined
      ? []
      : [framed("rooms", t("projects.cockpit.rooms.title"), <RoomsPanel visit={newest} />)]),
    ...brought("main"),
  ];
  const side = [
    ...brought("side"),
    place,
    facts,
    ...(can["view_activity"] === true
      ? [framed("activity", t("projects.cockpit.activity.title"), <ActivityPanel project={project} />)]
      : []),
  ];
  return (
    <>
      <SectionBar sections={[...main, ...side]} />
      <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem] print:block">
        <Column>
          <Frames of={main} />
        </Column>
        <Column>
          <Frames of={side} />
        </Column>
      </div>
    </>
  );
}

function Frames({ of }: { of: readonly (Section & { content: ReactNode })[] }) {
  return of.map(({ id, title, content }) => (
    <PanelFrame key={id} id={id} title={title}>
      {content}
    </PanelFrame>
  ));
}

function Column({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-8 print:mb-8">{children}</div>;
}
