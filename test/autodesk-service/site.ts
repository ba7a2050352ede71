import { planPdf } from "../plan-files.ts";

/** The projects visible to the fictional account. */
export interface SiteProject {
  readonly id: string;
  readonly hub: string;
  readonly name: string;
  /** Has sheets in ACC Build; the other kind is refused by the Sheets API. */
  readonly isAcc: boolean;
}

export interface SiteItem {
  readonly id: string;
  readonly name: string;
  readonly versions: number;
  readonly bytes: number;
  /** URN of its newest version; null where it can be neither viewed nor rendered. */
  readonly urn: string | null;
  readonly file?: Uint8Array;
}

export interface SiteFolder {
  readonly id: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly items: readonly SiteItem[];
  /** The account may not open it. */
  readonly isDenied?: boolean;
}

export interface SiteSheet {
  id: string;
  readonly number: string;
  readonly title: string;
  readonly collection: string | null;
  versionSet: { id: string; name: string; issuanceDate: string };
  pdf: Uint8Array;
}

export interface SiteModel {
  readonly states: readonly ("pending" | "inprogress" | "success" | "failed" | "timeout")[];
  readonly region?: string;
  readonly views: readonly { readonly guid: string; readonly role: "2d" | "3d"; readonly name: string }[];
  readonly messages?: readonly string[];
}

export const hubs = [
  { id: "b.harbour", name: "Harbour Works", region: "US", type: "hubs:autodesk.bim360:Account" },
  { id: "b.alpine", name: "Alpine Works", region: "EMEA", type: "hubs:autodesk.bim360:Account" },
  { id: "a.design", name: "Design team", region: "US", type: "hubs:autodesk.core:Hub" },
] as const;

export const projects: readonly SiteProject[] = [
  { id: "b.tower", hub: "b.harbour", name: "Tower", isAcc: true },
  { id: "b.quay", hub: "b.harbour", name: "Quay", isAcc: false },
  { id: "b.depot", hub: "b.harbour", name: "Depot", isAcc: true },
  { id: "b.school", hub: "b.harbour", name: "School", isAcc: true },
  { id: "b.bridge", hub: "b.harbour", name: "Bridge", isAcc: true },
  { id: "b.chalet", hub: "b.alpine", name: "Chalet", isAcc: true },
  { id: "b.lodge", hub: "b.alpine", name: "Lodge", isAcc: false },
];

const urn = (text: string) => Buffer.from(text).toString("base64url");
const version = (name: string) => urn(`urn:adsk.wipprod:fs.file:vf.${name}?version=1`);
export const urns = {
  tower: version("tower"),
  plan: version("plan"),
  broken: version("broken"),
  untranslated: version("untranslated"),
  chalet: version("chalet"),
} as const;

const folder = (name: string) => `urn:adsk.wipprod:fs.folder:co.${name}`;
const item = (name: string) => `urn:adsk.wipprod:dm.lineage:${name}`;

/** Builds the tree anew for every start: tests modify it. */
export async function buildSite() {
  const [plan, ...drawn] = await Promise.all([
    planPdf({
      pages: [
        [600, 400],
        [400, 600],
      ],
    }),
    planPdf({ pages: [[800, 500]] }),
    planPdf({ pages: [[820, 500]] }),
    planPdf({ pages: [[840, 500]] }),
  ]);
  const folders = new Map<string, SiteFolder>();
  const add = (name: string, rest: Omit<SiteFolder, "id">) =>
    folders.set(folder(name), { id: folder(name), ...rest });
  add("files", {
    name: "Project Files",
    folders: [folder("structure"), folder("secret")],
    items: [
      { id: item("tower"), name: "Tower.rvt", versions: 3, bytes: 12_000_000, urn: urns.tower },
      {
        id: item("plan"),
        name: "Site plan.pdf",
        versions: 1,
        bytes: plan.length,
        urn: urns.plan,
        file: plan,
      },
      { id: item("notes"), name: "Notes.docx", versions: 1, bytes: 20_000, urn: null },
    ],
  });
  add("structure", {
    name: "Structure",
    folders: [],
    items: [{ id: item("broken"), name: "Frame 10.dwg", versions: 2, bytes: 900_000, urn: urns.broken }],
  });
  add("secret", { name: "Confidential", folders: [], items: [], isDenied: true });
  add("plans", { name: "Plans", folders: [], items: [] });

  add("lodge", {
    name: "Project Files",
    folders: [],
    items: [{ id: item("lodge"), name: "Lodge.rvt", versions: 1, bytes: 800_000, urn: urns.chalet }],
  });

  const tops: Readonly<Record<string, readonly string[]>> = {
    "b.tower": [folder("plans"), folder("files")],
    "b.quay": [folder("files")],
    "b.lodge": [folder("lodge")],
  };
  const numbers = [
    ["A-101", "Ground floor", null],
    ["A-102", "First floor", null],
    ["S-201", "Foundations", "structure"],
  ] as const;
  const sheets = new Map<string, SiteSheet[]>([
    [
      "b.tower",
      numbers.map(([number, title, collection], at) => ({
        id: `sheet-${number.toLowerCase()}-1`,
        number,
        title,
        collection,
        versionSet: { id: "set-1", name: "Tender", issuanceDate: "2026-01-15" },
        pdf: drawn[at] ?? plan,
      })),
    ],
  ]);
  const models: Readonly<Record<string, SiteModel>> = {
    [urns.tower]: {
      states: ["pending", "inprogress", "success"],
      views: [
        { guid: "view-3d", role: "3d", name: "{3D}" },
        { guid: "view-a101", role: "2d", name: "A101 - Ground floor" },
      ],
    },
    [urns.plan]: {
      states: ["success"],
      views: [
        { guid: "page-1", role: "2d", name: "1" },
        { guid: "page-2", role: "2d", name: "2" },
      ],
    },
    [urns.broken]: {
      states: ["failed"],
      views: [],
      messages: ["The file is not a valid AutoCAD drawing.", "TranslationWorker-InternalFailure"],
    },
    [urns.chalet]: {
      states: ["success"],
      region: "EMEA",
      views: [
        { guid: "view-c", role: "3d", name: "{3D}" },
        { guid: "view-e001", role: "2d", name: "E-001 - Attic" },
      ],
    },
  };
  return { folders, tops, sheets, models };
}
export type Site = Awaited<ReturnType<typeof buildSite>>;
