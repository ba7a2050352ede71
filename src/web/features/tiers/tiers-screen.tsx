import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export function TiersScreen() {
  const t = useText();
  return <PageHeader title={t("tiers.title")} note={t("tiers.intro")} />;
}
