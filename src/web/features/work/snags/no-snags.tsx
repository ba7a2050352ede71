import { ClipboardList, Plus } from "lucide-react";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { useMayAnywhere } from "#web/shell/projects/projects.queries.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For users without snags: offers to pin one with the permission, else explains what will appear here. */
export function NoSnags() {
  const t = useText();
  const mayAdd = useMayAnywhere("add_snag");
  return (
    <EmptyState
      icon={ClipboardList}
      title={t("snags.empty_title")}
      text={t(mayAdd ? "snags.empty_text" : "snags.empty_guest_text")}
      action={
        mayAdd && (
          <CreateButton
            begins="snag"
            variant="primary"
            icon={Plus}
            onPress={() => startCreation({ kind: "snag" })}
          >
            {t("snags.new")}
          </CreateButton>
        )
      }
    />
  );
}
