import { lazy } from "react";
import type { ScanParts } from "./features/media/spot-codes/scan-screen.tsx";

/** Parts of visits on the page of a scanned label: the dialogs that add its 360 photo. */
export const scanParts: ScanParts = {
  AddVisit: lazy(async () => ({
    default: (await import("./features/media/visits/add-visit-dialog.tsx")).AddVisitDialog,
  })),
  AddRooms: lazy(async () => ({
    default: (await import("./features/media/visits/add-rooms-dialog.tsx")).AddRoomsDialog,
  })),
};
