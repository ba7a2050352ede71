import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Boxes, CalendarRange, CodeXml, LayoutList, ListChecks, SquareKanban } from "lucide-react";
import type { ToolName } from "#contract/choices.ts";
import type { DeveloperPart } from "../features/connections/api-access/developers-screen.tsx";
import { inside } from "./frame.tsx";

const trello = createRoute({
  getParentRoute: () => inside,
  path: "/trello",
  component: toolScreen("trello"),
  staticData: {
    title: "shell.titles.trello",
    menu: { icon: SquareKanban, isOutside: true, opens: "trello" },
  },
});

const monday = createRoute({
  getParentRoute: () => inside,
  path: "/monday",
  component: toolScreen("monday"),
  staticData: {
    title: "shell.titles.monday",
    menu: { icon: LayoutList, isOutside: true, opens: "monday" },
  },
});

const clickup = createRoute({
  getParentRoute: () => inside,
  path: "/clickup",
  component: toolScreen("clickup"),
  staticData: {
    title: "shell.titles.clickup",
    menu: { icon: ListChecks, isOutside: true, opens: "clickup" },
  },
});

/** The page of an external tool: one screen for all of them. */
function toolScreen(tool: ToolName) {
  return lazyRouteComponent(async () => {
    const [{ ToolScreen }, { toolParts }] = await Promise.all([
      import("../features/connections/tools/tool-screen.tsx"),
      import("../tool-parts.ts"),
    ]);
    return { Tool: () => <ToolScreen tool={tool} parts={toolParts} /> };
  }, "Tool");
}

const msProject = createRoute({
  getParentRoute: () => inside,
  path: "/msproject/{-$id}",
  component: lazyRouteComponent(
    () => import("../features/work/schedules/schedule-screen.tsx"),
    "ScheduleScreen",
  ),
  staticData: {
    title: "shell.titles.ms_project",
    menu: { icon: CalendarRange, isOutside: true, opens: "ms_project" },
  },
});

const autodesk = createRoute({
  getParentRoute: () => inside,
  path: "/autodesk",
  component: lazyRouteComponent(
    () => import("../features/connections/autodesk/autodesk-screen.tsx"),
    "AutodeskScreen",
  ),
  staticData: {
    title: "shell.titles.autodesk",
    menu: { icon: Boxes, isOutside: true, opens: "autodesk" },
  },
});

const developers = createRoute({
  getParentRoute: () => inside,
  path: "/developers",
  component: developersScreen("tokens"),
  staticData: { title: "shell.titles.developers", menu: { icon: CodeXml, isOutside: true, opens: "api" } },
});

const developersWebhooks = createRoute({
  getParentRoute: () => inside,
  path: "/developers/webhooks",
  component: developersScreen("webhooks"),
  staticData: { title: "shell.titles.developers_webhooks", parent: "/developers" },
});

const developersReference = createRoute({
  getParentRoute: () => inside,
  path: "/developers/reference/{-$call}",
  component: developersScreen("reference"),
  staticData: { title: "shell.titles.developers_reference", parent: "/developers" },
});

/** One screen, whose parts belong to two features. */
function developersScreen(part: DeveloperPart) {
  const content = {
    tokens: async () =>
      (await import("../features/connections/api-access/tokens/tokens-part.tsx")).TokensPart,
    webhooks: async () => (await import("../features/connections/webhooks/webhooks-part.tsx")).WebhooksPart,
    reference: async () =>
      (await import("../features/connections/api-access/reference/reference-part.tsx")).ReferencePart,
  };
  return lazyRouteComponent(async () => {
    const [{ DevelopersScreen }, Part] = await Promise.all([
      import("../features/connections/api-access/developers-screen.tsx"),
      content[part](),
    ]);
    return {
      Developers: () => (
        <DevelopersScreen part={part}>
          <Part />
        </DevelopersScreen>
      ),
    };
  }, "Developers");
}

/** Other services, and the API for programs. */
export const outsideRoutes = [
  trello,
  monday,
  clickup,
  msProject,
  autodesk,
  developers,
  developersWebhooks,
  developersReference,
] as const;
