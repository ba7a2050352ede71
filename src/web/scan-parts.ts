import { lazy } from "react";
import type { ScanParts } from "./features/media/spot-codes/scan-screen.tsx";

/** Parts of visits and photos on the page of a scanned label: what adds its 360 photo, and photos there. */
export const scanParts: ScanParts = {
  AddVisit: lazy(async () => ({
    default: (await import("./features/media/visits/add-visit-dialog.tsx")).AddVisitDialog,
  })),
  AddPhotos: lazy(async () => ({
    default: (await import("./features/media/photos/photos-here.tsx")).PhotosHere,
  })),
  AddRooms: lazy(async () => ({
    default: (await import("./features/media/visits/add-rooms-dialog.tsx")).AddRoomsDialog,
  })),
};
