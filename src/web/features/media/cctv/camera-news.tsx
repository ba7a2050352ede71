import { useCameraNews } from "./use-camera-news.ts";

/** Hears of the cameras of all projects that are on screen. */
export function CameraNews({ projects }: { projects: readonly number[] }) {
  return [...new Set(projects)]
    .slice(0, 20)
    .map((project) => <ProjectNews key={project} project={project} />);
}

function ProjectNews({ project }: { project: number }) {
  useCameraNews(project);
  return null;
}
