/** Credentials of this site at Autodesk Platform Services. */
export interface AutodeskKeys {
  readonly id: string;
  readonly secret: string;
}

/** Purpose of a token. Each use gets a token limited to it. */
export type Purpose = "read" | "export" | "viewer";

/**
 * Scopes by purpose. Exporting a drawing as PDF requires `data:write` at Autodesk, although it changes nothing; the
 * viewer in the page may read models and nothing else.
 */
export const scopes: Readonly<Record<Purpose, string>> = {
  read: "data:read",
  export: "data:write",
  viewer: "viewables:read",
};

/** Scopes that a user is asked to grant. */
export const askedScopes = Object.values(scopes).join(" ");
