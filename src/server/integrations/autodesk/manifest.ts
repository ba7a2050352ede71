import { z } from "zod";
import type { AutodeskManifest } from "#contract/autodesk.ts";

export type View = AutodeskManifest["views"][number];

const Message = z.object({
  message: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .transform((text) => [text ?? []].flat().join(" ")),
  code: z.string().nullish(),
});

interface Node {
  readonly guid?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly phaseNames?: string | readonly string[] | null | undefined;
  readonly messages?: readonly z.output<typeof Message>[] | null | undefined;
  readonly children?: readonly Node[] | null | undefined;
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    guid: z.string().nullish(),
    type: z.string().nullish(),
    role: z.string().nullish(),
    name: z.string().nullish(),
    phaseNames: z.union([z.string(), z.array(z.string())]).nullish(),
    messages: z.array(Message).nullish(),
    children: z.array(Node).nullish(),
  }),
);

/** The manifest of a model in the Model Derivative API. */
export const Manifest = z
  .object({
    status: z.string(),
    progress: z.string().nullish(),
    derivatives: z.array(Node).nullish(),
  })
  .transform(({ status, progress, derivatives }): AutodeskManifest => {
    const views: View[] = [];
    const messages = new Set<string>();
    for (const derivative of derivatives ?? []) walk(derivative, views, messages, 0);
    return {
      status: statuses.find((known) => known === status) ?? "inprogress",
      progress: progress ?? "",
      messages: [...messages].slice(0, 50),
      views: unlike(views),
    };
  });

/** No translation was ever requested. */
export const noManifest: AutodeskManifest = { status: "none", progress: "", messages: [], views: [] };

const statuses = ["pending", "inprogress", "success", "failed", "timeout"] as const;
/** Depth limit: trees are shallow; a deeper one is not a manifest. */
const deepest = 20;

/** Views are the children of the kind `geometry`; their own children (cameras, files) are not views. */
function walk(node: Node, views: View[], messages: Set<string>, depth: number): void {
  for (const { message, code } of node.messages ?? [])
    if (message !== "" || (code ?? "") !== "") messages.add(message === "" ? (code ?? "") : message);
  if (node.type === "geometry" && (node.role === "2d" || node.role === "3d") && node.guid) {
    const phase = [node.phaseNames ?? []].flat().join(", ");
    views.push({ guid: node.guid, name: node.name ?? "", role: node.role, phase });
  }
  if (depth < deepest) for (const child of node.children ?? []) walk(child, views, messages, depth + 1);
}

/** Two forms of the same model (SVF and SVF2) list the same views. */
const unlike = (views: readonly View[]) => [...new Map(views.map((view) => [view.guid, view])).values()];
