/** File lists of the build; `scripts/vite/service-worker.ts` inserts them here. URLs without the host. */
interface KeptFiles {
  /** The application's first script, which identifies a page of this build. */
  readonly entry: string;
  /** Scripts and styles that every screen requires. */
  readonly first: readonly string[];
  /** Scripts and styles of everything behind sign-in, including those of `first`. */
  readonly shell: readonly string[];
  /** Scripts, styles and texts of the viewer, a page with a build of its own. */
  readonly viewer: readonly string[];
  /** Texts and fonts, by language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
}

declare const KEPT_FILES: KeptFiles;

export const keptFiles: KeptFiles = KEPT_FILES;
