import type { SnagLink } from "#contract/tools.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { stateLooks } from "./tool-looks.ts";

/** How a card stands, in a word and a drawing. */
export function LinkState({ state }: { state: SnagLink["state"] }) {
  const t = useText();
  const { tone, icon } = stateLooks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`tools.states.${state}`)}
    </Chip>
  );
}
