import type { ComponentType } from "react";
import type { Project } from "#contract/projects.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/**
 * One panel of a project's page. It loads by itself what it shows, with a skeleton of its own shape while it does and
 * words of its own when that fails: one that is slow or broken never holds up the others.
 */
export interface ProjectPanel {
  /** Names the panel in the address (`#team`) and in lists. */
  id: string;
  title: TextKey;
  /** `main` is wide and stands first on phones; `side` is narrow. */
  place: "main" | "side";
  /** By the rights that stand beside the project. */
  isShown: (project: Project) => boolean;
  Component: ComponentType<{ project: Project }>;
}

/** What other features put onto the pages of projects; handed in by the table of routes, because no feature knows another. */
export interface ProjectParts {
  panels: readonly ProjectPanel[];
  /** Entries of the page's header beside its own: to join, to leave, to export. Each decides by the project whether it shows. */
  actions: readonly ComponentType<{ project: Project }>[];
  /** In place of a project that did not come: who was removed is told so, who has its code can ask to be let in. */
  Failure: ComponentType<ProjectFailureProps>;
}

export interface ProjectFailureProps {
  /** As the address names the project: its number or its code. */
  id: string;
  error: unknown;
  onRetry: () => void;
}

/** The same for the list of projects. */
export interface ProjectListParts {
  /** Beside "New Project", for instance to join with a code. */
  actions: readonly ComponentType[];
  /** Above the list, for instance invitations that wait. Each draws nothing when it has nothing to say. */
  notices: readonly ComponentType[];
}
