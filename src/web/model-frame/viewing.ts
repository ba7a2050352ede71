/** The part of Autodesk's viewer (version 7, the script of `check-config`) that the frame calls. */

export interface ViewNode {
  findByGuid(guid: string): ViewNode | null;
  getDefaultGeometry(): ViewNode | null;
}

export interface ViewDocument {
  getRoot(): ViewNode;
}

export interface GuiViewer {
  /** 0 when it started: a device without WebGL cannot. */
  start(): number;
  loadDocumentNode(document: ViewDocument, node: ViewNode): Promise<unknown>;
  setTheme(theme: "light-theme" | "dark-theme"): void;
  resize(): void;
}

export interface InitializerOptions {
  readonly env: string;
  readonly api: string;
  readonly language: string;
  getAccessToken(take: (token: string, seconds: number) => void): void;
}

export interface Viewing {
  Initializer(options: InitializerOptions, ready: () => void): void;
  readonly Document: {
    load(
      urn: string,
      onSuccess: (document: ViewDocument) => void,
      onFailure: (code: number, message: string) => void,
    ): void;
  };
  readonly GuiViewer3D: new (container: HTMLElement, config?: object) => GuiViewer;
}

declare global {
  interface Window {
    Autodesk?: { readonly Viewing: Viewing };
  }
}
