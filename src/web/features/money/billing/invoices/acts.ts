import { Ban, CalendarPlus, CircleCheck, CircleDashed, type LucideIcon, Trash2 } from "lucide-react";
import type { Invoice } from "#contract/billing.ts";

export type Act = "pay" | "unpay" | "extend" | "void" | "delete";

const icons: Record<Act, LucideIcon> = {
  pay: CircleCheck,
  unpay: CircleDashed,
  extend: CalendarPlus,
  void: Ban,
  delete: Trash2,
};

/** Actions that apply to an invoice by its status. */
const meant: Record<Invoice["status"], readonly Act[]> = {
  unpaid: ["pay", "extend", "void", "delete"],
  // A paid invoice is neither voided nor deleted: it has to be marked unpaid first.
  paid: ["unpay"],
  void: ["delete"],
};

/** Actions on the invoice that the user may perform, by the server's permissions. */
export const actsOf = ({ status, can }: Pick<Invoice, "status" | "can">): { act: Act; icon: LucideIcon }[] =>
  meant[status]
    .filter((act) => can[act === "delete" ? "delete" : "edit"] === true)
    .map((act) => ({ act, icon: icons[act] }));

/** Whether the action cannot be undone. */
export const isLosing = (act: Act): boolean => act === "void" || act === "delete";
