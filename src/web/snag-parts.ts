import { SendPart, SentPart } from "./features/connections/tools/tools-parts.tsx";
import type { SnagParts } from "./features/work/snags/parts.ts";

/** What features put onto the pages of snags. Heavy ones are lazy: the snag is there before they are. */
export const snagParts: SnagParts = { details: [SentPart], bulk: [SendPart] };
