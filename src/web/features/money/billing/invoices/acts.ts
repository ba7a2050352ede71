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

/** Which acts have a meaning for a bill that is as it is. */
const meant: Record<Invoice["status"], readonly Act[]> = {
  unpaid: ["pay", "extend", "void", "delete"],
  // A paid one is neither voided nor deleted: first the word is taken back that it was paid.
  paid: ["unpay"],
  void: ["delete"],
};

/** What this person may do with the bill, by the server's word. */
export const actsOf = ({ status, can }: Pick<Invoice, "status" | "can">): { act: Act; icon: LucideIcon }[] =>
  meant[status]
    .filter((act) => can[act === "delete" ? "delete" : "edit"] === true)
    .map((act) => ({ act, icon: icons[act] }));

/** Cannot be taken back. */
export const isLosing = (act: Act): boolean => act === "void" || act === "delete";
