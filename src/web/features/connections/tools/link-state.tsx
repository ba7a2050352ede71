import type { SnagLink } from "#contract/tools.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { stateLooks } from "./tool-looks.ts";

/** The status of a card, as text and icon. */
export function LinkState({ state }: { state: SnagLink["state"] }) {
  const t = useText();
  const { tone, icon } = stateLooks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`tools.states.${state}`)}
    </Chip>
  );
}
