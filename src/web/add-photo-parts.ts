import { lazy } from "react";
import type { ScanParts } from "./features/media/spot-codes/scan-screen.tsx";
import type { AddPhotoParts } from "./shell/visits/add-photo.tsx";

/** Parts of visits on the pages of a scanned label and of the photo checklist: the dialogs that add a 360 photo. */
export const addPhotoParts: AddPhotoParts = {
  AddVisit: lazy(async () => ({
    default: (await import("./features/media/visits/add-visit-dialog.tsx")).AddVisitDialog,
  })),
  AddRooms: lazy(async () => ({
    default: (await import("./features/media/visits/add-rooms-dialog.tsx")).AddRoomsDialog,
  })),
};

/** The same and the part of photos on the page of a scanned label. */
export const scanParts: ScanParts = {
  ...addPhotoParts,
  AddPhotos: lazy(async () => ({
    default: (await import("./features/media/photos/photos-here.tsx")).PhotosHere,
  })),
};
