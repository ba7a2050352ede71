import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A zip of texts and bytes by their paths. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** The same, with each path then overwritten by another of the same length: paths that no zip library would write. */
export async function zipWith(
  files: Readonly<Record<string, string>>,
  renamed: Readonly<Record<string, string>>,
) {
  let bytes = (await zipOf(files)).toString("latin1");
  for (const [from, to] of Object.entries(renamed)) {
    if (from.length !== to.length) throw new Error("names of one length");
    bytes = bytes.replaceAll(from, to);
  }
  return Buffer.from(bytes, "latin1");
}

export const version = {
  "2.0": '<?xml version="1.0" encoding="utf-8"?><Version VersionId="2.0"/>',
  "2.1":
    '<?xml version="1.0" encoding="utf-8"?>\r\n<Version VersionId="2.1"><DetailedVersion>2.1 RC</DetailedVersion></Version>',
  "3.0": '<?xml version="1.0"?><Version VersionId="3.0"/>',
} as const;

interface TopicText {
  readonly guid: string;
  readonly title?: string;
  readonly status?: string;
  /** Elements between title and comments. */
  readonly more?: string;
  readonly modified?: string;
  readonly comments?: readonly { readonly guid: string; readonly text: string; readonly author?: string }[];
}

/** In the style of other programs: upper-case guids, Windows line ends, a header of models, dates without a zone. */
export function topicOf21({
  guid,
  title = "Clash",
  status = "Active",
  more = "",
  modified,
  comments = [],
}: TopicText) {
  const talk = comments.map(
    (comment) => `  <Comment Guid="${comment.guid.toUpperCase()}">
    <Date>2020-05-06T07:08:09.123+03:00</Date>
    <Author>${comment.author ?? "somebody@example.org"}</Author>
    <Comment>${comment.text}</Comment>
    <Viewpoint Guid="8dc86298-9737-40b4-a448-98a9e953293a" />
  </Comment>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Header><File IfcProject="0iDoq6WnDCk9BNrB4s12uA" isExternal="false"><Filename>Building.ifc</Filename></File></Header>
  <Topic Guid="${guid.toUpperCase()}" TopicType="Clash" TopicStatus="${status}">
    <Title>${title}</Title>
    <Index>7</Index>${more}
    <CreationDate>2020-05-06T07:08:09</CreationDate>
    <CreationAuthor>somebody@example.org</CreationAuthor>
    ${modified === undefined ? "" : `<ModifiedDate>${modified}</ModifiedDate>`}
  </Topic>
${talk.join("\n")}
  <Viewpoints Guid="8dc86298-9737-40b4-a448-98a9e953293a"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints>
</Markup>`.replaceAll("\n", "\r\n");
}
