import type { CurrentUser } from "#contract/auth.ts";
import { toolNames } from "#contract/choices.ts";
import type { Tool } from "#contract/tools.ts";

/** The tools that are open to somebody. */
export const openTools = ({ can }: Pick<CurrentUser, "can">): Tool[] => toolNames.filter((tool) => can[tool]);
