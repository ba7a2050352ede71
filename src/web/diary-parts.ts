import type { DiaryParts } from "./features/work/diary/parts.ts";
import { DiaryVoicePart } from "./features/work/voice-notes/voice-parts.tsx";

/** Parts that features add to the entries of the site diary. Heavy ones are lazy: the day renders before they load. */
export const diaryParts: DiaryParts = { entry: [DiaryVoicePart] };
