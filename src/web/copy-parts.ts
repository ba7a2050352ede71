import { copySheets } from "./features/media/sheets/sheets.copy.ts";
import { copySpotCodes } from "./features/media/spot-codes/spot-codes.copy.ts";
import { copyProject } from "./features/sites/projects/projects.copy.ts";
import { copyTeam } from "./features/sites/team/team.copy.ts";
import { copyDiary } from "./features/work/diary/diary.copy.ts";
import { copySnags } from "./features/work/snags/snags.copy.ts";
import type { CopyPart } from "./lib/copy-part.ts";

/** The contributions of features to a project saved for offline use, in this order. */
export const copyParts: readonly CopyPart[] = [
  copyProject,
  copySheets,
  copySnags,
  copyTeam,
  copyDiary,
  copySpotCodes,
];
