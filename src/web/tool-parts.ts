import type { ToolParts } from "./features/connections/tools/parts.ts";
import { StatusMark } from "./features/work/snags/marks.tsx";

/** Parts that other features provide to the pages of external tools. */
export const toolParts: ToolParts = { SnagMark: StatusMark };
