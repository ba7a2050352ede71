import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog, type DeleteDialogProps } from "./delete-dialog.tsx";

interface DeletePartProps extends Omit<DeleteDialogProps, "isOpen" | "onClose"> {
  /** Shown under the button. */
  note?: ReactNode;
}

/** The delete button at the end of an edit screen, with its confirmation. */
export function DeletePart({ note, ...dialog }: DeletePartProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="border-t border-line pt-5">
      <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
        {dialog.confirmLabel}
      </Button>
      {note}
      <DeleteDialog {...dialog} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}
