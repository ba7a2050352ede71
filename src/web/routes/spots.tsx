import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ListChecks, QrCode } from "lucide-react";
import { inside } from "./frame.tsx";

const coverage = createRoute({
  getParentRoute: () => inside,
  path: "/coverage/{-$id}",
  component: lazyRouteComponent(async () => {
    const [{ CoverageScreen }, { addPhotoParts }] = await Promise.all([
      import("../features/work/coverage/coverage-screen.tsx"),
      import("../add-photo-parts.ts"),
    ]);
    return { Coverage: () => <CoverageScreen parts={addPhotoParts} /> };
  }, "Coverage"),
  staticData: {
    title: "shell.titles.coverage",
    parent: "/visits",
    menu: { icon: ListChecks, under: "/visits" },
  },
});

/** Walk videos of a visit. */
const walks = createRoute({
  getParentRoute: () => inside,
  path: "/editvisit/$id/walk",
  component: lazyRouteComponent(() => import("../features/media/walks/walks-screen.tsx"), "WalksScreen"),
  staticData: { title: "shell.titles.walks", parent: "/visits" },
});

const placeWalk = createRoute({
  getParentRoute: () => inside,
  path: "/editvisit/$id/walk/$walk",
  component: lazyRouteComponent(() => import("../features/media/walks/place-screen.tsx"), "PlaceWalkScreen"),
  staticData: { title: "shell.titles.place_walk", parent: "/visits" },
});

const spotCodes = createRoute({
  getParentRoute: () => inside,
  path: "/qrcodes/{-$id}",
  component: lazyRouteComponent(() => import("../features/media/spot-codes/codes-screen.tsx"), "CodesScreen"),
  staticData: {
    title: "shell.titles.spot_codes",
    parent: "/sheets",
    menu: { icon: QrCode, under: "/sheets" },
  },
});

/** The address on a label: `/q/{code}`. Without a code, those kept until there is a connection. */
const scannedSpot = createRoute({
  getParentRoute: () => inside,
  path: "/q/{-$code}",
  component: lazyRouteComponent(async () => {
    const [{ ScanScreen }, { scanParts }] = await Promise.all([
      import("../features/media/spot-codes/scan-screen.tsx"),
      import("../add-photo-parts.ts"),
    ]);
    return { Scan: () => <ScanScreen parts={scanParts} /> };
  }, "Scan"),
  staticData: { title: "shell.titles.spot", parent: "/qrcodes" },
});

/** Positions that visits show: their walks, their photos, and their labels. */
export const spotRoutes = [walks, placeWalk, coverage, spotCodes, scannedSpot] as const;
