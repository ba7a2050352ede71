/**
 * The choices of the contract as plain lists, for those who offer them: this file imports nothing, so that a screen
 * which shows them does not bring the schemas into the browser.
 */
export const projectSorts = ["updated", "name", "created", "last_visit"] as const;
export const visitSorts = ["date", "name", "created"] as const;
