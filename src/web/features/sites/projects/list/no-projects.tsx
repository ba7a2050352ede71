import { Building2, Plus } from "lucide-react";
import type { ComponentType } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For users without projects: to create one where permitted, and to join one. */
export function NoProjects({ joining }: { joining: readonly ComponentType[] }) {
  const t = useText();
  const { can } = useSignedInUser();
  return (
    <EmptyState
      icon={Building2}
      title={t(can.create_project ? "projects.empty_title" : "projects.empty_guest_title")}
      text={t(can.create_project ? "projects.empty_text" : "projects.empty_guest_text")}
      action={
        <>
          {can.create_project && (
            <CreateButton
              begins="project"
              variant="primary"
              icon={Plus}
              onPress={() => startCreation({ kind: "project" })}
            >
              {t("projects.new")}
            </CreateButton>
          )}
          {joining.map((Join, at) => (
            <Join key={at} />
          ))}
        </>
      }
    />
  );
}
