import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Modal } from "#web/ui/modal.tsx";
import { CodeForm } from "./code-form.tsx";
import { Standing } from "./standing.tsx";

export interface JoinDialogProps {
  /** The code, where it is known already and need not be typed. */
  code?: string;
  /** Name of the project, where it is known. */
  name?: string;
  onClose: () => void;
}

/** Joins a project by its code: shows the project, the user's relation to it, and the available actions. */
export function JoinDialog({ code: given, name, onClose }: JoinDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<string | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const code = given ?? found;
  return (
    <Modal
      title={name === undefined ? t("team.join.title") : t("team.join.title_project", { project: name })}
      isOpen
      onClose={onClose}
      size="sm"
      isDismissable={code === null ? typed === "" : !isDirty}
    >
      {code === null ? (
        <CodeForm typed={typed} onType={setTyped} onFound={setFound} onCancel={onClose} />
      ) : (
        <Standing
          project_code={code}
          onDirty={setIsDirty}
          onClose={onClose}
          {...(given === undefined && { onBack: () => setFound(null) })}
        />
      )}
    </Modal>
  );
}
