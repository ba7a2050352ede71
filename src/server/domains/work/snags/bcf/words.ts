import { wordLists } from "./attached.ts";
import { type BcfTopic, priorityWords, statusWords } from "./topic.ts";
import { childOf, childrenOf, textIn, type XmlNode } from "./tree.ts";
import { NOBODY, TOPIC_TYPE } from "./write.ts";

/** Words of one list of extensions.xml. */
export interface WordList {
  readonly list: string;
  readonly each: string;
  readonly words: ReadonlySet<string>;
}

/** Collects every value that the topics of a 3.0 file use: the file must declare them all. */
export function createWords(known: readonly { readonly kind: string; readonly word: string }[]) {
  const sets = new Map<string, Set<string>>();
  const add = (kind: string, ...words: readonly string[]) => {
    const set = sets.get(kind) ?? new Set<string>();
    for (const word of words) if (word.trim() !== "") set.add(word.trim());
    sets.set(kind, set);
  };
  add("TopicType", TOPIC_TYPE);
  add("TopicStatus", ...Object.values(statusWords));
  add("Priority", ...Object.values(priorityWords));
  add("User", NOBODY);
  for (const { kind, word } of known) add(kind, word);
  return {
    add({ trade, author, assignee, comments }: BcfTopic): void {
      add("TopicLabel", trade);
      add("User", author, assignee, ...comments.map((comment) => comment.author));
    },
    /** Adds the values of a markup in the shape of 3.0. */
    addKept(shape: XmlNode): void {
      const topic = childOf(shape, "Topic");
      add("TopicType", topic?.attributes["TopicType"] ?? "");
      add("TopicStatus", topic?.attributes["TopicStatus"] ?? "");
      add("Priority", textIn(topic, "Priority"));
      add("Stage", textIn(topic, "Stage"));
      add("TopicLabel", ...childrenOf(childOf(topic, "Labels"), "Label").map(({ text }) => text));
      add("SnippetType", childOf(topic, "BimSnippet")?.attributes["SnippetType"] ?? "");
      const comments = childrenOf(childOf(topic, "Comments"), "Comment");
      add("User", ...["CreationAuthor", "ModifiedAuthor", "AssignedTo"].map((name) => textIn(topic, name)));
      add("User", ...comments.flatMap((one) => [textIn(one, "Author"), textIn(one, "ModifiedAuthor")]));
    },
    lists: (): WordList[] =>
      Object.entries(wordLists).map(([list, each]) => ({ list, each, words: sets.get(each) ?? new Set() })),
  };
}
