import { z } from "zod";
import type { AutodeskManifest } from "#contract/autodesk.ts";
import type { OutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import { bearer, readAnswer } from "./authentication.ts";
import { Manifest, noManifest } from "./manifest.ts";

/** A drawing of the Sheets API, which covers those of ACC Build. */
export interface OutsideSheet {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly versionSet: string;
  /** `2026-02-01`. */
  readonly issuedOn: string | null;
  /** Drawings of two collections may share a number. */
  readonly collection: string;
  readonly urn: string | null;
  readonly guid: string | null;
}

export type ExportState =
  | { readonly state: "processing" }
  | { readonly state: "ready"; readonly url: string }
  | { readonly state: "failed"; readonly reason: string };

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const Sheet = z
  .object({
    id: z.string(),
    number: text,
    title: text,
    versionSet: z.object({ name: text, issuanceDate: text }).nullish(),
    collection: z.object({ id: text }).nullish(),
    viewable: z.object({ urn: text, guid: text }).nullish(),
    deleted: z.boolean().nullish(),
  })
  .transform(({ id, number, title, versionSet, collection, viewable, deleted }) => ({
    isDeleted: deleted === true,
    sheet: {
      id,
      number,
      title,
      versionSet: versionSet?.name ?? "",
      issuedOn: /^\d{4}-\d\d-\d\d/.exec(versionSet?.issuanceDate ?? "")?.[0] ?? null,
      collection: collection?.id ?? "",
      urn: viewable?.urn ? viewerUrn(viewable.urn) : null,
      guid: viewable?.guid || null,
    } satisfies OutsideSheet,
  }));
const Sheets = z.object({
  results: z.array(Sheet),
  pagination: z.object({ nextUrl: z.string().nullish(), totalResults: z.number().nullish() }).nullish(),
});
const Export = z.object({
  id: z.string(),
  status: z.enum(["processing", "successful", "failed"]),
  result: z
    .object({
      output: z.object({ signedUrl: z.string() }).nullish(),
      error: z.object({ code: text, title: text, detail: text }).nullish(),
    })
    .nullish(),
});
const Signed = z.object({ status: text, url: z.string().nullish() });

/** Maximum page size of the Sheets API. */
const perPage = 100;

/** Models and drawings. Every call throws `OutsideFailure`. */
export function drawings(api: string, call: OutsideCall) {
  const sheetsOf = (project: string) =>
    `${api}/construction/sheets/v1/projects/${encodeURIComponent(project)}`;

  return {
    /** Returns `none` for a model that was never translated for viewing. */
    async manifest(access: string, urn: string, region = ""): Promise<AutodeskManifest> {
      try {
        const { body } = await call({
          method: "GET",
          url: `${api}/modelderivative/v2/designdata/${encodeURIComponent(urn)}/manifest`,
          headers: { ...bearer(access), ...(region !== "" && region !== "US" && { region }) },
        });
        return readAnswer(Manifest, body);
      } catch (error) {
        if (error instanceof OutsideFailure && error.trouble === "missing") return noManifest;
        throw error;
      }
    },
    /** The newest version of every drawing, of all collections, at most `most`. */
    async sheets(access: string, project: string, most: number): Promise<OutsideSheet[]> {
      const found: OutsideSheet[] = [];
      for (let offset = 0; found.length < most; ) {
        const { body } = await call({
          method: "GET",
          url: `${sheetsOf(project)}/sheets`,
          // Without it, drawings in a collection are omitted.
          query: { currentOnly: true, collectionId: "*", limit: perPage, offset },
          headers: bearer(access),
        });
        const { results, pagination } = readAnswer(Sheets, body);
        found.push(...results.filter(({ isDeleted }) => !isDeleted).map(({ sheet }) => sheet));
        offset += results.length;
        if ((pagination?.nextUrl ?? "") === "" || results.length === 0) break;
      }
      return found.slice(0, most);
    },
    /** Starts a PDF export of one drawing, without markups. A second export is harmless: Autodesk discards it. */
    async startExport(access: string, project: string, sheet: string): Promise<string> {
      const none = { includePublishedMarkups: false, includeUnpublishedMarkups: false };
      const { body } = await call({
        method: "POST",
        url: `${sheetsOf(project)}/exports`,
        headers: bearer(access),
        json: {
          options: {
            outputFileName: "drawing",
            standardMarkups: { ...none, includeMarkupLinks: false },
            issueMarkups: none,
            photoMarkups: none,
          },
          sheets: [sheet],
        },
        isRepeatable: true,
      });
      return readAnswer(Export, body).id;
    },
    async exportState(access: string, project: string, id: string): Promise<ExportState> {
      const url = `${sheetsOf(project)}/exports/${encodeURIComponent(id)}`;
      const { body } = await call({ method: "GET", url, headers: bearer(access) });
      const { status, result } = readAnswer(Export, body);
      if (status === "processing") return { state: "processing" };
      const address = result?.output?.signedUrl;
      if (status === "successful" && address !== undefined) return { state: "ready", url: address };
      const { detail, title } = result?.error ?? { detail: "", title: "" };
      return { state: "failed", reason: detail || title || "no PDF was made" };
    },
    /**
     * Returns a signed download address of a stored file (`urn:adsk.objects:os.object:bucket/key`), valid for some
     * minutes.
     */
    async signedDownload(access: string, storage: string): Promise<string> {
      const [, bucket, key] = /^urn:adsk\.objects:os\.object:([^/]+)\/(.+)$/.exec(storage) ?? [];
      if (bucket === undefined || key === undefined)
        throw new OutsideFailure("Autodesk: the file's storage location is not supported", {
          trouble: "refused",
        });
      const { body } = await call({
        method: "GET",
        url: `${api}/oss/v2/buckets/${encodeURIComponent(bucket)}/objects/${encodeURIComponent(key)}/signeds3download`,
        query: { minutesExpiration: 10 },
        headers: bearer(access),
      });
      const { status, url } = readAnswer(Signed, body);
      if (status !== "complete" || !url)
        throw new OutsideFailure("Autodesk: the file is not available yet", { trouble: "broken" });
      return url;
    },
  };
}

/** The viewer names models in URL-safe base64; the Sheets API returns the plain name. */
export const viewerUrn = (urn: string): string =>
  urn.startsWith("urn:") ? Buffer.from(urn).toString("base64url") : urn;
