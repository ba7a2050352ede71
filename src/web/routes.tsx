import { createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { report } from "./lib/reporting/report.ts";
import "./shell/route-data.ts";
import { accountRoutes } from "./routes/account.tsx";
import { administrationRoutes } from "./routes/administration.tsx";
import { administration, inside, root } from "./routes/frame.tsx";
import { mediaRoutes } from "./routes/media.tsx";
import { outsideRoutes } from "./routes/outside.tsx";
import { publicRoutes } from "./routes/public.tsx";
import { workRoutes } from "./routes/work.tsx";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { PendingScreen } from "./shell/loading.tsx";
import { NotFound } from "./shell/not-found.tsx";

/** All kit components on one page; in development only. */
const kit = createRoute({
  getParentRoute: () => inside,
  path: "/kit",
  component: lazyRouteComponent(() => import("./kit/kit-screen.tsx"), "KitScreen"),
});

/**
 * The one module in which features meet: path, screen, access, title, menu, by areas in routes/. A screen is loaded
 * when it is first opened. To add one, write its route in its area and add it to the list at the end of that file.
 * (/login and the other pages before the application are in doors.tsx; the public viewer is a page of its own.)
 */
const tree = root.addChildren([
  ...publicRoutes,
  inside.addChildren([
    ...workRoutes,
    ...mediaRoutes,
    ...outsideRoutes,
    ...accountRoutes,
    administration.addChildren(administrationRoutes),
    ...(import.meta.env.DEV ? [kit] : []),
  ]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: false,
    defaultPendingMs: 120,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PendingScreen,
    defaultNotFoundComponent: NotFound,
    defaultOnCatch: report,
    defaultErrorComponent: ({ error, reset }) => <ErrorScreen error={error} onRetry={reset} />,
    scrollRestoration: true,
    trailingSlash: "never",
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
