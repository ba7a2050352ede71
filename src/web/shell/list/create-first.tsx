import { type LucideIcon, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CreateButton } from "../create-button.tsx";

interface BeginFirstProps {
  kind: "visit" | "video";
  /** Whether the caller may add one in any project; otherwise a project is created first. */
  mayAdd: boolean;
  icon: LucideIcon;
  title: string;
  text: string;
  /** Label of the button that adds one. */
  label: string;
}

/** Replaces a list that has never had an entry. */
export function CreateFirst({ kind, mayAdd, label, ...state }: BeginFirstProps): ReactNode {
  const t = useText();
  const { can } = useSignedInUser();
  const begins = mayAdd ? kind : "project";
  return (
    <EmptyState
      {...state}
      action={
        (mayAdd || can.create_project) && (
          <CreateButton
            begins={begins}
            variant="primary"
            size="lg"
            icon={Plus}
            onPress={() => startCreation({ kind: begins })}
          >
            {mayAdd ? label : t("common.new_project")}
          </CreateButton>
        )
      }
    />
  );
}
