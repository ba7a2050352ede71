import { languageOfPage } from "./locale.ts";

/** Between parts of a name or a list without "and", in the language of the page. */
export const comma = (): string => (languageOfPage() === "ar" ? "، " : ", ");
