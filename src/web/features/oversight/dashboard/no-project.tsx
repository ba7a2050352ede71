import { Building2, Plus } from "lucide-react";
import { startCreation } from "#web/lib/creation.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For users without a project: the first steps. */
export function NoProject() {
  const t = useText();
  const { can } = useSignedInUser();
  return (
    <EmptyState
      icon={Building2}
      title={t("dashboard.empty_title")}
      text={t(can.create_project ? "dashboard.empty_text" : "dashboard.empty_guest_text")}
      action={
        can.create_project && (
          <CreateButton
            begins="project"
            variant="primary"
            size="lg"
            icon={Plus}
            onPress={() => startCreation({ kind: "project" })}
          >
            {t("common.new_project")}
          </CreateButton>
        )
      }
    />
  );
}
