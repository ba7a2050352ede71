import type { SnagParts } from "./features/snags/parts.ts";
import { SendPart, SentPart } from "./features/tools/tools-parts.tsx";

/** What features put onto the pages of snags. Heavy ones are lazy: the snag is there before they are. */
export const snagParts: SnagParts = { details: [SentPart], bulk: [SendPart] };
