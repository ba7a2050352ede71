import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { setUp } from "../shell/set-up.ts";
import { root } from "./frame.tsx";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ href: "/dashboard" });
  },
});

/** Public, and without the frame of the application. */
const person = createRoute({
  getParentRoute: () => root,
  path: "/user/$code",
  beforeLoad: setUp,
  component: lazyRouteComponent(
    () => import("../features/people/profile/public/public-profile-screen.tsx"),
    "PublicProfileScreen",
  ),
  staticData: { title: "shell.titles.person" },
});

const showcase = createRoute({
  getParentRoute: () => root,
  path: "/showcase/$code",
  beforeLoad: setUp,
  component: lazyRouteComponent(
    () => import("../features/media/showcase/showcase-screen.tsx"),
    "ShowcaseScreen",
  ),
  staticData: { title: "shell.titles.showcase" },
});

const licences = createRoute({
  getParentRoute: () => root,
  path: "/licences",
  beforeLoad: setUp,
  component: lazyRouteComponent(
    () => import("../features/installation/home/licences-screen.tsx"),
    "LicencesScreen",
  ),
  staticData: { title: "shell.titles.licences" },
});

/** Routes that require no sign-in. */
export const publicRoutes = [home, licences, person, showcase] as const;
