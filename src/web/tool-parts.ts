import { StatusMark } from "./features/snags/marks.tsx";
import type { ToolParts } from "./features/tools/parts.ts";

/** What other features lend to the pages of outside tools. */
export const toolParts: ToolParts = { SnagMark: StatusMark };
