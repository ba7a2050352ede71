import { later, useLater } from "#web/ui/later.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ProjectListProps } from "./project-list.tsx";

const list = later(() => import("./project-list.tsx"));

/** A `ProjectList`, loaded when it is shown. */
export function ProjectListLater(props: ProjectListProps) {
  const List = useLater(list, true)?.ProjectList;
  return List ? <List {...props} /> : <Skeleton className="h-72 w-full" />;
}
