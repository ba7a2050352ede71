export { EditDialog } from "./edit-dialog.tsx";
export { PlaceDialog } from "./place-dialog.tsx";
export { SnagDialog } from "./snag-dialog.tsx";
