import type { ComponentType } from "react";
import type { Project } from "#contract/projects.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/**
 * A panel of a project's page. It loads its own data, with a skeleton of its own shape and its own error text: a slow
 * or broken panel never delays the others.
 */
export interface ProjectPanel {
  /** Key of the panel in the address (`#team`) and in lists. */
  id: string;
  title: TextKey;
  /** `main` is wide and comes first on phones; `side` is narrow. */
  place: "main" | "side";
  /** By the permissions of the project. */
  isShown: (project: Project) => boolean;
  Component: ComponentType<{ project: Project }>;
}

/** Content of other features on project pages; passed in by the route table, since features do not import each other. */
export interface ProjectParts {
  panels: readonly ProjectPanel[];
  /** Actions in the page's header beside its own: join, leave, export. Each decides by the project whether it is shown. */
  actions: readonly ComponentType<{ project: Project }>[];
  /** Replaces a project that failed to load: a removed member is informed, a user with its code can request to join. */
  Failure: ComponentType<ProjectFailureProps>;
}

export interface ProjectFailureProps {
  /** The project as in the address: its number or its code. */
  id: string;
  error: unknown;
  onRetry: () => void;
}

/** Content of other features on the list of projects. */
export interface ProjectListParts {
  /** Beside "New Project", for instance to join with a code. */
  actions: readonly ComponentType[];
  /** Above the list, for instance pending invitations. Each renders nothing when it has nothing to show. */
  notices: readonly ComponentType[];
}
