import { useStore } from "#web/lib/store.ts";
import { later, useLater } from "#web/ui/later.ts";
import { useFrame } from "../frame.ts";
import { pointKey } from "../point-key.ts";

const card = later(() => import("../points/card.tsx"));

/** The card of the open point; its script is loaded with the first one. */
export function Cards() {
  const opened = useStore(useFrame().tour.opened);
  const Card = useLater(card, opened !== null)?.Card;
  return Card && opened && <Card key={pointKey(opened)} point={opened} />;
}
