import type { BcfVersion, ReadVersion } from "./topic.ts";
import {
  childOf,
  childrenOf,
  nodeWith,
  textIn,
  textNode,
  withChild,
  withChildren,
  type XmlNode,
} from "./tree.ts";

/** Fallback where the file does not give the aspect ratio of its picture. */
const USUAL_RATIO = "1.3333333333333333";

/**
 * Converts a viewpoint to another version. Undefined where the other version cannot express it: 3.0 has no viewpoint
 * without a camera.
 */
export function convertViewpoint(
  info: XmlNode,
  from: ReadVersion,
  to: BcfVersion,
  guid: string,
): XmlNode | undefined {
  const named = {
    ...info,
    attributes: { ...info.attributes, Guid: to === "3.0" ? guid.toLowerCase() : guid },
  };
  if (from === to) return named;
  const middle = from === "2.0" ? fromOldest(named) : from === "3.0" ? fromNewest(named) : named;
  return to === "2.1" ? withoutEmpty(middle) : toNewest(middle);
}

/** 2.1 has no empty lists. */
const withoutEmpty = (info: XmlNode): XmlNode => {
  const lists = ["Lines", "Selection", "Exceptions", "Coloring", "Color"];
  const children = info.children.map(withoutEmpty);
  return withChildren(
    info,
    children.filter(({ name, children: inside }) => !lists.includes(name) || inside.length > 0),
  );
};

/** 2.0 lists components once, with flags at each. */
function fromOldest(info: XmlNode): XmlNode {
  const all = childrenOf(childOf(info, "Components"), "Component");
  const plain = ({ attributes: { IfcGuid }, ...node }: XmlNode): XmlNode => ({
    ...node,
    attributes: IfcGuid === undefined ? {} : { IfcGuid },
  });
  const says = (name: string, word: RegExp) => (node: XmlNode) => word.test(node.attributes[name] ?? "");
  const selected = all.filter(says("Selected", /^(?:true|1)$/));
  const hidden = all.filter(says("Visible", /^(?:false|0)$/));
  const shown = all.filter((node) => says("Visible", /^(?:true|1)$/)(node) && !selected.includes(node));
  const isShownAlone = hidden.length === 0 && shown.length > 0;
  const exceptions = isShownAlone ? shown : hidden;
  const coloured = Map.groupBy(
    all.filter(({ attributes }) => attributes["Color"] !== undefined),
    ({ attributes }) => attributes["Color"] ?? "",
  );
  const components = nodeWith("Components", [
    ...(selected.length === 0 ? [] : [nodeWith("Selection", selected.map(plain))]),
    nodeWith("Visibility", exceptions.length === 0 ? [] : [nodeWith("Exceptions", exceptions.map(plain))], {
      DefaultVisibility: String(!isShownAlone),
    }),
    ...(coloured.size === 0
      ? []
      : [
          nodeWith(
            "Coloring",
            [...coloured].map(([Color, nodes]) => nodeWith("Color", nodes.map(plain), { Color })),
          ),
        ]),
  ]);
  const rest = info.children
    .filter(({ name }) => name !== "Components")
    .map((child) => (child.name === "Bitmaps" ? { ...child, name: "Bitmap" } : child))
    .map((child) => (child.name === "PerspectiveCamera" ? narrowed(child) : child));
  return withChildren(info, [...(all.length === 0 ? [] : [components]), ...rest]);
}

function fromNewest(info: XmlNode): XmlNode {
  const children = info.children.flatMap((child): readonly XmlNode[] => {
    if (child.name === "Components") return [componentsOfOld(child)];
    if (child.name === "Bitmaps")
      return childrenOf(child, "Bitmap").map((one) =>
        withChild(one, "Format", textNode("Bitmap", textIn(one, "Format").toUpperCase())),
      );
    return child.name.endsWith("Camera") ? [narrowed(withChild(child, "AspectRatio", undefined))] : [child];
  });
  return withChildren(info, children);
}

/** 2.1 allows 45 to 60 degrees. */
function narrowed(camera: XmlNode): XmlNode {
  const fov = Number(textIn(camera, "FieldOfView"));
  if (childOf(camera, "FieldOfView") === undefined || (fov >= 45 && fov <= 60)) return camera;
  return withChild(
    camera,
    "FieldOfView",
    textNode("FieldOfView", String(Math.min(60, Math.max(45, fov || 60)))),
  );
}

function componentsOfOld(components: XmlNode): XmlNode {
  const visibility = childOf(components, "Visibility") ?? nodeWith("Visibility", []);
  const hints = childrenOf(visibility, "ViewSetupHints");
  const coloring = childrenOf(components, "Coloring").map((node) =>
    withChildren(
      node,
      node.children.map((colour) =>
        withChildren(colour, childrenOf(childOf(colour, "Components"), "Component")),
      ),
    ),
  );
  return withChildren(components, [
    ...hints,
    ...childrenOf(components, "Selection").filter(({ children }) => children.length > 0),
    withChild(visibility, "ViewSetupHints", undefined),
    ...coloring.filter(({ children }) => children.length > 0),
  ]);
}

function toNewest(info: XmlNode): XmlNode | undefined {
  const camera = info.children.find(({ name }) => name.endsWith("Camera"));
  if (camera === undefined) return undefined;
  const bitmaps = childrenOf(info, "Bitmap").map((one) =>
    withChild(one, "Bitmap", textNode("Format", textIn(one, "Bitmap").toLowerCase())),
  );
  return withChildren(info, [
    ...childrenOf(info, "Components").map(componentsOfNew),
    withChild(camera, "AspectRatio", textNode("AspectRatio", USUAL_RATIO)),
    ...childrenOf(info, "Lines"),
    ...childrenOf(info, "ClippingPlanes"),
    ...(bitmaps.length === 0 ? [] : [nodeWith("Bitmaps", bitmaps)]),
  ]);
}

function componentsOfNew(components: XmlNode): XmlNode {
  const hints = childrenOf(components, "ViewSetupHints");
  const visibility = childOf(components, "Visibility") ?? nodeWith("Visibility", []);
  const coloring = childrenOf(components, "Coloring").map((node) =>
    withChildren(
      node,
      node.children.map((colour) => withChildren(colour, [nodeWith("Components", colour.children)])),
    ),
  );
  return withChildren(components, [
    ...childrenOf(components, "Selection"),
    withChildren(visibility, [...hints, ...visibility.children]),
    ...coloring,
  ]);
}
