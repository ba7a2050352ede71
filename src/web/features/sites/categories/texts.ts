import type { TextKey } from "#web/lib/use-text.ts";
import type { NameKind } from "./categories.queries.ts";

type Part =
  | "title"
  | "text"
  | "count"
  | "empty"
  | "emptyText"
  | "add"
  | "placeholder"
  | "required"
  | "question";

/** The screen's texts for each of the two lists. */
export const kindTexts: Readonly<Record<NameKind, Readonly<Record<Part, TextKey>>>> = {
  category: {
    title: "categories.categories",
    text: "categories.categories_text",
    count: "categories.categories_count",
    empty: "errors.categories.no_categories_found",
    emptyText: "categories.categories_empty_text",
    add: "categories.new_category",
    placeholder: "categories.new_category_placeholder",
    required: "categories.name_required",
    question: "categories.delete_category_title",
  },
  type: {
    title: "categories.types",
    text: "categories.types_text",
    count: "categories.types_count",
    empty: "categories.types_empty",
    emptyText: "categories.types_empty_text",
    add: "categories.new_type",
    placeholder: "categories.new_type_placeholder",
    required: "categories.type_name_required",
    question: "categories.delete_type_title",
  },
};
