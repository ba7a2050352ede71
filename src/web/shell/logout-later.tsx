import { later, useLater } from "#web/ui/later.ts";

const dialog = later(() => import("./logout-dialog.tsx"));

/** The dialog that ends the session: not part of the first script, since it is seldom opened. */
export function LogoutLater(props: { isOpen: boolean; onClose: () => void }) {
  const Dialog = useLater(dialog, props.isOpen)?.LogoutDialog;
  return Dialog ? <Dialog {...props} /> : null;
}
