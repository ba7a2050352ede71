import { XMLParser } from "fast-xml-parser";

/**
 * The rules of the two versions of BCF for their files, transcribed from their documentation: order of elements,
 * required ones, and formats of values. Only the parts that this product writes; anything else is a problem.
 */
interface Rule {
  /**
   * Names in their order: `A` exactly once, `A?` optional, `A*` any number of times. Undefined for an element with
   * text.
   */
  readonly children?: string;
  readonly text?: RegExp;
  readonly attributes?: Readonly<Record<string, RegExp>>;
  /** Optional attributes. */
  readonly optional?: readonly string[];
}
export type BcfVersion = "2.1" | "3.0";

const some = /\S/;
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const number = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/;
const whole = /^\d+$/;
const text = { text: some };

const camera = (last: string): Readonly<Record<string, Rule>> => ({
  VisualizationInfo: { children: "PerspectiveCamera", attributes: { Guid: guid } },
  PerspectiveCamera: { children: `CameraViewPoint CameraDirection CameraUpVector FieldOfView${last}` },
  CameraViewPoint: { children: "X Y Z" },
  CameraDirection: { children: "X Y Z" },
  CameraUpVector: { children: "X Y Z" },
  X: { text: number },
  Y: { text: number },
  Z: { text: number },
});
const comment: Readonly<Record<string, Rule>> = {
  "Comment/Date": { text: date },
  "Comment/Author": text,
  "Comment/Comment": text,
};
const topic: Readonly<Record<string, Rule>> = {
  ReferenceLink: { text: /^https?:\/\/\S+$/ },
  Title: text,
  Priority: text,
  CreationDate: { text: date },
  CreationAuthor: text,
  ModifiedDate: { text: date },
  DueDate: { text: date },
  AssignedTo: text,
  Description: text,
};
const view: Readonly<Record<string, Rule>> = {
  "ViewPoint/Viewpoint": { text: /^[^/\\]+\.bcfv$/ },
  "ViewPoint/Snapshot": { text: /^[^/\\]+\.(?:png|jpg)$/ },
  "ViewPoint/Index": { text: whole },
};
const named = (list: string, one: string): Readonly<Record<string, Rule>> => ({
  [list]: { children: `${one}*` },
  [one]: text,
});

const grammars: Readonly<Record<BcfVersion, Readonly<Record<string, Readonly<Record<string, Rule>>>>>> = {
  "2.1": {
    version: {
      Version: { children: "DetailedVersion?", attributes: { VersionId: /^2\.1$/ } },
      DetailedVersion: text,
    },
    project: {
      ProjectExtension: { children: "Project? ExtensionSchema" },
      Project: { children: "Name?", attributes: { ProjectId: some } },
      Name: text,
      ExtensionSchema: { text: /^\S*$/ },
    },
    markup: {
      ...topic,
      Markup: { children: "Topic Comment* Viewpoints*" },
      Topic: {
        children:
          "ReferenceLink* Title Priority? Index? Labels* CreationDate CreationAuthor ModifiedDate? DueDate? AssignedTo? Description?",
        attributes: { Guid: guid, TopicType: some, TopicStatus: some },
      },
      Index: { text: whole },
      Labels: text,
      Comment: { children: "Date Author Comment", attributes: { Guid: guid } },
      ...comment,
      Viewpoints: { children: "Viewpoint? Snapshot? Index?", attributes: { Guid: guid } },
      Viewpoint: { text: /^[^/\\]+\.bcfv$/ },
      Snapshot: { text: /^[^/\\]+\.(?:png|jpg)$/ },
    },
    // 45 to 60 degrees, no aspect ratio.
    viewpoint: { ...camera(""), FieldOfView: { text: /^(?:4[5-9]|5\d)(?:\.\d+)?$|^60(?:\.0+)?$/ } },
  },
  "3.0": {
    version: { Version: { children: "", attributes: { VersionId: /^3\.0$/ } } },
    project: {
      ProjectInfo: { children: "Project" },
      Project: { children: "Name?", attributes: { ProjectId: some } },
      Name: text,
    },
    extensions: {
      Extensions: { children: "TopicTypes? TopicStatuses? Priorities? TopicLabels? Users?" },
      ...named("TopicTypes", "TopicType"),
      ...named("TopicStatuses", "TopicStatus"),
      ...named("Priorities", "Priority"),
      ...named("TopicLabels", "TopicLabel"),
      ...named("Users", "User"),
    },
    markup: {
      ...topic,
      Markup: { children: "Topic" },
      Topic: {
        children:
          "ReferenceLinks? Title Priority? Labels? CreationDate CreationAuthor ModifiedDate? DueDate? AssignedTo? Description? Comments? Viewpoints?",
        attributes: { Guid: guid, ServerAssignedId: some, TopicType: some, TopicStatus: some },
      },
      ReferenceLinks: { children: "ReferenceLink*" },
      Labels: { children: "Label*" },
      Label: text,
      Comments: { children: "Comment*" },
      Comment: { children: "Date Author Comment?", attributes: { Guid: guid } },
      ...comment,
      Viewpoints: { children: "ViewPoint*" },
      ViewPoint: { children: "Viewpoint? Snapshot? Index?", attributes: { Guid: guid } },
      ...view,
    },
    viewpoint: {
      ...camera(" AspectRatio"),
      FieldOfView: { text: /^(?:[1-9]|[1-9]\d|1[0-7]\d)(?:\.\d+)?$/ },
      AspectRatio: { text: /^(?!0*(?:\.0*)?$)\d+(?:\.\d+)?$/ },
    },
  },
};

type Ordered = Readonly<Record<string, unknown>>;
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  ignoreDeclaration: true,
});

/** Problems of a file as sentences, empty when it is valid. */
export function grammarProblems(version: BcfVersion, kind: string, xml: string): string[] {
  const rules = grammars[version][kind];
  if (rules === undefined) return [`${version} knows no ${kind}`];
  const nodes = parser.parse(xml) as readonly Ordered[];
  const problems: string[] = [];
  const check = (node: Ordered, parent: string): void => {
    const name = nameOf(node);
    const rule = rules[`${parent}/${name}`] ?? rules[name];
    if (rule === undefined) return void problems.push(`${name} within ${parent} is not known`);
    const inner = node[name] as readonly Ordered[];
    problems.push(...attributeProblems(name, rule, (node[":@"] ?? {}) as Record<string, string>));
    const elements = inner.filter((child) => nameOf(child) !== "#text");
    if (rule.text !== undefined) {
      const value = inner.map((child) => (child["#text"] as string | undefined) ?? "").join("");
      if (elements.length > 0 || !rule.text.test(value))
        problems.push(`${name} says ${JSON.stringify(value)}`);
      return;
    }
    const order = elements.map((child) => `${nameOf(child)} `).join("");
    if (!modelOf(rule.children ?? "").test(order)) problems.push(`${name} holds ${order}`);
    for (const child of elements) check(child, name);
  };
  for (const node of nodes) check(node, "");
  return problems;
}

const nameOf = (node: Ordered): string => Object.keys(node).find((key) => key !== ":@") ?? "";

const modelOf = (children: string): RegExp =>
  new RegExp(
    `^${children
      .split(" ")
      .filter((part) => part !== "")
      .map((part) => part.replace(/^(\w+)([?*]?)$/, "(?:$1 )$2"))
      .join("")}$`,
  );

function attributeProblems(name: string, rule: Rule, given: Readonly<Record<string, string>>): string[] {
  const asked = rule.attributes ?? {};
  const unknown = Object.keys(given).filter((attribute) => asked[attribute] === undefined);
  const wrong = Object.entries(asked).filter(([attribute, form]) => !form.test(given[attribute] ?? ""));
  return [
    ...unknown.map((attribute) => `${name} has ${attribute}`),
    ...wrong.map(([attribute]) => `${name} has no good ${attribute}`),
  ];
}
