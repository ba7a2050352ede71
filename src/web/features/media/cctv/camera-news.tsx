import { useCameraNews } from "./use-camera-news.ts";

/** Subscribes to the cameras of all displayed projects. */
export function CameraNews({ projects }: { projects: readonly number[] }) {
  return [...new Set(projects)]
    .slice(0, 20)
    .map((project) => <ProjectNews key={project} project={project} />);
}

function ProjectNews({ project }: { project: number }) {
  useCameraNews(project);
  return null;
}
