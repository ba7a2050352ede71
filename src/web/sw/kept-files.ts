/** What the build says of its files; `scripts/vite/service-worker.ts` writes it here. Addresses without the host. */
interface KeptFiles {
  /** The application's first script, by which its page is known to be of this build. */
  readonly entry: string;
  /** Scripts and styles without which no screen opens. */
  readonly first: readonly string[];
  /** Scripts and styles of everything behind the sign-in, those of `first` among them. */
  readonly shell: readonly string[];
  /** Words and letters, by language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
}

declare const KEPT_FILES: KeptFiles;

export const keptFiles: KeptFiles = KEPT_FILES;
