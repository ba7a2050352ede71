import type { CurrentUser } from "#contract/auth.ts";
import { toolNames } from "#contract/choices.ts";
import type { Tool } from "#contract/tools.ts";

/** The tools available to a user. */
export const openTools = ({ can }: Pick<CurrentUser, "can">): Tool[] => toolNames.filter((tool) => can[tool]);
