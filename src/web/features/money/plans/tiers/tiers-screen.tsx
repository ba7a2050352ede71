import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { FiguresPart } from "./figures/figures-part.tsx";
import { type Part, parts, tiersView } from "./list-state.ts";
import { TiersPart } from "./sizes/tiers-part.tsx";
import { UsagePart } from "./usage/usage-part.tsx";

/** Project prices by size, users' usage by month, and the platform's totals and revenue. */
export function TiersScreen() {
  const t = useText();
  const [{ part, user, year }, change] = tiersView.use();
  const contents = {
    bands: <TiersPart />,
    usage: <UsagePart user={user} year={year} onChange={change} />,
    figures: <FiguresPart />,
  };
  return (
    <>
      <PageHeader title={t("plans.tiers.title")} note={t("plans.tiers.intro")} />
      <Tabs
        label={t("plans.tiers.tabs_label")}
        entries={parts.map((id) => ({ id, label: t(`plans.tiers.tabs.${id}`), content: contents[id] }))}
        selected={part}
        onSelect={(id) => change({ part: id as Part })}
      />
    </>
  );
}
