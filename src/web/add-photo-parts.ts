import { lazy } from "react";
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
