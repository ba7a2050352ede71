import { type ReactNode, useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import type { Act } from "./acts.ts";
import { ExtendDialog } from "./dialogs/extend-dialog.tsx";
import { LosingDialog } from "./dialogs/losing-dialog.tsx";
import { PaidDialog } from "./dialogs/paid-dialog.tsx";
import { UnpaidDialog } from "./dialogs/unpaid-dialog.tsx";

export type AskAct = (act: Act, invoice: Invoice) => void;

/** Asks for confirmation of an action on an invoice, and performs it. `onGone` is called after deleting. */
export function useActs(onGone?: () => void): { ask: AskAct; question: ReactNode } {
  const [asked, setAsked] = useState<{ act: Act; invoice: Invoice } | null>(null);
  const onClose = () => setAsked(null);
  return {
    ask: (act, invoice) => setAsked({ act, invoice }),
    question: asked !== null && <Question {...asked} onClose={onClose} {...(onGone && { onGone })} />,
  };
}

function Question({
  act,
  ...props
}: {
  act: Act;
  invoice: Invoice;
  onClose: () => void;
  onGone?: () => void;
}) {
  switch (act) {
    case "pay":
      return <PaidDialog {...props} />;
    case "unpay":
      return <UnpaidDialog {...props} />;
    case "extend":
      return <ExtendDialog {...props} />;
    default:
      return <LosingDialog act={act} {...props} />;
  }
}
