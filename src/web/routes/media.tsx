import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Cctv, Image, LayoutGrid } from "lucide-react";
import { inside } from "./frame.tsx";

const photos = createRoute({
  getParentRoute: () => inside,
  path: "/photos/{-$id}",
  component: lazyRouteComponent(() => import("../features/media/photos/photos-screen.tsx"), "PhotosScreen"),
  staticData: { title: "shell.titles.photos", menu: { icon: Image } },
});

/** The address of a photo in search results and webhooks. */
const photo = createRoute({
  getParentRoute: () => inside,
  path: "/photo/$id",
  component: lazyRouteComponent(() => import("../features/media/photos/photo-screen.tsx"), "PhotoScreen"),
  staticData: { title: "shell.titles.photo", parent: "/photos" },
});

const cameras = createRoute({
  getParentRoute: () => inside,
  path: "/cctv",
  component: lazyRouteComponent(() => import("../features/media/cctv/cameras-screen.tsx"), "CamerasScreen"),
  staticData: { title: "shell.titles.cameras", menu: { icon: Cctv } },
});

/** Not below /cctv: the next segment there is the code of a camera's public page, and a code may be any word. */
const cameraWall = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/wall",
  component: lazyRouteComponent(() => import("../features/media/cctv/wall/wall-screen.tsx"), "WallScreen"),
  staticData: {
    title: "shell.titles.camera_wall",
    parent: "/cctv",
    menu: { icon: LayoutGrid, under: "/cctv" },
  },
});

const camera = createRoute({
  getParentRoute: () => inside,
  path: "/cameras/$id",
  component: lazyRouteComponent(
    () => import("../features/media/cctv/page/camera-screen.tsx"),
    "CameraScreen",
  ),
  staticData: { title: "shell.titles.camera", parent: "/cctv" },
});

/** Photos and cameras of projects. */
export const mediaRoutes = [photos, photo, cameras, cameraWall, camera] as const;
