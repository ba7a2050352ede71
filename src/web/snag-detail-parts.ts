import { SentPart } from "./features/connections/tools/tools-parts.tsx";
import { SnagAnswers } from "./features/work/crews/snag-answers.tsx";
import type { SnagParts } from "./features/work/snags/parts.ts";
import { SnagVoicePart } from "./features/work/voice-notes/voice-parts.tsx";

/** Parts that features add to the details of a snag. */
export const detailParts: SnagParts["details"] = [SnagAnswers, SentPart, SnagVoicePart];
