import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { inside } from "./frame.tsx";

const reports = createRoute({
  getParentRoute: () => inside,
  path: "/owner-report/{-$id}",
  component: lazyRouteComponent(
    () => import("../features/work/owner-reports/reports-screen.tsx"),
    "ReportsScreen",
  ),
  staticData: { title: "shell.titles.owner_report", parent: "/projects", menu: { icon: FileText } },
});

/** A report by its number, or `preview`. */
const report = createRoute({
  getParentRoute: () => inside,
  path: "/owner-report/$id/$run",
  component: lazyRouteComponent(
    () => import("../features/work/owner-reports/report-screen.tsx"),
    "ReportScreen",
  ),
  staticData: { title: "shell.titles.owner_report", parent: "/owner-report" },
});

/** The project's report, its settings and earlier reports. */
export const reportRoutes = [reports, report] as const;
