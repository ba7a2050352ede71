import { SendPart, SentPart } from "./features/connections/tools/tools-parts.tsx";
import { SnagAnswersPart } from "./features/work/crews/crews-parts.tsx";
import type { SnagParts } from "./features/work/snags/parts.ts";
import { SnagVoicePart } from "./features/work/voice-notes/voice-parts.tsx";

/** Parts that features add to the pages of snags. Heavy ones are lazy: the snag renders before they load. */
export const snagParts: SnagParts = { details: [SnagAnswersPart, SentPart, SnagVoicePart], bulk: [SendPart] };
