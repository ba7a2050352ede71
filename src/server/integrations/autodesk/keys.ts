/** How this site is known at Autodesk Platform Services. */
export interface AutodeskKeys {
  readonly id: string;
  readonly secret: string;
}

/** What a token is for. Each use gets one that can do no more. */
export type Purpose = "read" | "export" | "viewer";

/**
 * Scopes by purpose. Bringing a drawing as PDF asks for `data:write` there, although it changes nothing; the viewer in the
 * page may look at models and do nothing else.
 */
export const scopes: Readonly<Record<Purpose, string>> = {
  read: "data:read",
  export: "data:write",
  viewer: "viewables:read",
};

/** What a person is asked to allow. */
export const askedScopes = Object.values(scopes).join(" ");
