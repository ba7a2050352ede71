import type { Snag } from "#contract/snags.ts";
import { SendPart } from "./features/connections/tools/tools-parts.tsx";
import type { SnagParts } from "./features/work/snags/parts.ts";
import { later, useLater } from "./ui/later.ts";

const details = later(() => import("./snag-detail-parts.ts"));

/** The snag renders before they load. */
function DetailParts({ snag }: { snag: Snag }) {
  const parts = useLater(details, true)?.detailParts ?? [];
  return parts.map((Part, at) => <Part key={at} snag={snag} />);
}

/** Parts that features add to the pages of snags. */
export const snagParts: SnagParts = { details: [DetailParts], bulk: [SendPart] };
