import { type DiaryEntryPart, useDiaryParts } from "./parts.ts";

/** Content of other features in an entry. */
export function EntryContent(props: DiaryEntryPart) {
  const { entry } = useDiaryParts();
  return entry.map((Part, at) => <Part key={at} {...props} />);
}
