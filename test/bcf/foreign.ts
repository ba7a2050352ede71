import { version } from "./zips.ts";

/** A topic of another program that uses everything the format defines, as files by their paths. */
export interface Foreign {
  readonly guid: string;
  readonly related: string;
}

const view = ["11111111-2222-4333-8444-5555aaaabbb1", "11111111-2222-4333-8444-5555aaaabbb2"] as const;
const talk = ["21111111-2222-4333-8444-5555aaaabbb1", "21111111-2222-4333-8444-5555aaaabbb2"] as const;
const document = "31111111-2222-4333-8444-5555aaaabbb1";
const ifc = ["0iDoq6WnDCk9BNrB4s12uA", "3dKX8qrKT4nfaFKnVwXlca"] as const;

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const point = (name: string, x: number, y: number, z: number) =>
  `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
const camera = (ratio: string) =>
  `<PerspectiveCamera>${point("CameraViewPoint", 12.5, -3.25, 1.7)}${point("CameraDirection", 0.6, 0.8, 0)}${point("CameraUpVector", 0, 0, 1)}<FieldOfView>60</FieldOfView>${ratio}</PerspectiveCamera>`;
const marks = `<Lines><Line>${point("StartPoint", 0, 0, 0)}${point("EndPoint", 1, 1, 1)}</Line></Lines><ClippingPlanes><ClippingPlane>${point("Location", 0, 0, 3)}${point("Direction", 0, 0, 1)}</ClippingPlane></ClippingPlanes>`;
const component = (guid: string) =>
  `<Component IfcGuid="${guid}"><OriginatingSystem>Modeller &amp; Sons</OriginatingSystem><AuthoringToolId>77</AuthoringToolId></Component>`;

const info = (inner: string, guid: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\r\n<VisualizationInfo Guid="${guid}">${inner}</VisualizationInfo>`;
const views: Readonly<Record<"2.0" | "2.1" | "3.0", string>> = {
  "2.0": `<VisualizationInfo><Components><Component IfcGuid="${ifc[0]}" Selected="true" Color="FF00FF00"/><Component IfcGuid="${ifc[1]}" Visible="false"/></Components>${camera("")}${marks}</VisualizationInfo>`,
  "2.1": info(
    `<Components><ViewSetupHints SpacesVisible="true"/><Selection>${component(ifc[0])}</Selection><Visibility DefaultVisibility="true"><Exceptions>${component(ifc[1])}</Exceptions></Visibility><Coloring><Color Color="FF00FF">${component(ifc[0])}</Color></Coloring></Components>${camera("")}${marks}<Bitmap><Bitmap>PNG</Bitmap><Reference>bitmap.png</Reference>${point("Location", 0, 0, 0)}${point("Normal", 0, 1, 0)}${point("Up", 0, 0, 1)}<Height>2</Height></Bitmap>`,
    view[0],
  ),
  "3.0": info(
    `<Components><Selection>${component(ifc[0])}</Selection><Visibility DefaultVisibility="true"><ViewSetupHints SpacesVisible="true"/><Exceptions>${component(ifc[1])}</Exceptions></Visibility><Coloring><Color Color="FF00FF"><Components>${component(ifc[0])}</Components></Color></Coloring></Components>${camera("<AspectRatio>1.5</AspectRatio>")}${marks}<Bitmaps><Bitmap><Format>png</Format><Reference>bitmap.png</Reference>${point("Location", 0, 0, 0)}${point("Normal", 0, 1, 0)}${point("Up", 0, 0, 1)}<Height>2</Height></Bitmap></Bitmaps>`,
    view[0],
  ),
};

const facts = `<CreationDate>2020-05-06T07:08:09+03:00</CreationDate><CreationAuthor>modeller@example.org</CreationAuthor><ModifiedDate>2020-05-07T07:08:09Z</ModifiedDate><ModifiedAuthor>checker@example.org</ModifiedAuthor>`;
const comments = (extra: string) =>
  `<Comment Guid="${talk[0]}">${extra}<Date>2020-05-06T07:08:09Z</Date><Author>modeller@example.org</Author><Comment> Too close, \n see 2 </Comment>%topic%<Viewpoint Guid="${view[0]}"/></Comment><Comment Guid="${talk[1]}">${extra}<Date>2020-05-07T07:08:09Z</Date><Author>checker@example.org</Author><Comment>Agreed</Comment>%topic%%reply%<ModifiedDate>2020-05-08T07:08:09Z</ModifiedDate><ModifiedAuthor>checker@example.org</ModifiedAuthor></Comment>`;
const viewpoints = (name: string) =>
  `<${name} Guid="${view[0]}"><Viewpoint>v1.bcfv</Viewpoint><Snapshot>s1.png</Snapshot><Index>2</Index></${name}><${name} Guid="${view[1]}"><Snapshot>s2.png</Snapshot></${name}>`;

const root =
  '<?xml version="1.0" encoding="utf-8"?><Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">';

function markupOf(of: "2.0" | "2.1" | "3.0", { guid, related }: Foreign): string {
  const head = `Guid="${of === "3.0" ? guid : guid.toUpperCase()}" TopicType="Clash" TopicStatus="Waiting for tender"`;
  const title = "<Title>Duct &amp; beam</Title><Priority>P1</Priority><Index>7</Index>";
  const due = "<DueDate>2027-03-04T00:00:00Z</DueDate>";
  const person = "<AssignedTo>engineer@example.org</AssignedTo>";
  const text = "<Stage>Tender</Stage><Description>Move it up.</Description>";
  const external = of === "3.0" ? "IsExternal" : "isExternal";
  const snippet = `<BimSnippet SnippetType="JSON" ${external}="false"><Reference>snippet.json</Reference><ReferenceSchema>https://example.org/schema</ReferenceSchema></BimSnippet>`;
  const file = `<File IfcProject="${ifc[0]}" ${external}="true"><Filename>Building.ifc</Filename><Date>2020-01-01T00:00:00Z</Date><Reference>https://example.org/b.ifc</Reference></File>`;
  if (of === "3.0")
    return `${root}<Header><Files>${file}</Files></Header><Topic ${head} ServerAssignedId="A-7"><ReferenceLinks><ReferenceLink>https://example.org/a</ReferenceLink><ReferenceLink>https://example.org/b</ReferenceLink></ReferenceLinks>${title}<Labels><Label>Fire protection</Label><Label>MEP</Label></Labels>${facts}${due}${person}${text}${snippet}<DocumentReferences><DocumentReference Guid="${document}"><DocumentGuid>${document}</DocumentGuid><Description>Detail</Description></DocumentReference><DocumentReference Guid="${talk[0]}"><Url>https://example.org/d.pdf</Url></DocumentReference></DocumentReferences><RelatedTopics><RelatedTopic Guid="${related}"/></RelatedTopics><Comments>${comments("").replaceAll(/%\w+%/g, "")}</Comments><Viewpoints>${viewpoints("ViewPoint")}</Viewpoints></Topic></Markup>`;
  const isOldest = of === "2.0";
  const references = isOldest ? "DocumentReferences" : "DocumentReference";
  const said = isOldest
    ? comments("<VerbalStatus>Open</VerbalStatus><Status>Warning</Status>")
        .replaceAll("%topic%", `<Topic Guid="${guid}"/>`)
        .replaceAll("%reply%", `<ReplyToComment Guid="${talk[0]}"/>`)
    : comments("").replaceAll(/%\w+%/g, "");
  const shown = viewpoints("Viewpoints");
  const second = isOldest ? "" : "<ReferenceLink>https://example.org/b</ReferenceLink>";
  return `${root}<Header>${file}</Header><Topic ${head}><ReferenceLink>https://example.org/a</ReferenceLink>${second}${title}<Labels>Fire protection</Labels><Labels>MEP</Labels>${facts}${isOldest ? "" : due}${person}${isOldest ? text.replace(/<Stage>.*<\/Stage>/, "") : text}${snippet}<${references} Guid="${document}"><ReferencedDocument>../plan.pdf</ReferencedDocument><Description>Detail</Description></${references}><${references} isExternal="true"><ReferencedDocument>https://example.org/d.pdf</ReferencedDocument></${references}><RelatedTopic${isOldest ? "s" : ""} Guid="${related}"/></Topic>${said}${isOldest ? shown.replaceAll(/<Index>\d<\/Index>/g, "") : shown}</Markup>`;
}

/** Files by their paths, in the version; includes `bcf.version`. */
export function foreignFiles(of: "2.0" | "2.1" | "3.0", topic: Foreign): Record<string, string | Buffer> {
  const folder = of === "3.0" ? topic.guid : topic.guid.toUpperCase();
  const pdf = Buffer.from("%PDF-1.4 a plan");
  return {
    "bcf.version": version[of],
    [`${folder}/markup.bcf`]: markupOf(of, topic),
    [`${folder}/v1.bcfv`]: views[of],
    [`${folder}/s1.png`]: pixel,
    [`${folder}/s2.png`]: Buffer.concat([pixel, Buffer.from("2")]),
    [`${folder}/bitmap.png`]: pixel,
    [`${folder}/snippet.json`]: '{"a":1}',
    ...(of === "3.0"
      ? {
          [`Documents/${document}`]: pdf,
          "documents.xml": `<DocumentInfo><Documents><Document Guid="${document}"><Filename>plan.pdf</Filename><Description>Level 2</Description></Document></Documents></DocumentInfo>`,
          "extensions.xml":
            "<Extensions><TopicTypes><TopicType>Clash</TopicType><TopicType>Request</TopicType></TopicTypes><Stages><Stage>Tender</Stage></Stages></Extensions>",
        }
      : { "plan.pdf": pdf }),
  };
}
