import { SearchX } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Replaces a list in which the filters match nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={t("common.no_match_title")}
      text={t("common.no_match_text")}
      action={<Button onPress={onClear}>{t("common.clear_filters")}</Button>}
    />
  );
}
