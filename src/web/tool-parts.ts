import type { ToolParts } from "./features/connections/tools/parts.ts";
import { StatusMark } from "./features/work/snags/marks.tsx";

/** What other features lend to the pages of outside tools. */
export const toolParts: ToolParts = { SnagMark: StatusMark };
